import { type LookupAddress, type LookupOptions, lookup as resolveName } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isOwnApi } from './own-port.ts';
import { addressRefusal } from './targets.ts';

const MAX_ANSWER_BYTES = 4096;

/** The name or address of the destination leads where nothing may be sent. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };
export type Request = { body: Buffer; headers: Record<string, string>; timeoutMs: number };

function checkAddress(address: string, port: number): void {
  const refusal = addressRefusal(address);
  if (refusal) throw new TargetRefused(`${address} is refused: ${refusal}`);
  if (isOwnApi(address, port)) throw new TargetRefused(`${address}:${port} is this program's own API`);
}

type LookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** Resolves names as Node does and checks every address it would connect to. */
const checkedLookup =
  (port: number) => (hostname: string, options: LookupOptions, callback: LookupCallback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      try {
        for (const { address } of addresses) checkAddress(address, port);
      } catch (refusal) {
        return callback(refusal instanceof Error ? refusal : new Error(String(refusal)), []);
      }
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };

/** Sends bodies to one URL over kept connections; redirects are answers like any other. */
export class HttpClient {
  private readonly url: URL;
  private readonly method: string;
  private readonly signal: AbortSignal;
  private readonly agent: HttpAgent | HttpsAgent;
  private readonly port: number;

  constructor(url: URL, method: string, signal: AbortSignal) {
    this.url = url;
    this.method = method;
    this.signal = signal;
    const isSecure = url.protocol === 'https:';
    this.port = Number(url.port || (isSecure ? 443 : 80));
    const options = { keepAlive: true, maxSockets: 4, lookup: checkedLookup(this.port) };
    this.agent = isSecure ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /** Throws TargetRefused, or the error of the connection. */
  send({ body, headers, timeoutMs }: Request): Promise<Answer> {
    const host = this.url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0) checkAddress(host, this.port);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const start = this.url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = start(this.url, {
      method: this.method,
      agent: this.agent,
      headers: { ...headers, 'content-length': String(body.length) },
      signal: AbortSignal.any([this.signal, AbortSignal.timeout(timeoutMs)]),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        if (text.length < MAX_ANSWER_BYTES) text += part;
      });
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers: received } = response;
        resolve({ status, headers: received, text: text.slice(0, MAX_ANSWER_BYTES) });
      });
    });
    request.end(body);
    return promise;
  }

  close(): void {
    this.agent.destroy();
  }
}
