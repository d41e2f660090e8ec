import { z } from 'zod';
import { defineComponent } from '../../schema/component.ts';
import { authFields, checkAuth, deliveryFields, MIB } from '../../schema/fields.ts';
import { field } from '../../schema/hints.ts';
import { literalRefusal } from './targets.ts';

/** The sink sets these itself. */
const OWN_HEADERS = ['host', 'content-length', 'content-encoding', 'transfer-encoding', 'connection'];

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be a header name: letters, digits and -')
  .refine(
    (name) => !OWN_HEADERS.includes(name.toLowerCase()),
    'is a header that the destination sets itself',
  );

export const httpSchema = z
  .strictObject({
    url: field(z.string().trim().min(1).max(2048), {
      label: 'URL',
      help: 'Where batches are sent.',
      placeholder: 'https://logs.example.com/ingest',
    }),
    method: field(z.enum(['POST', 'PUT']).default('POST'), { label: 'Method', help: 'Of each request.' }),
    encoding: field(z.enum(['ndjson', 'json']).default('ndjson'), {
      label: 'Body',
      help: 'How a batch is written.',
      options: { ndjson: 'One JSON object per line', json: 'A JSON array' },
    }),
    compression: field(z.enum(['none', 'gzip']).default('none'), {
      label: 'Compression',
      help: 'Of the body; most receivers understand gzip.',
      options: { none: 'None', gzip: 'gzip' },
    }),
    headers: field(
      z
        .record(
          headerName,
          z
            .string()
            .max(8192)
            .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be one line of text'),
        )
        .default({}),
      { label: 'Headers', help: 'Sent with each request, besides the content type.' },
    ),
    ...authFields('Authentication'),
    timeoutSeconds: field(z.number().min(1).max(600).default(30), {
      label: 'Timeout',
      help: 'A request without an answer in this time is tried again.',
      unit: 's',
      group: 'Limits',
    }),
    ...deliveryFields({ maxEvents: 1000, maxBytes: MIB, timeoutMs: 1000 }),
  })
  .superRefine((config, context) => {
    checkAuth(config, context);
    const refuse = (message: string, rule: string) =>
      context.addIssue({ code: 'custom', path: ['url'], message, params: { rule } });
    const url = URL.parse(config.url);
    if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
      return refuse('must be a full address that begins with http:// or https://', 'url');
    if (url.username !== '' || url.password !== '')
      refuse('must hold no password: set the authentication below instead', 'credentials');
    const refusal = literalRefusal(url.hostname);
    if (refusal) refuse(`may not lead to ${url.hostname}: ${refusal}`, 'target');
  });
export type HttpConfig = z.output<typeof httpSchema>;

export const http = defineComponent({
  templateId: 'http',
  nodeType: 'SINK',
  name: 'HTTP',
  version: '1.0.0',
  category: 'SERIALIZER',
  group: 'Push',
  description: 'Sends batches of events to a web address, and again until they are taken.',
  icon: 'send',
  schema: httpSchema,
});
