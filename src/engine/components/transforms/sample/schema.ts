import { z } from 'zod';
import { conditionValue } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { optionalFieldPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

export const sampleSchema = z.strictObject({
  mode: field(z.enum(['one_in', 'percent']).default('one_in'), {
    label: 'Keep',
    help: 'Counted, not random: of 1000 events exactly this many stay.',
    options: { one_in: 'One event in every', percent: 'A percentage' },
  }),
  rate: field(z.int().min(1).max(1_000_000).default(10), {
    label: 'One in',
    help: 'The first of this many events is kept.',
    unit: 'events',
    visibleWhen: { property: 'mode', oneOf: ['one_in'] },
  }),
  percent: field(z.number().min(0).max(100).multipleOf(0.01, 'may have two decimals at most').default(10), {
    label: 'Percentage',
    help: 'Share of the events that is kept, with up to two decimals.',
    unit: '%',
    visibleWhen: { property: 'mode', oneOf: ['percent'] },
  }),
  keyField: optionalFieldPath(
    'Count for each',
    'Events are counted per value of this field, so that rare values are not lost.',
    'service',
  ),
  exclude: field(z.optional(conditionValue()), {
    label: 'Always keep',
    help: 'Events that match pass and are not counted.',
    kind: 'condition',
  }),
  ...transformFields(),
});

export const sample = defineComponent({
  templateId: 'sample',
  nodeType: 'TRANSFORM',
  name: 'Sample',
  version: '1.0.0',
  category: 'OPTIMIZER',
  group: 'Optimizers',
  description: 'Keeps an exact share of the events.',
  icon: 'percent',
  schema: sampleSchema,
});
