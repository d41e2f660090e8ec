import type { ComponentProblem } from '../../types.ts';

export const objectBroken = (reason: string): ComponentProblem => ({
  errorName: 'ObjectNotReadable',
  message: `An object could not be read to its end and was skipped: ${reason}`,
  causes: ['It was stored in part', 'Its content does not match its beginning'],
  resolutions: ['Store it again: it is then read again', 'Make the prefix match only logs'],
});

export const objectTooLarge = (maxBytes: number): ComponentProblem => ({
  errorName: 'ObjectTooLarge',
  message: `An object is one JSON document of more than ${maxBytes} bytes and was skipped`,
  causes: ['A JSON document is read as a whole'],
  resolutions: ['Store one JSON object per line: such objects may have any size'],
});

export const objectChanged: ComponentProblem = {
  errorName: 'ObjectChanged',
  message:
    'An object was deleted or replaced while it was read; what was there when it was listed is not complete',
  causes: ['Another program manages the bucket'],
  resolutions: ['Nothing to do if this was intended: what replaced it is read'],
  level: 'INFO',
};

export const cannotDelete = (reason: string): ComponentProblem => ({
  errorName: 'ObjectNotDeleted',
  message: `An object that was read cannot be deleted: ${reason}`,
  causes: ['The access key may not delete objects'],
  resolutions: [
    'Give the access key that right',
    'Keep objects, and expire them with a lifecycle rule of the bucket',
  ],
  level: 'WARN',
});
