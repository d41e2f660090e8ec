import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Output } from '../../../event/output.ts';
import { PermanentError, RetryableError, type SinkComponent } from '../../types.ts';
import { writeBody } from './body.ts';
import { type Answer, HttpClient } from './client.ts';
import { answerProblem, connectionProblem } from './problems.ts';
import { type HttpConfig, httpSchema } from './schema.ts';

const compress = promisify(gzip);
const MAX_RETRY_AFTER_MS = 3_600_000;
const KEEP_OUTPUT_BYTES = 8 << 20;

/** It is not about the events: trying again helps once the receiver, the network or the settings are right. */
const RETRYABLE = new Set([401, 403, 404, 405, 407, 408, 421, 423, 425, 429]);
const isRetryable = (status: number): boolean => status < 400 || status >= 500 || RETRYABLE.has(status);

/** Milliseconds that the receiver asks to wait; seconds or a date. */
function retryAfterMs(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}

function headersOf(config: HttpConfig): Record<string, string> {
  const type = config.encoding === 'json' ? 'application/json' : 'application/x-ndjson';
  const named = Object.fromEntries(
    Object.entries(config.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    'content-type': type,
    'user-agent': 'penstock',
    ...named,
    ...(config.compression === 'gzip' && { 'content-encoding': 'gzip' }),
    ...(config.auth === 'basic' && {
      authorization: `Basic ${Buffer.from(`${config.username}:${config.password}`).toString('base64')}`,
    }),
    ...(config.auth === 'bearer' && { authorization: `Bearer ${config.token}` }),
  };
}

function failure(answer: Answer, url: URL): Error {
  const problem = answerProblem(answer, url);
  if (!isRetryable(answer.status)) return new PermanentError(problem);
  return new RetryableError(problem, { retryAfterMs: retryAfterMs(answer.headers['retry-after']) });
}

/** 2xx takes a batch. What is refused for its content (413 too) is split by the caller until it fits. */
export const httpSink: SinkComponent = {
  async open(input, context) {
    const config = httpSchema.parse(input);
    const url = new URL(config.url);
    const client = new HttpClient(url, config.method, context.signal);
    const headers = headersOf(config);
    const timeoutMs = config.timeoutSeconds * 1000;
    let output = new Output();
    const send = async (body: Buffer): Promise<Answer> => {
      try {
        return await client.send({ body, headers, timeoutMs });
      } catch (error) {
        throw new RetryableError(connectionProblem(error, url), { cause: error });
      }
    };
    return {
      batching: config.batch,
      async write(batch) {
        if (output.bytes.length > KEEP_OUTPUT_BYTES) output = new Output();
        const bytes = writeBody(batch, config.encoding, output);
        const body = config.compression === 'gzip' ? await compress(output.view()) : output.view();
        const answer = await send(body);
        if (answer.status < 200 || answer.status >= 300) throw failure(answer, url);
        return { bytes };
      },
      async close() {
        client.close();
      },
    };
  },
};
