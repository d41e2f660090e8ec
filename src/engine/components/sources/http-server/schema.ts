import { z } from 'zod';
import { EVENT_MAX_BYTES_DEFAULT } from '../../../../contract/limits.ts';
import { defineComponent } from '../../schema/component.ts';
import { address, checkAuth, keyAuthFields, MIB, port } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { maxBodyBytes, maxConnections, maxEventBytes } from '../../shared/inbound/limits.ts';
import { checkListenerTls, switchedTlsFields } from '../../shared/inbound/tls-fields.ts';

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
    ...keyAuthFields('Authentication'),
    ...switchedTlsFields('Senders use https:// then. Needed wherever passwords and tokens cross a network.'),
    maxConnections: maxConnections(),
    maxEventBytes: maxEventBytes(
      EVENT_MAX_BYTES_DEFAULT,
      'A longer event becomes a dead letter. Where no other event of its request is good, the request is refused with 413.',
    ),
    maxBodyBytes: maxBodyBytes(16 * MIB),
  })
  .superRefine((config, context) => {
    checkAuth(config, context);
    if (config.tls) checkListenerTls(config, context);
  });
export type HttpServerConfig = z.output<typeof httpServerSchema>;

export const httpServer = defineComponent({
  templateId: 'http_server',
  nodeType: 'SOURCE',
  name: 'HTTP',
  version: '1.0.0',
  category: 'SOURCE_CONFIG',
  group: 'Push',
  description:
    'Receives events by POST as JSON, NDJSON or lines of text, and answers once they are safe at every destination.',
  icon: 'globe',
  schema: httpServerSchema,
  ports: (config) => [{ protocol: 'TCP', port: config.port, address: config.address }],
});
