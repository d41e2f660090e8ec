import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import {
  MAIL_ADDRESS,
  MAIL_ADDRESS_MAX_LENGTH,
  MAIL_ADDRESS_REFUSAL,
  MAIL_RECIPIENTS_MAX,
} from '../../../contract/mail-address.ts';
import { getErrorMessage } from '../../../contract/values.ts';
import { field, literalRefusal, refuse } from '../../../engine/components/catalogue.ts';
import { checkedLookup, checkLiteral } from '../../../engine/port.ts';
import { describeConnectionError } from './http.ts';
import { defineChannel, type SendInput, type SendOutcome } from './kind.ts';
import { type AlertMessage, formatText, formatTitle } from './message.ts';

const TIMEOUT_MS = 10_000;

const address = z.string().trim().max(MAIL_ADDRESS_MAX_LENGTH).regex(MAIL_ADDRESS, MAIL_ADDRESS_REFUSAL);

const schema = z
  .strictObject({
    to: field(z.array(address).min(1).max(MAIL_RECIPIENTS_MAX), {
      label: 'To',
      help: `Recipients, at most ${MAIL_RECIPIENTS_MAX}: use a list of your mail server for more.`,
      placeholder: 'ops@example.com',
    }),
    from: field(address, {
      label: 'From',
      help: 'The sender of the mail.',
      placeholder: 'penstock@example.com',
    }),
    host: field(z.string().trim().min(1).max(253), {
      label: 'Mail server',
      help: 'Name or address of the SMTP server.',
      placeholder: 'smtp.example.com',
      group: 'Mail server',
      bindsSecrets: 'address',
    }),
    port: field(z.int().min(1).max(65_535).default(587), {
      label: 'Port',
      help: '587 with STARTTLS, 465 with TLS, 25 between servers.',
      essential: true,
      group: 'Mail server',
      bindsSecrets: 'address',
    }),
    security: field(z.enum(['starttls', 'tls', 'none']).default('starttls'), {
      label: 'Security',
      help: 'Without it, mail and password can be read on the way. STARTTLS is required where it is chosen: nothing is sent in the clear.',
      essential: true,
      group: 'Mail server',
      options: { starttls: 'STARTTLS', tls: 'TLS from the start', none: 'None' },
      bindsSecrets: 'security',
    }),
    username: field(z.string().min(1).max(256).optional(), {
      label: 'User',
      help: 'If empty, no login is made.',
      essential: true,
      group: 'Mail server',
    }),
    password: field(z.string().min(1).max(4096).optional(), {
      label: 'Password',
      help: 'Stored encrypted; never shown again.',
      kind: 'secret',
      essential: true,
      group: 'Mail server',
    }),
  })
  .superRefine(({ host, username, password, security }, context) => {
    const refusal = literalRefusal(host);
    if (refusal) refuse(context, ['host'], 'target', `may not lead to ${host}: ${refusal}`);
    if (/[\s/]/.test(host)) refuse(context, ['host'], 'host', 'must be a name or an address alone');
    if (username !== undefined && password === undefined)
      refuse(context, ['password'], 'required', 'is required with a user');
    if (username === undefined && password !== undefined)
      refuse(context, ['username'], 'required', 'is required with a password');
    if (password !== undefined && security === 'none')
      refuse(context, ['security'], 'clear_password', 'must not be None with a password: it could be read');
  });
type Config = z.output<typeof schema>;

/** Checks the address on connecting, also when a name resolves to it. */
function openSocket({ host, port }: Config, signal: AbortSignal): Promise<Socket> {
  checkLiteral(host, port);
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host, port, lookup: checkedLookup(port), timeout: TIMEOUT_MS });
  const stop = () => socket.destroy(new DOMException('It timed out', 'TimeoutError'));
  signal.addEventListener('abort', stop, { once: true });
  socket.once('timeout', stop);
  socket.once('error', reject);
  socket.once('close', () => signal.removeEventListener('abort', stop));
  socket.once('connect', () => {
    socket.off('error', reject);
    socket.off('timeout', stop);
    socket.setTimeout(0);
    resolve(socket);
  });
  return promise;
}

type SmtpError = { code?: unknown; responseCode?: unknown; response?: unknown };

function describeSmtpError(error: unknown, { host, port }: Config): SendOutcome {
  const { code, responseCode, response } = error as SmtpError;
  const said = typeof response === 'string' ? response.slice(0, 200) : getErrorMessage(error);
  const failed = (problem: string, advice: string, canRetry = true): SendOutcome => ({
    isAccepted: false,
    problem: `${host}:${port} ${problem}`,
    advice,
    canRetry,
  });
  const isForGood = typeof responseCode === 'number' && responseCode >= 500;
  switch (code) {
    case 'EAUTH':
      return failed(
        `refused the login: ${said}`,
        'Correct user and password; waiting messages are then sent',
      );
    case 'EENVELOPE':
      return failed(
        `refused sender or recipients: ${said}`,
        'Correct the addresses of the channel',
        !isForGood,
      );
    case 'EMESSAGE':
      return failed(`refused the mail: ${said}`, 'Ask whoever runs the mail server why', !isForGood);
    case 'ETLS':
      return failed(
        `has no secure connection: ${said}`,
        'Choose the security and port that the mail server offers, or name its authority in NODE_EXTRA_CA_CERTS of the service',
      );
    case 'ETIMEDOUT':
      return failed(
        'did not answer in 10 s',
        'Check port and security: a server that expects TLS from the start says nothing',
      );
    default:
      return describeConnectionError(error, `${host}:${port}`);
  }
}

export type Mail = {
  /** The same for each attempt, so that mail programs can drop repeats. */
  id: string;
  to: readonly string[];
  subject: string;
  text: string;
  html?: string;
  attachments?: readonly { filename: string; contentType: string; content: Buffer }[];
  /** Shared by all mails about one subject. */
  thread?: string;
};

type Sending = Pick<SendInput, 'now' | 'signal'>;

async function sendMail(config: Config, mail: Mail, { now, signal }: Sending): Promise<SendOutcome> {
  const { host, port, security, username, password, from } = config;
  const { createTransport } = await import('nodemailer');
  let socket: Socket | undefined;
  try {
    socket = await openSocket(config, signal);
    const connection = socket;
    const transport = createTransport({
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(username === undefined ? {} : { auth: { user: username, pass: password ?? '' } }),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      getSocket: (_options: unknown, done: (error: Error | null, found: { connection: Socket }) => void) =>
        done(null, { connection }),
    });
    const domain = from.slice(from.indexOf('@') + 1);
    const thread = mail.thread && `<${mail.thread}@${domain}>`;
    const { id, to, subject, text, html, attachments } = mail;
    const { rejected } = await transport.sendMail({
      // Strings would be parsed, and could inject recipients.
      from: { name: 'Penstock', address: from },
      to: to.map((one) => ({ name: '', address: one })),
      subject,
      text,
      ...(html === undefined ? {} : { html }),
      ...(attachments === undefined ? {} : { attachments: [...attachments] }),
      date: new Date(now),
      messageId: `<message-${id}@${domain}>`,
      ...(thread === undefined ? {} : { references: thread, inReplyTo: thread }),
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Penstock-Delivery': id },
    });
    const refused = rejected.map(String);
    return refused.length === 0
      ? { isAccepted: true }
      : { isAccepted: true, note: `The mail server refused ${refused.join(', ')}` };
  } catch (error) {
    return describeSmtpError(error, config);
  } finally {
    socket?.destroy();
  }
}

/**
 * Sends through a stored channel's mail server to other recipients.
 * @param config of an e-mail channel, secrets in clear
 */
export const sendMailBy = (
  config: Record<string, unknown>,
  mail: Mail,
  sending: Sending,
): Promise<SendOutcome> => sendMail(schema.parse(config), mail, sending);

const writeMail = (message: AlertMessage) => ({ subject: formatTitle(message), text: formatText(message) });

const send = (config: Config, { id, message, ...sending }: SendInput): Promise<SendOutcome> =>
  sendMail(
    config,
    {
      id,
      to: config.to,
      ...writeMail(message),
      ...(message.isTest ? {} : { thread: `alert-${message.alerts[0]?.id ?? id}` }),
    },
    sending,
  );

export const email = defineChannel({
  type: 'EMAIL',
  name: 'E-mail',
  description: 'Sends mail by an SMTP server.',
  schema,
  describeAddress: ({ to }) => (to.length > 1 ? `${to[0]} and ${to.length - 1} more` : (to[0] ?? '')),
  write: (_config, { message }) => {
    const { subject, text } = writeMail(message);
    return { subject, bodies: [text] };
  },
  send,
});
