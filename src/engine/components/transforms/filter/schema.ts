import { z } from 'zod';
import { conditionValue } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

export const filterSchema = z.strictObject({
  action: field(z.enum(['drop', 'keep']).default('drop'), {
    label: 'Matching events',
    essential: true,
    help: 'All other events are kept.',
    options: { drop: 'Drop them', keep: 'Keep only them' },
  }),
  match: field(conditionValue(), {
    label: 'Match',
    help: 'Which events match.',
    kind: 'condition',
  }),
  ...transformFields(),
});

export const filter = defineComponent({
  templateId: 'filter',
  nodeType: 'TRANSFORM',
  name: 'Filter',
  version: '1.0.0',
  category: 'FUNCTION',
  group: 'Functions',
  description: 'Drops events that match, or keeps only them.',
  icon: 'filter',
  schema: filterSchema,
});
