import { createHmac } from 'node:crypto';
import { z } from 'zod';
import {
  escapeForJson,
  fillTemplate,
  findJsonTemplateProblem,
  MESSAGE_VARIABLES,
} from '../../../contract/alerts/message-template.ts';
import { checkUrl, field, headersField, refuse } from '../../../engine/components/catalogue.ts';
import { describeHost, sendHttp } from './http.ts';
import { defineChannel, type WriteInput } from './kind.ts';
import { formatText, formatTitle, toValues } from './message.ts';

const schema = z
  .strictObject({
    url: field(z.string().trim().min(1).max(2048), {
      label: 'URL',
      help: 'Where messages are sent.',
      placeholder: 'https://hooks.example.com/alerts',
      bindsSecrets: 'address',
    }),
    method: field(z.enum(['POST', 'PUT', 'PATCH']).default('POST'), {
      label: 'Method',
      help: 'Of each request.',
    }),
    body: field(z.enum(['standard', 'template']).default('standard'), {
      label: 'Body',
      help: 'What is sent, as JSON.',
      options: { standard: 'Everything known about the alerts', template: 'Your own template' },
    }),
    template: field(z.string().min(1).max(20_000).optional(), {
      label: 'Template',
      help: 'JSON in which {{title}}, {{text}}, {{severity}}, {{target}}, {{value}}, {{site}}, {{link}} and others stand for what the alert is. Only the first alert of a message is named, but title and text say all.',
      placeholder: '{"summary": "{{title}}"}',
      kind: 'multiline',
      options: MESSAGE_VARIABLES,
      visibleWhen: { property: 'body', oneOf: ['template'] },
    }),
    auth: field(z.enum(['none', 'basic', 'bearer']).default('none'), {
      label: 'Authentication',
      help: 'How requests authenticate.',
      essential: true,
      group: 'Authentication',
      options: { none: 'None', basic: 'User and password', bearer: 'Token' },
    }),
    username: field(z.string().min(1).max(256).optional(), {
      label: 'User',
      help: 'Sent with the password.',
      essential: true,
      group: 'Authentication',
      visibleWhen: { property: 'auth', oneOf: ['basic'] },
    }),
    password: field(z.string().min(1).max(4096).optional(), {
      label: 'Password',
      help: 'Stored encrypted; never shown again.',
      kind: 'secret',
      essential: true,
      group: 'Authentication',
      visibleWhen: { property: 'auth', oneOf: ['basic'] },
    }),
    token: field(z.string().min(1).max(4096).optional(), {
      label: 'Token',
      help: 'Stored encrypted; never shown again.',
      kind: 'secret',
      essential: true,
      group: 'Authentication',
      visibleWhen: { property: 'auth', oneOf: ['bearer'] },
    }),
    signingSecret: field(z.string().min(8).max(4096).optional(), {
      label: 'Signing secret',
      help: 'With it, X-Penstock-Signature is v1= and the HMAC-SHA-256 of X-Penstock-Timestamp, a period and the body, in hexadecimal: the receiver can tell who sent it.',
      kind: 'secret',
      group: 'Authentication',
    }),
    headers: headersField('Requests'),
  })
  .superRefine((config, context) => {
    checkUrl('url', config.url, context);
    const need = (name: 'username' | 'password' | 'token' | 'template') => {
      if (config[name] === undefined) refuse(context, [name], 'required', 'is required');
    };
    if (config.auth === 'basic') for (const name of ['username', 'password'] as const) need(name);
    if (config.auth === 'bearer') need('token');
    if (config.body !== 'template') return;
    need('template');
    const problem = config.template === undefined ? undefined : findJsonTemplateProblem(config.template);
    if (problem) refuse(context, ['template'], 'template', problem);
  });
type Config = z.output<typeof schema>;

const writeStandard = ({ message, id }: WriteInput): string =>
  JSON.stringify({
    version: 1,
    id,
    event: message.isTest ? 'test' : message.kind.toLowerCase(),
    title: formatTitle(message),
    text: formatText(message),
    severity: message.severity,
    rule: message.rule,
    site: message.site,
    condition: message.condition,
    advice: message.advice,
    message: message.text,
    note: message.note,
    runbookUrl: message.runbookUrl,
    link: message.link,
    alerts: message.alerts,
  });

const writeBody = (config: Config, input: WriteInput): string =>
  config.body === 'template'
    ? fillTemplate(config.template ?? '', toValues(input.message, input.id), escapeForJson)
    : writeStandard(input);

const encodeBasic = ({ username, password }: Config): string =>
  Buffer.from(`${username}:${password}`).toString('base64');

function authenticate(config: Config): Record<string, string> {
  if (config.auth === 'none') return {};
  return {
    authorization: config.auth === 'basic' ? `Basic ${encodeBasic(config)}` : `Bearer ${config.token}`,
  };
}

/** `v1=` and the HMAC of time and body. */
const signBody = (secret: string, timestamp: string, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;

export const webhook = defineChannel({
  type: 'WEBHOOK',
  name: 'Webhook',
  description: 'Sends JSON to a web address, signed if you like.',
  schema,
  describeAddress: ({ url }) => describeHost(url),
  write: (config, input) => ({ subject: '', bodies: [writeBody(config, input)] }),
  send: (config, input) => {
    const { id, now, signal } = input;
    const body = writeBody(config, input);
    const timestamp = String(Math.floor(now / 1000));
    const { auth, signingSecret, password, token } = config;
    const signed: Record<string, string> = signingSecret
      ? {
          'x-penstock-timestamp': timestamp,
          'x-penstock-signature': signBody(signingSecret, timestamp, body),
        }
      : {};
    const headers = {
      ...config.headers,
      ...authenticate(config),
      ...signed,
      'idempotency-key': id,
      'x-penstock-delivery': id,
    };
    const basic = auth === 'basic' ? encodeBasic(config) : undefined;
    const secrets = [signingSecret, password, token, basic].filter((one) => one !== undefined);
    return sendHttp({ url: config.url, method: config.method, headers, body }, { now, signal, secrets });
  },
});
