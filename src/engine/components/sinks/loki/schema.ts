import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { eventIdField, keyAuthFields, MIB, optionalFieldPath } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { checkRequest, requestFields, urlField } from '../../shared/outbound/request-fields.ts';
import { templateText } from '../../shared/outbound/template-field.ts';

const labelName = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/, 'must be a label name: letters, digits and _');
const labelValue = templateText(z.string().min(1).max(2048));

export const lokiSchema = z
  .strictObject({
    url: urlField('Address of Loki; its usual path is added when there is none.', 'https://loki:3100'),
    labels: field(
      z
        .record(labelName, labelValue)
        .refine((labels) => Object.keys(labels).length > 0, {
          message: 'must have at least one label',
          params: { rule: 'labels' },
        })
        .default({ job: 'penstock' }),
      {
        label: 'Labels',
        help: `Each combination of values is a stream of its own, so choose few. \${service} stands for the value of a field.`,
      },
    ),
    tenant: field(
      z
        .string()
        .trim()
        .regex(/^[\x21-\x7e]{1,150}$/, 'must be a name without spaces')
        .optional(),
      { label: 'Tenant', help: 'Sent as X-Scope-OrgID, where Loki serves several.', placeholder: 'team-a' },
    ),
    timeField: optionalFieldPath(
      'Time field',
      'Field that holds the time of an event; left empty, it is the time of sending.',
      'timestamp',
    ),
    line: field(z.enum(['text', 'json']).default('text'), {
      label: 'Line',
      help: 'How an event becomes a line.',
      options: { text: 'Raw lines as they came, others as JSON', json: 'Always JSON' },
    }),
    outOfOrder: field(z.enum(['refuse', 'now']).default('refuse'), {
      label: 'When a time is too old',
      help: 'What happens to an event that Loki refuses for its time.',
      options: { refuse: 'Keep it as a dead letter', now: 'Send it with the current time' },
    }),
    eventId: eventIdField('As structured metadata penstock_id, which Loki must have turned on.'),
    ...keyAuthFields('Authentication'),
    ...requestFields({
      compressions: ['none', 'gzip'],
      compression: 'gzip',
      batching: { maxEvents: 2000, maxBytes: MIB, timeoutMs: 1000 },
    }),
  })
  .superRefine(checkRequest);
export type LokiConfig = z.output<typeof lokiSchema>;

export const loki = defineComponent({
  templateId: 'loki',
  nodeType: 'SINK',
  name: 'Loki',
  version: '1.0.0',
  category: 'SERIALIZER',
  group: 'Log stores',
  description: 'Sends lines to Grafana Loki, in streams by their labels.',
  icon: 'log-search',
  schema: lokiSchema,
});
