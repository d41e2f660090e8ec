import { PermanentError, RetryableError, type SinkContext } from '../../types.ts';
import { compressed } from './compression.ts';
import { type Answer, HttpClient } from './http-client.ts';
import { answerProblem, connectionProblem } from './problems.ts';
import type { RequestConfig } from './request-fields.ts';
import { tlsOptions } from './tls.ts';

const MAX_RETRY_AFTER_MS = 3_600_000;

/** Statuses that do not depend on the events: retry until receiver, network or settings are fixed. */
const RETRYABLE = new Set([401, 403, 404, 405, 407, 408, 421, 423, 425, 429]);
export const isRetryable = (status: number): boolean =>
  status < 400 || status >= 500 || RETRYABLE.has(status);
export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** From Retry-After: seconds or a date (https://datatracker.ietf.org/doc/html/rfc9110#section-10.2.3). */
export function retryAfterMs({ headers }: Answer): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}

export function toDeliveryError(answer: Answer, url: URL): RetryableError | PermanentError {
  const problem = answerProblem(answer, url);
  if (!isRetryable(answer.status)) return new PermanentError(problem);
  return new RetryableError(problem, { retryAfterMs: retryAfterMs(answer) });
}

function authorization(config: RequestConfig): Record<string, string> {
  const { auth, username, password, token, apiKey = '', apiKeyHeader } = config;
  if (auth === 'basic')
    return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
  if (auth === 'bearer') return { authorization: `Bearer ${token}` };
  if (auth !== 'api_key') return {};
  return apiKeyHeader === undefined
    ? { authorization: `ApiKey ${apiKey}` }
    : { [apiKeyHeader.toLowerCase()]: apiKey };
}

export type SenderOptions = {
  readonly url: URL;
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly maxAnswerBytes?: number;
};

export type RequestParts = {
  readonly url?: URL;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly idleMs?: number | undefined;
};

/** Sends compressed bodies with the configured headers, credentials and TLS. */
export class RequestSender {
  private readonly options: SenderOptions;
  private readonly config: RequestConfig;
  private readonly client: HttpClient;
  private readonly headers: Record<string, string>;
  private readonly heard: SinkContext['heard'];

  /** @throws ComponentError when the TLS settings are unusable */
  constructor(
    options: SenderOptions,
    config: RequestConfig,
    { signal, heard }: Pick<SinkContext, 'signal' | 'heard'>,
  ) {
    this.options = options;
    this.config = config;
    this.heard = heard;
    const { url, maxAnswerBytes } = options;
    const tls = config.tls === 'own' ? tlsOptions(config) : {};
    this.client = new HttpClient({ url, maxConnections: config.concurrency, tls, signal, maxAnswerBytes });
    this.headers = {
      'user-agent': 'penstock',
      ...options.headers,
      ...Object.fromEntries(
        Object.entries(config.headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      ...authorization(config),
    };
  }

  /** @throws RetryableError when there was no answer */
  async send(body: Buffer, parts: RequestParts = {}): Promise<Answer> {
    const { compression } = this.config;
    const encoded = await compressed(body, compression);
    if (compression === 'none') return this.sendAsIs(encoded, parts);
    return this.sendAsIs(encoded, {
      ...parts,
      headers: { ...parts.headers, 'content-encoding': compression },
    });
  }

  async sendAsIs(body: Buffer, parts: RequestParts = {}): Promise<Answer> {
    const { url = this.options.url, method = this.options.method ?? 'POST', headers, idleMs } = parts;
    const timeoutMs = this.config.timeoutSeconds * 1000;
    try {
      const answer = await this.client.send({
        url,
        method,
        body,
        headers: { ...this.headers, ...headers },
        timeoutMs,
        idleMs,
      });
      this.heard?.({
        request: `${method} ${url.origin}${url.pathname}`,
        status: String(answer.status),
        body: answer.text,
      });
      return answer;
    } catch (error) {
      throw new RetryableError(connectionProblem(error, url), { cause: error });
    }
  }

  close(): void {
    this.client.close();
  }
}
