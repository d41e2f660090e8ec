import { z } from 'zod';
import { fieldPathText } from '../../schema/checks.ts';
import { defineComponent } from '../../schema/component.ts';
import { eventIdField, MIB } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { checkRequest, requestFields, urlField } from '../../shared/outbound/request-fields.ts';

const METADATA = 'Metadata';
const named = (label: string, help: string, placeholder: string) =>
  field(z.string().trim().min(1).max(1024).optional(), { label, help, placeholder, group: METADATA });
const asEvents = { property: 'endpoint', oneOf: ['event'] };
const perEvent = (label: string, help: string, placeholder: string) =>
  field(fieldPathText().optional(), {
    label,
    help,
    kind: 'field',
    placeholder,
    group: METADATA,
    visibleWhen: asEvents,
  });
const acknowledged = { property: 'acks', oneOf: [true] };

export const splunkHecSchema = z
  .strictObject({
    url: urlField(
      'Address of the collector; its usual path is added when there is none.',
      'https://splunk:8088',
    ),
    token: field(z.string().min(1).max(4096), {
      label: 'Token',
      help: 'Of the HTTP Event Collector. Stored encrypted; never shown again.',
      kind: 'secret',
    }),
    endpoint: field(z.enum(['event', 'raw']).default('event'), {
      label: 'Endpoint',
      help: 'Raw lines are parsed by Splunk, which takes their time and host from the text.',
      options: { event: 'Events with their fields', raw: 'Raw lines' },
    }),
    acks: field(z.boolean().default(false), {
      label: 'Wait for indexing',
      help: 'An event counts as delivered once Splunk says that it is indexed. The token must have acknowledgement turned on, and a load balancer must keep a sender with one indexer.',
    }),
    ackTimeoutSeconds: field(z.int().min(5).max(3600).default(300), {
      label: 'Longest wait for indexing',
      help: 'Events that are not indexed by then are sent again.',
      unit: 's',
      visibleWhen: acknowledged,
    }),
    index: named('Index', 'Left empty, it is that of the token.', 'main'),
    source: named('Source', 'Value of the field source.', 'penstock'),
    sourcetype: named('Source type', 'Value of the field sourcetype.', '_json'),
    host: named('Host', 'Value of the field host, for events without one.', 'web-1'),
    hostField: perEvent('Host field', 'Field of an event that holds its host.', 'hostname'),
    timeField: perEvent('Time field', 'Field of an event that holds its time.', 'timestamp'),
    indexedFields: field(z.array(fieldPathText()).max(100).default([]), {
      label: 'Indexed fields',
      help: 'Fields of an event that Splunk indexes when it arrives; texts and numbers.',
      kind: 'fields',
      placeholder: 'service',
      group: METADATA,
      visibleWhen: asEvents,
    }),
    eventId: eventIdField('As the indexed field penstock_id.', false, asEvents),
    ...requestFields({
      compressions: ['none', 'gzip'],
      compression: 'none',
      batching: { maxEvents: 1000, maxBytes: MIB, timeoutMs: 1000 },
    }),
  })
  .superRefine(checkRequest);
export type SplunkHecConfig = z.output<typeof splunkHecSchema>;

export const splunkHec = defineComponent({
  templateId: 'splunk_hec',
  nodeType: 'SINK',
  name: 'Splunk HEC',
  version: '1.0.0',
  category: 'SERIALIZER',
  group: 'Log stores',
  description: 'Sends events to the HTTP Event Collector of Splunk, optionally waiting for indexing.',
  icon: 'send',
  schema: splunkHecSchema,
});
