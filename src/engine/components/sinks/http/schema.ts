import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { eventIdField, keyAuthFields, MIB } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { checkRequest, requestFields, urlField } from '../../shared/outbound/request-fields.ts';

export const httpSchema = z
  .strictObject({
    url: urlField('Where batches are sent.', 'https://logs.example.com/ingest'),
    method: field(z.enum(['POST', 'PUT']).default('POST'), { label: 'Method', help: 'Of each request.' }),
    encoding: field(z.enum(['ndjson', 'json']).default('ndjson'), {
      label: 'Body',
      help: 'How a batch is written.',
      options: { ndjson: 'One JSON object per line', json: 'A JSON array' },
    }),
    eventId: eventIdField('In the field penstock_id.'),
    ...keyAuthFields('Authentication'),
    ...requestFields({
      compressions: ['none', 'gzip', 'zstd'],
      compression: 'none',
      batching: { maxEvents: 1000, maxBytes: MIB, timeoutMs: 1000 },
    }),
  })
  .superRefine(checkRequest);

export const http = defineComponent({
  templateId: 'http',
  nodeType: 'SINK',
  name: 'HTTP',
  version: '1.0.0',
  category: 'SERIALIZER',
  group: 'Push',
  description: 'Sends batches of events to a web address, with retries until they are accepted.',
  icon: 'send',
  schema: httpSchema,
});
