import type { IncomingMessage } from 'node:http';
import { getCACertificates } from 'node:tls';
import { WebSocket } from 'ws';
import { getErrorMessage } from '../../contract/values.ts';
import { backoffMs, pause } from '../topology/backoff.ts';
import { FrameReader, toFrames } from './frames.ts';
import {
  ENGINE_CLOSE,
  ENGINE_PATH,
  FINAL_HEADER,
  JOIN_HEADER,
  REASON_HEADER,
  type RemoteNotice,
  type RemoteOrder,
  VERSION_HEADER,
} from './messages.ts';

const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
];
const OUT_OF_TIME = ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'];

const readCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Explains a failed connection; nothing was sent to an untrusted service. */
function connectionProblem(error: unknown): string {
  const message = getErrorMessage(error);
  const code = readCode(error);
  if (UNTRUSTED.includes(code))
    return `its certificate is not signed by an authority that this machine trusts (${message}), so nothing was sent; if it is the right one, name the authority that signed it with --ca FILE`;
  if (OUT_OF_TIME.includes(code))
    return `its certificate is not valid today (${message}), so nothing was sent; renew it there, or set the clock of this machine`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `its certificate is for another name (${message}), so nothing was sent; use the address it was issued for, or have one issued for this address`;
  if (code === 'ECONNREFUSED')
    return `nothing listens there (${message}); start the service, or check the address`;
  if (code === 'ENOTFOUND') return `there is no machine of that name (${message}); check the address`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return `what answers there does not speak TLS (${message}); check the port, and the proxy in front of it`;
  return message;
}

const HANDSHAKE_MS = 15_000;
/** The service pings every 20 s. */
const SILENCE_MS = 60_000;
/** Above this backlog, periodic reports are skipped. */
const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;

export class RefusedError extends Error {}

export type LinkOptions = {
  url: string;
  credential: string;
  version: string;
  token: () => string | undefined;
  /** CA (PEM) trusted besides those of Node and the system. */
  ca?: string | undefined;
  log: (line: string) => void;
  onOpen: () => void;
  onOrder: (order: RemoteOrder) => void;
  onLost: () => void;
};

function trusted(ca: string | undefined): string[] | undefined {
  if (!ca) return undefined;
  return [...getCACertificates('default'), ...getCACertificates('system'), ca];
}

function makeRefusal({ headers, statusCode, statusMessage = '' }: IncomingMessage): Error {
  const reason = headers[REASON_HEADER];
  if (typeof reason !== 'string') return new Error(`it answered ${statusCode} ${statusMessage}`.trim());
  const message = decodeURIComponent(reason);
  return headers[FINAL_HEADER] === undefined ? new Error(message) : new RefusedError(message);
}

/** The connection to the service, reopened whenever it ends. */
export class Link {
  readonly #options: LinkOptions;
  readonly #address: string;
  readonly #ca: string[] | undefined;
  readonly #stopped = new AbortController();
  #socket: WebSocket | null = null;
  #lastProblem = '';

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#address = new URL(ENGINE_PATH, options.url).href.replace(/^http/, 'ws');
    this.#ca = trusted(options.ca);
  }

  get isOpen(): boolean {
    return this.#socket !== null;
  }

  /** @param canWait skip while the connection is slow; the next report repeats it */
  send(notice: RemoteNotice, canWait = false): void {
    const socket = this.#socket;
    if (!socket || (canWait && socket.bufferedAmount > MAX_BUFFERED_BYTES)) return;
    for (const frame of toFrames(notice)) socket.send(frame);
  }

  /**
   * Reconnects until stopped.
   * @throws RefusedError when refused for good
   */
  async run(): Promise<void> {
    const { signal } = this.#stopped;
    let attempt = 0;
    while (!signal.aborted) {
      const wasOpen = await this.#live().catch((error: unknown) => {
        if (error instanceof RefusedError) throw error;
        this.#emit(connectionProblem(error));
        return false;
      });
      attempt = wasOpen ? 0 : attempt + 1;
      if (!signal.aborted) await pause(backoffMs(attempt), signal);
    }
  }

  stop(): void {
    this.#stopped.abort();
    this.#socket?.close(1000, 'The engine stops');
    this.#socket = null;
  }

  #emit(problem: string): void {
    if (problem === this.#lastProblem || this.#stopped.signal.aborted) return;
    this.#lastProblem = problem;
    this.#options.log(`No connection to ${this.#options.url}: ${problem}; trying again`);
  }

  #live(): Promise<boolean> {
    const { credential, version, onOpen, onOrder, onLost } = this.#options;
    const token = this.#options.token();
    const reader = new FrameReader();
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(this.#address, {
        headers: {
          authorization: `Bearer ${credential}`,
          [VERSION_HEADER]: version,
          ...(token === undefined ? {} : { [JOIN_HEADER]: token }),
        },
        handshakeTimeout: HANDSHAKE_MS,
        followRedirects: false,
        ...(this.#ca ? { ca: this.#ca } : {}),
      });
      const abort = () => socket.terminate();
      this.#stopped.signal.addEventListener('abort', abort, { once: true });
      let silence: NodeJS.Timeout | undefined;
      let wasOpen = false;
      let problem: Error | undefined;
      const alive = () => {
        clearTimeout(silence);
        silence = setTimeout(() => socket.terminate(), SILENCE_MS);
      };
      socket.on('unexpected-response', (_request, response) => {
        reject(makeRefusal(response));
        socket.terminate();
      });
      socket.on('error', (error) => {
        problem ??= error;
      });
      socket.on('open', () => {
        wasOpen = true;
        this.#socket = socket;
        this.#lastProblem = '';
        alive();
        onOpen();
      });
      socket.on('ping', alive);
      socket.on('message', (data: Buffer) => {
        alive();
        try {
          const order = reader.take(data);
          if (order !== undefined) onOrder(order as RemoteOrder);
        } catch (error) {
          problem = error instanceof Error ? error : new Error(String(error));
          socket.terminate();
        }
      });
      socket.on('close', (code, reason) => {
        clearTimeout(silence);
        this.#stopped.signal.removeEventListener('abort', abort);
        if (this.#socket === socket) this.#socket = null;
        if (wasOpen) onLost();
        if (Object.values<number>(ENGINE_CLOSE).includes(code)) reject(new RefusedError(reason.toString()));
        else if (problem) reject(problem);
        else resolve(wasOpen);
      });
    });
  }
}
