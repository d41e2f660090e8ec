import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { ConnectionOptions } from 'node:tls';
import * as http from '../node-http.ts';
import { getErrorCode } from '../system-errors.ts';
import { checkedLookup, checkLiteral } from './address-check.ts';

const MAX_ANSWER_BYTES = 4096;
/** Idle time before TCP keep-alive probes: ten, one second apart. */
const PROBE_AFTER_MS = 10_000;

/** `text` is `bytes` as UTF-8, both cut at the limit. */
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; bytes: Buffer };
export type Request = {
  readonly url: URL;
  readonly method: string;
  readonly body: Buffer;
  readonly headers: Record<string, string>;
  readonly timeoutMs: number;
  readonly idleMs?: number | undefined;
};

export type HttpClientOptions = {
  readonly url: URL;
  readonly maxConnections: number;
  readonly tls: ConnectionOptions;
  readonly signal: AbortSignal;
  /** 4 KiB by default. */
  readonly maxAnswerBytes?: number | undefined;
};

/** Reading a short rest of an answer keeps its connection; a longer one ends it. */
const DRAINED_BYTES = 1024 * 1024;

/** Sends requests to one host over kept-alive connections. Does not follow redirects. */
export class HttpClient {
  private readonly options: HttpClientOptions;
  private readonly agent: InstanceType<typeof http.Agent> | HttpsAgent;
  private readonly port: number;

  constructor(options: HttpClientOptions) {
    this.options = options;
    const isSecure = options.url.protocol === 'https:';
    this.port = Number(options.url.port || (isSecure ? 443 : 80));
    const common = {
      keepAlive: true,
      keepAliveInitialDelay: PROBE_AFTER_MS,
      maxSockets: options.maxConnections,
      lookup: checkedLookup(this.port),
    };
    this.agent = isSecure ? new HttpsAgent({ ...common, ...options.tls }) : new http.Agent(common);
  }

  /** @throws TargetRefused, or the connection's error */
  async send(request: Request): Promise<Answer> {
    try {
      return await this.sendOnce(request, true);
    } catch (error) {
      if (!(error instanceof ClosedWhileIdle)) {
        this.dropIdle();
        throw error;
      }
    }
    return this.sendOnce(request, false);
  }

  close(): void {
    this.agent.destroy();
  }

  /** When one idle connection is dead, others may be too. */
  private dropIdle(): void {
    for (const sockets of Object.values(this.agent.freeSockets))
      for (const socket of sockets ?? []) socket.destroy();
  }

  private sendOnce(
    { url, method, body, headers, timeoutMs, idleMs }: Request,
    mayRepeat: boolean,
  ): Promise<Answer> {
    checkLiteral(url.hostname, this.port);
    const { signal, maxAnswerBytes = MAX_ANSWER_BYTES } = this.options;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const start = url.protocol === 'https:' ? httpsRequest : http.request;
    const request = start(url, {
      method,
      agent: this.agent,
      headers: { ...headers, 'content-length': String(body.length) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (idleMs !== undefined)
      request.setTimeout(idleMs, () => {
        const stalled = Object.assign(new Error('nothing came'), { code: 'ETIMEDOUT' });
        request.destroy(stalled);
        reject(stalled);
      });
    request.on('error', (error) =>
      reject(mayRepeat && wasClosedIdle(request, error) ? new ClosedWhileIdle() : error),
    );
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      let length = 0;
      const finish = () => {
        const { statusCode: status = 0, headers: received } = response;
        const bytes = Buffer.concat(parts).subarray(0, maxAnswerBytes);
        resolve({ status, headers: received, text: bytes.toString(), bytes });
      };
      response.on('data', (part: Buffer) => {
        if (length < maxAnswerBytes) parts.push(part);
        length += part.length;
        if (length <= maxAnswerBytes + DRAINED_BYTES) return;
        finish();
        request.destroy();
      });
      response.on('error', reject);
      response.on('end', finish);
    });
    request.end(body);
    return promise;
  }
}

/** The receiver closed an idle connection just before the request: not an error. */
class ClosedWhileIdle extends Error {}

const wasClosedIdle = (request: ClientRequest, error: Error): boolean =>
  request.reusedSocket && (getErrorCode(error) === 'ECONNRESET' || getErrorCode(error) === 'EPIPE');
