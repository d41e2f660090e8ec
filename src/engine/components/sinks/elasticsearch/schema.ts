import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { authFields, eventIdField, MIB, optionalFieldPath } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { checkRequest, requestFields, urlField } from '../../shared/outbound/request-fields.ts';
import { templateText } from '../../shared/outbound/template-field.ts';

const AUTH = 'Authentication';

export const elasticsearchSchema = z
  .strictObject({
    url: urlField('Address of Elasticsearch or OpenSearch.', 'https://search.example.com:9200'),
    mode: field(z.enum(['index', 'data_stream']).default('index'), {
      label: 'Write to',
      help: 'A data stream takes new events only and manages its indices itself.',
      options: { index: 'An index', data_stream: 'A data stream' },
    }),
    index: field(templateText(z.string().trim().min(1).max(255)), {
      label: 'Index or data stream',
      help: `Its name. %F is the date of an event, %Y %m %d %H its parts (UTC), and \${service} the value of its field.`,
      placeholder: `logs-\${service}-%F`,
    }),
    idField: optionalFieldPath(
      'Id field',
      'Field that identifies an event: an event sent twice is then stored once.',
      'event.id',
    ),
    eventId: eventIdField(
      'Used as document id when no id field is set; an event sent again is then stored once.',
      true,
    ),
    timeField: optionalFieldPath(
      'Time field',
      'Field that holds the time of an event; left empty, its @timestamp, and else the time of sending.',
      '@timestamp',
    ),
    addTimestamp: field(z.boolean().default(true), {
      label: 'Add @timestamp',
      help: 'Where an event has none; a data stream needs it.',
    }),
    pipeline: field(z.string().trim().min(1).max(255).optional(), {
      label: 'Ingest pipeline',
      help: 'Name of the pipeline that the receiver runs first.',
      placeholder: 'geoip',
    }),
    ...authFields(AUTH),
    auth: field(z.enum(['none', 'basic', 'api_key', 'bearer']).default('none'), {
      label: 'Authentication',
      essential: true,
      help: 'How requests authenticate.',
      group: AUTH,
      options: { none: 'None', basic: 'User and password', api_key: 'API key', bearer: 'Token' },
    }),
    apiKey: field(z.string().min(1).max(4096).optional(), {
      label: 'API key',
      essential: true,
      help: 'In its encoded form. Stored encrypted; never shown again.',
      kind: 'secret',
      group: AUTH,
      visibleWhen: { property: 'auth', oneOf: ['api_key'] },
    }),
    ...requestFields({
      compressions: ['none', 'gzip'],
      compression: 'gzip',
      batching: { maxEvents: 2000, maxBytes: 5 * MIB, timeoutMs: 1000 },
    }),
  })
  .superRefine(checkRequest);
export type ElasticsearchConfig = z.output<typeof elasticsearchSchema>;

export const elasticsearch = defineComponent({
  templateId: 'elasticsearch',
  nodeType: 'SINK',
  name: 'Elasticsearch, OpenSearch',
  version: '1.0.0',
  category: 'SERIALIZER',
  group: 'Log stores',
  description:
    'Writes events to indices or data streams; each event is accepted, retried, or becomes a dead letter on its own.',
  icon: 'database',
  schema: elasticsearchSchema,
});
