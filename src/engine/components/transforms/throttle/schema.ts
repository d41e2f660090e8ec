import { z } from 'zod';
import { conditionValue } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { keyFields, maxKeys, optionalFieldPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

export const throttleSchema = z.strictObject({
  events: field(z.int().min(1).max(1_000_000_000).default(1000), {
    label: 'Let through',
    help: 'So many events may pass in the time below, in the long run.',
    unit: 'events',
  }),
  seconds: field(z.int().min(1).max(86_400).default(1), {
    label: 'Every',
    help: 'What is allowed comes back evenly over this time, not all at its end.',
    unit: 's',
  }),
  burst: field(z.int().min(1).max(1_000_000_000).optional(), {
    label: 'At once',
    help: 'So many may pass in one go after a quiet time. Left empty, as many as above.',
    unit: 'events',
  }),
  keyFields: keyFields(
    'Count for each',
    'Events with the same values in these fields share one allowance. Left empty, all events share one.',
  ),
  action: field(z.enum(['drop', 'tag']).default('drop'), {
    label: 'Events beyond that',
    help: 'Tagged events pass, so that a later step can treat them otherwise.',
    options: { drop: 'Drop them', tag: 'Keep and tag them' },
  }),
  tagField: optionalFieldPath('Tag', 'Set to true; left empty, the field throttled.', 'throttled'),
  summary: field(z.boolean().default(false), {
    label: 'Tell how many',
    help: 'An event for each value says how many were beyond, at the end of the time above after the first of them.',
  }),
  exclude: field(z.optional(conditionValue()), {
    label: 'Always let through',
    help: 'Events that match pass and use nothing up.',
    kind: 'condition',
  }),
  maxKeys: maxKeys('Beyond so many, the ones unused longest are forgotten and begin with a full allowance.'),
  ...transformFields(),
});
export type ThrottleConfig = z.output<typeof throttleSchema>;

export const throttle = defineComponent({
  templateId: 'throttle',
  nodeType: 'TRANSFORM',
  name: 'Throttle',
  version: '1.0.0',
  category: 'OPTIMIZER',
  group: 'Optimizers',
  description: 'Lets so many events through in a time, and drops or tags the rest.',
  icon: 'gauge',
  schema: throttleSchema,
});
