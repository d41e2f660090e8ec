import { z } from 'zod';
import { type Issues, refuse } from '../../schema/checks.ts';
import { checkAuth, deliveryFields } from '../../schema/fields.ts';
import { field, type Hints } from '../../schema/hints.ts';
import type { Compression } from './compression.ts';
import { literalRefusal } from './targets.ts';
import { checkTls, type TlsConfig, trustFields } from './tls-fields.ts';

const GROUP = 'Requests';
const OWN_HEADERS = ['host', 'content-length', 'content-encoding', 'transfer-encoding', 'connection'];
const CREDENTIALS =
  /^(proxy-)?authorization$|^cookie$|(^|[-_])((api|app|application|access|auth|secret|license|subscription|insert|ingest)[-_]?key|auth|token|secret|password|credentials?)$/i;
const COMPRESSIONS = { none: 'None', gzip: 'gzip', zstd: 'Zstandard' };

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be a header name: letters, digits and -')
  .refine((name) => !OWN_HEADERS.includes(name.toLowerCase()), 'is a header that the destination sets itself')
  .refine(
    (name) => !CREDENTIALS.test(name),
    'would store a secret in plain text: use the authentication instead',
  );
const headerValue = z
  .string()
  .max(8192)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be one line of text');

export const urlField = (help: string, placeholder: string) =>
  field(z.string().trim().min(1).max(2048), { label: 'URL', help, placeholder, bindsSecrets: 'address' });

export const compressionField = <const C extends Compression>(
  known: readonly [C, ...C[]],
  initial: NoInfer<C>,
  group = GROUP,
  visibleWhen?: Hints['visibleWhen'],
  words = { label: 'Compression', help: 'Of what is sent; figures of this product count bytes before it.' },
) =>
  field(z.enum(known).default(initial as never), {
    ...words,
    group,
    options: Object.fromEntries(known.map((name) => [name, COMPRESSIONS[name]])),
    ...(visibleWhen && { visibleWhen }),
  });

export const concurrencyField = () =>
  field(z.int().min(1).max(32).default(1), {
    label: 'Requests at a time',
    help: 'With 1, events arrive in order. More is faster when answers take long.',
    group: GROUP,
  });

export const headersField = (group: string) =>
  field(z.record(headerName, headerValue).default({}), {
    label: 'Headers',
    help: 'Sent with each request, besides those it needs. They are stored and shown in plain text: put keys and tokens into the authentication.',
    group,
  });

export const timeoutField = () =>
  field(z.number().min(1).max(600).default(30), {
    label: 'Timeout',
    help: 'A request without an answer in this time is retried over a new connection.',
    unit: 's',
    group: GROUP,
  });

type Defaults<C extends Compression> = {
  readonly compressions: readonly [C, ...C[]];
  readonly compression: NoInfer<C>;
  readonly compressedWhen?: Hints['visibleWhen'];
  readonly batching: { maxEvents: number; maxBytes: number; timeoutMs: number };
  readonly per?: 'write' | 'object';
};

/** All properties except address and authentication. */
export const requestFields = <const C extends Compression>(defaults: Defaults<C>) => ({
  ...trustFields(),
  compression: compressionField(defaults.compressions, defaults.compression, GROUP, defaults.compressedWhen),
  headers: headersField(GROUP),
  timeoutSeconds: timeoutField(),
  concurrency: concurrencyField(),
  ...deliveryFields(defaults.batching, defaults.per),
});

export type RequestConfig = TlsConfig & {
  tls: 'system' | 'own';
  compression: Compression;
  headers: Record<string, string>;
  timeoutSeconds: number;
  concurrency: number;
  auth?: 'none' | 'basic' | 'bearer' | 'api_key';
  username?: string | undefined;
  password?: string | undefined;
  token?: string | undefined;
  apiKey?: string | undefined;
  /** `Authorization: ApiKey …` by default. */
  apiKeyHeader?: string | undefined;
};

export function checkRequest(config: RequestConfig & { url: string }, context: Issues): void {
  if (config.auth) checkAuth({ ...config, auth: config.auth }, context);
  if (config.tls === 'own') checkTls(config, context);
  checkUrl('url', config.url, context);
}

export function checkUrl(name: string, text: string, context: Issues): void {
  const refuseUrl = (message: string, rule: string) => refuse(context, [name], rule, message);
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    refuseUrl('must be a full address that begins with http:// or https://', 'url');
  if (!url) return;
  if (url.username !== '' || url.password !== '')
    refuseUrl('must hold no password: set the authentication below instead', 'credentials');
  const refusal = literalRefusal(url.hostname);
  if (refusal) refuseUrl(`may not lead to ${url.hostname}: ${refusal}`, 'target');
}
