import { z } from 'zod';
import { fieldPathText } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { eventIdField, keyAuthFields, MIB } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { checkRequest, requestFields, urlField } from '../../shared/outbound/request-fields.ts';

const taken = (label: string, help: string, name: string) =>
  field(fieldPathText().default(name), { label, help, kind: 'field', group: 'Log records' });

export const otlpHttpSchema = z
  .strictObject({
    url: urlField(
      'Address of the receiver; /v1/logs is added when it has no path.',
      'https://collector:4318',
    ),
    encoding: field(z.enum(['json', 'protobuf']).default('json'), {
      label: 'Encoding',
      help: 'Protobuf is smaller and all receivers accept it; JSON is human-readable.',
      options: { json: 'JSON', protobuf: 'Protobuf' },
    }),
    resource: field(
      z.record(z.string().min(1).max(256), z.string().max(4096)).default({ 'service.name': 'penstock' }),
      {
        label: 'Resource attributes',
        help: 'Describe where events come from; an event with an object resource, as the OpenTelemetry source creates it, adds its own.',
      },
    ),
    timeField: taken(
      'Time field',
      'Time of an event; without it, the record has that of sending only.',
      'timestamp',
    ),
    severityField: taken('Severity field', 'A name such as error, sent as text and as number.', 'severity'),
    bodyField: taken(
      'Body field',
      'Becomes the body; trace_id, span_id, trace_flags, event_name, severity_number, observed_timestamp, resource and scope become those of the record, and the other fields attributes. Without a body field, all of them are the body.',
      'message',
    ),
    eventId: eventIdField(
      'As the attribute log.record.uid, by which OpenTelemetry says that a record is the same as another.',
    ),
    ...keyAuthFields('Authentication'),
    ...requestFields({
      compressions: ['none', 'gzip', 'zstd'],
      compression: 'gzip',
      batching: { maxEvents: 1000, maxBytes: MIB, timeoutMs: 1000 },
    }),
  })
  .superRefine(checkRequest);
export type OtlpHttpConfig = z.output<typeof otlpHttpSchema>;

export const otlpHttp = defineComponent({
  templateId: 'otlp_http',
  nodeType: 'SINK',
  name: 'OTLP over HTTP',
  version: '1.1.0',
  category: 'SERIALIZER',
  group: 'Push',
  description:
    'Sends log records to OpenTelemetry Collectors and anything else that accepts OTLP, as JSON or protobuf.',
  icon: 'connect',
  schema: otlpHttpSchema,
});
