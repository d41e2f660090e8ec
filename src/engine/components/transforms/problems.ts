import type { ComponentProblem } from '../types.ts';

export const inTheWay = (path: string): ComponentProblem => ({
  errorName: 'FieldInTheWay',
  message: `The field ${path} cannot be set: a value on the way to it is not an object`,
  causes: ['An event holds a text, number or list where the path needs an object'],
  resolutions: ['Choose another field', 'Remove or rename the value that is in the way before this step'],
});

export const fieldMissing = (path: string): ComponentProblem => ({
  errorName: 'FieldMissing',
  message: `The field ${path} is missing`,
  causes: ['Not every event carries the field', 'The name is spelled differently, or it lies deeper'],
  resolutions: [
    `Add a condition so that only events with ${path} come here`,
    'Look at live events for the name of the field',
  ],
});
