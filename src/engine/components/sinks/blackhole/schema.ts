import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { deliveryFields, MIB } from '../../schema/fields.ts';

export const blackholeSchema = z.strictObject({
  ...deliveryFields({ maxEvents: 10_000, maxBytes: 8 * MIB, timeoutMs: 0 }),
});

export const blackhole = defineComponent({
  templateId: 'blackhole',
  nodeType: 'SINK',
  name: 'Blackhole',
  version: '1.0.0',
  category: 'SERIALIZER',
  group: 'Internal',
  description: 'Counts events and discards them, to measure what a pipeline would deliver.',
  icon: 'trash',
  warnings: ['Whatever reaches it is gone.'],
  schema: blackholeSchema,
});
