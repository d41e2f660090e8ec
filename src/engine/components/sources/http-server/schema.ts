import { z } from 'zod';
import { EVENT_MAX_BYTES_DEFAULT } from '../../../../contract/limits.ts';
import { defineComponent } from '../../schema/component.ts';
import { address, authFields, checkAuth, MIB, port } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';

export const httpServerSchema = z
  .strictObject({
    address: address(),
    port: port(8080),
    path: field(
      z
        .string()
        .trim()
        .max(1024)
        .regex(/^\/[^?#\s]*$/, 'must begin with / and hold no ?, # or space')
        .default('/'),
      { label: 'Path', help: 'Requests to any other path are answered with 404.' },
    ),
    format: field(z.enum(['auto', 'json', 'ndjson', 'text']).default('auto'), {
      label: 'Format',
      help: 'How the body of a request becomes events.',
      options: {
        auto: 'By content type, else by content',
        json: 'JSON: one object, or an array of objects',
        ndjson: 'One JSON object per line',
        text: 'One event per line of text',
      },
    }),
    ...authFields('Authentication'),
    maxEventBytes: field(
      z
        .int()
        .min(64)
        .max(64 * MIB)
        .default(EVENT_MAX_BYTES_DEFAULT),
      {
        label: 'Longest event',
        help: 'A request with a longer event is refused as a whole with 413.',
        unit: 'bytes',
        group: 'Limits',
      },
    ),
    maxBodyBytes: field(
      z
        .int()
        .min(1024)
        .max(256 * MIB)
        .default(16 * MIB),
      {
        label: 'Largest request',
        help: 'Of the body after decompression; larger requests are refused with 413.',
        unit: 'bytes',
        group: 'Limits',
      },
    ),
  })
  .superRefine(checkAuth);
export type HttpServerConfig = z.output<typeof httpServerSchema>;

export const httpServer = defineComponent({
  templateId: 'http_server',
  nodeType: 'SOURCE',
  name: 'HTTP',
  version: '1.0.0',
  category: 'SOURCE_CONFIG',
  group: 'Push',
  description:
    'Takes events sent by POST as JSON, NDJSON or lines of text, and answers once they are safe at every destination.',
  icon: 'globe',
  schema: httpServerSchema,
  ports: (config) => [{ protocol: 'TCP', port: config.port, address: config.address }],
});
