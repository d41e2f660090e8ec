import { z } from 'zod';
import { fieldPathText, refuse } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { maxKeys, optionalTargetPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

export const dedupeSchema = z
  .strictObject({
    compare: field(z.enum(['whole', 'fields', 'except']).default('whole'), {
      label: 'Repeats are events with the same',
      help: 'Whole events are compared byte for byte: events with different times are different.',
      options: {
        whole: 'Content, all of it',
        fields: 'Values in some fields',
        except: 'Content, except some fields',
      },
    }),
    fields: field(z.array(fieldPathText()).max(100).default([]), {
      label: 'Fields',
      help: 'The fields that are compared, or those that are left out. An event with none of the compared fields is never a repeat.',
      kind: 'fields',
      placeholder: 'user.name',
      visibleWhen: { property: 'compare', oneOf: ['fields', 'except'] },
    }),
    seconds: field(z.int().min(1).max(86_400).default(60), {
      label: 'Drop repeats for',
      help: 'The first event passes; repeats within this time are dropped.',
      unit: 's',
    }),
    from: field(z.enum(['first', 'last']).default('first'), {
      label: 'Counted from',
      help: 'Counted from the last repeat, events that never pause for this long are dropped forever.',
      options: { first: 'The event that passed', last: 'The last repeat' },
    }),
    countField: optionalTargetPath(
      'Write the number dropped to',
      'The next such event that passes carries the number dropped before it, if it comes before the same time has passed again.',
      'repeats',
    ),
    maxKeys: maxKeys('Beyond this many different events, the oldest is forgotten: a repeat of it passes.'),
    ...transformFields(),
  })
  .superRefine(({ compare, fields }, context) => {
    if (compare !== 'whole' && fields.length === 0)
      refuse(context, ['fields'], 'required', 'must have at least 1 entry to compare by fields');
  });
export type DedupeConfig = z.output<typeof dedupeSchema>;

export const dedupe = defineComponent({
  templateId: 'dedupe',
  nodeType: 'TRANSFORM',
  name: 'Drop repeats',
  version: '1.0.0',
  category: 'OPTIMIZER',
  group: 'Optimizers',
  description: 'Drops repeated events, compared by some fields or as a whole.',
  icon: 'copy-x',
  schema: dedupeSchema,
});
