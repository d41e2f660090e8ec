import { getErrorMessage } from '../../../contract/values.ts';
import { HttpClient, TargetRefused } from '../../../engine/port.ts';
import type { SendOutcome } from './kind.ts';

const TIMEOUT_MS = 10_000;
const SAID_MAX_LENGTH = 200;
const REFUSED_FOR_GOOD: readonly number[] = [400, 413, 415, 422];

export type HttpMessage = {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body: string;
};

/** Fields sent verbatim, which a receiver may repeat in its answer, also as JSON. */
function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length > 3)
    .flatMap((secret) => [JSON.stringify(secret).slice(1, -1), secret])
    .reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}

function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

const CONNECTION_WORDS: Record<string, [problem: string, advice: string]> = {
  ECONNREFUSED: ['refused the connection', 'Start the receiver, or correct the host and port of the channel'],
  ENOTFOUND: ['cannot be found: its name does not resolve', 'Correct the address of the channel'],
  EAI_AGAIN: ['could not be looked up', 'Check DNS on the machine of the service'],
  ECONNRESET: ['closed the connection', 'Check the logs of the receiver'],
};

export function describeConnectionError(error: unknown, host: string): SendOutcome {
  const failed = (problem: string, advice: string): SendOutcome => ({
    isAccepted: false,
    problem: `${host} ${problem}`,
    advice,
    canRetry: true,
  });
  if (error instanceof TargetRefused)
    return failed(
      `must not be reached: ${error.message}`,
      'Correct the address, or start the service with PENSTOCK_ALLOW_TARGETS naming it',
    );
  const { name, code } = error as { name?: string; code?: unknown };
  const isLate = name === 'TimeoutError' || code === 'ETIMEDOUT' || code === 'ABORT_ERR';
  if (isLate) return failed('did not answer in 10 s', 'Check that the receiver runs and is reachable');
  const words = typeof code === 'string' ? CONNECTION_WORDS[code] : undefined;
  if (words) return failed(...words);
  if (typeof code === 'string' && /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_)/.test(code))
    return failed(
      `has a certificate that is not trusted: ${getErrorMessage(error)}`,
      'Name the authority in NODE_EXTRA_CA_CERTS of the service, or renew the certificate',
    );
  return failed(`could not be sent to: ${getErrorMessage(error)}`, 'Check the logs of the receiver');
}

const adviseOn = (status: number): string => {
  if (status === 401 || status === 403)
    return 'Correct the key or authentication of the channel; waiting messages are then sent';
  if (status === 404 || status === 405 || status === 410)
    return 'Correct the address of the channel: the receiver does not know it; waiting messages are then sent';
  if (status === 429)
    return 'Nothing: it is sent later. If this goes on, let fewer rules send to the channel';
  if (status >= 500) return 'Nothing: it is retried. If this goes on, check the receiver';
  if (status >= 300 && status < 400) return 'Enter the new address in the channel';
  return 'Compare the message with what the receiver expects, then change the channel';
};

/**
 * Sends JSON once; checks the address on connecting, follows no redirects.
 * @param secrets removed from the stored answer
 */
export async function sendHttp(
  message: HttpMessage,
  { now, signal, secrets }: { now: number; signal: AbortSignal; secrets: readonly string[] },
): Promise<SendOutcome> {
  const url = new URL(message.url);
  const client = new HttpClient({ url, maxConnections: 1, tls: {}, signal });
  try {
    const { status, headers, text } = await client.send({
      url,
      method: message.method ?? 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Penstock', ...message.headers },
      body: Buffer.from(message.body),
      timeoutMs: TIMEOUT_MS,
    });
    if (status >= 200 && status < 300) return { isAccepted: true };
    // Before cutting, so that no part of a secret remains.
    const said = hideSecrets(text.trim().replaceAll(/\s+/g, ' '), secrets).slice(0, SAID_MAX_LENGTH);
    const askedMs = readRetryAfter(headers['retry-after'], now);
    return {
      isAccepted: false,
      problem: `${url.host} answered ${status}${said === '' ? '' : `: ${said}`}`,
      advice: adviseOn(status),
      canRetry: !REFUSED_FOR_GOOD.includes(status),
      ...(askedMs === undefined ? {} : { askedMs }),
    };
  } catch (error) {
    return describeConnectionError(error, url.host);
  } finally {
    client.close();
  }
}

/** In order; the first failure ends it. */
export async function sendEach(
  messages: readonly HttpMessage[],
  options: Parameters<typeof sendHttp>[1],
): Promise<SendOutcome> {
  for (const message of messages) {
    const outcome = await sendHttp(message, options);
    if (!outcome.isAccepted) return outcome;
  }
  return { isAccepted: true };
}

export const describeHost = (url: string): string => URL.parse(url)?.host ?? '';
