import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { fieldPath, optionalTargetPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

export const unrollSchema = z.strictObject({
  field: fieldPath('Field', 'Holds the list; each of its elements becomes an event.', 'records'),
  keepParent: field(z.boolean().default(true), {
    label: 'Keep the other fields',
    help: 'Each event has them too. Otherwise an element that is an object is the whole event.',
  }),
  target: optionalTargetPath(
    'Put the element in',
    'Left empty, the element takes the place of the list.',
    'record',
  ),
  emptyList: field(z.enum(['keep', 'drop']).default('keep'), {
    label: 'An empty list',
    help: 'What happens to an event whose list is empty.',
    options: { keep: 'Keep the event', drop: 'Drop the event' },
  }),
  ...transformFields(),
});

export const unroll = defineComponent({
  templateId: 'unroll',
  nodeType: 'TRANSFORM',
  name: 'Unroll a list',
  version: '1.0.0',
  category: 'FUNCTION',
  group: 'Functions',
  description: 'Creates an event from each element of a list.',
  icon: 'unfold-vertical',
  schema: unrollSchema,
});
