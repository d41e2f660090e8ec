import { z } from 'zod';
import { compiles } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { deliveryFields, eventIdField, optionalFieldPath } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { checkCluster, clusterFields, securityFields } from '../../shared/kafka/fields.ts';
import { nameTemplate } from '../../shared/outbound/name-template.ts';
import { templateText } from '../../shared/outbound/template-field.ts';

const MESSAGE = 'Message';
const REQUESTS = 'Requests';
const SETTLED_NAME = /^[a-zA-Z0-9._-]*$/;

export const isFixedTopic = (topic: string): boolean => SETTLED_NAME.test(topic);

const headerTemplate = templateText(z.string().max(8192));

export const kafkaSinkSchema = z
  .strictObject({
    ...clusterFields(),
    topic: field(
      z
        .string()
        .trim()
        .min(1)
        .max(249)
        .superRefine(compiles('template', (text: string) => nameTemplate(text))),
      {
        label: 'Topic',
        help: `Its name; the topic must exist. \${service} stands for the value of a field, %F for the date (UTC).`,
        placeholder: `logs-\${service}`,
      },
    ),
    format: field(z.enum(['json', 'text']).default('json'), {
      label: 'Format',
      help: 'How an event becomes the value of a message.',
      options: { json: 'Always JSON', text: 'Raw lines as they came, others as JSON' },
    }),
    keyField: optionalFieldPath(
      'Key field',
      'Events with the same value go to the same partition and stay in order. Without it, partitions take turns.',
      'user.id',
    ),
    timeField: optionalFieldPath(
      'Time field',
      'Field that holds the time of an event; left empty, it is the time of sending.',
      'timestamp',
    ),
    headers: field(z.record(z.string().min(1).max(249), headerTemplate).default({}), {
      label: 'Headers',
      help: `Headers of each message. \${service} stands for the value of a field.`,
      group: MESSAGE,
    }),
    eventId: eventIdField('As the header penstock_id.'),
    compression: field(z.enum(['none', 'gzip', 'snappy', 'lz4', 'zstd']).default('zstd'), {
      label: 'Compression',
      help: 'Of what is sent; figures of this product count bytes before it.',
      group: REQUESTS,
      options: { none: 'None', gzip: 'gzip', snappy: 'Snappy', lz4: 'LZ4', zstd: 'Zstandard' },
    }),
    timeoutSeconds: field(z.number().min(1).max(300).default(30), {
      label: 'Timeout',
      help: 'A request without an answer from all in-sync replicas in this time is sent again.',
      unit: 's',
      group: REQUESTS,
    }),
    ...securityFields(),
    ...deliveryFields({ maxEvents: 2000, maxBytes: 512 * 1024, timeoutMs: 200 }),
  })
  .superRefine(checkCluster);
export type KafkaSinkConfig = z.output<typeof kafkaSinkSchema>;

export const kafkaSink = defineComponent({
  templateId: 'kafka',
  nodeType: 'SINK',
  name: 'Kafka',
  version: '1.0.0',
  category: 'SERIALIZER',
  group: 'Push',
  description:
    'Sends messages to topics; each counts as delivered once all in-sync replicas have it. Retries make no duplicates while the connection holds.',
  icon: 'columns',
  schema: kafkaSinkSchema,
});
