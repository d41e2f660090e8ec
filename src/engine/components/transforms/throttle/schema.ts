import { z } from 'zod';
import { conditionValue } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { keyFields, maxKeys, optionalTargetPath, transformFields } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

export const throttleSchema = z.strictObject({
  events: field(z.int().min(1).max(1_000_000_000).default(1000), {
    label: 'Let through',
    help: 'On average, this many events pass in the time below.',
    unit: 'events',
  }),
  seconds: field(z.int().min(1).max(86_400).default(1), {
    label: 'Every',
    help: 'The allowance refills evenly over this time.',
    unit: 's',
  }),
  burst: field(z.int().min(1).max(1_000_000_000).optional(), {
    label: 'At once',
    help: 'This many may pass in a burst after a quiet time. If empty, as many as above.',
    unit: 'events',
  }),
  keyFields: keyFields(
    'Count for each',
    'Events with the same values in these fields share one allowance. Left empty, all events share one.',
  ),
  action: field(z.enum(['drop', 'tag']).default('drop'), {
    label: 'Events over the limit',
    help: 'Tagged events pass, so that a later step can handle them.',
    options: { drop: 'Drop them', tag: 'Keep and tag them' },
  }),
  tagField: optionalTargetPath('Tag', 'Set to true; left empty, the field throttled.', 'throttled'),
  summary: field(z.boolean().default(false), {
    label: 'Report the number',
    help: 'One event per value reports how many were over the limit, after each period.',
  }),
  exclude: field(z.optional(conditionValue()), {
    label: 'Always let through',
    help: 'Events that match pass and use nothing up.',
    kind: 'condition',
  }),
  maxKeys: maxKeys(
    'Beyond this many, the least recently used are forgotten and start with a full allowance.',
  ),
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
  description: 'Limits the number of events per time, and drops or tags the rest.',
  icon: 'gauge',
  schema: throttleSchema,
});
