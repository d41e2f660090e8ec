import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';
import { checkedLookup, checkLiteral } from './address-check.ts';

const PROBE_AFTER_MS = 10_000;

export type StreamOptions = {
  readonly host: string;
  readonly port: number;
  readonly tls: ConnectionOptions | null;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

class StreamTimeout extends Error {
  override readonly name = 'TimeoutError';
}
class StreamClosed extends Error {}

/**
 * Resolves when `start` calls `done`; `progress` restarts the timeout. On error, end or timeout closes the
 * connection and rejects.
 */
export async function during(
  socket: Socket,
  { timeoutMs, signal }: StreamOptions,
  start: (done: () => void, progress: () => void) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onClose = () => reject(socket.errored ?? new StreamClosed('the receiver closed the connection'));
  const onAbort = () => reject(new StreamTimeout('interrupted'));
  const timer = setTimeout(() => reject(new StreamTimeout('no progress')), timeoutMs);
  socket.once('error', reject);
  socket.once('close', onClose);
  signal.addEventListener('abort', onAbort);
  try {
    if (socket.errored || socket.destroyed || socket.readableEnded) onClose();
    else start(resolve, () => timer.refresh());
    if (signal.aborted) onAbort();
    await promise;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    socket.off('error', reject);
    socket.off('close', onClose);
    signal.removeEventListener('abort', onAbort);
  }
}

/** `opened` resolves once the connection is ready. @throws TargetRefused */
export function openStream(options: StreamOptions): { socket: Socket; opened: Promise<void> } {
  const { host, port, tls } = options;
  checkLiteral(host, port);
  const target = {
    host: host.replace(/^\[|\]$/g, ''),
    port,
    lookup: checkedLookup(port),
    keepAlive: true,
    keepAliveInitialDelay: PROBE_AFTER_MS,
    noDelay: true,
  };
  const socket = tls ? connectSecurely({ ...target, ...tls }) : connect(target);
  // `during` handles errors.
  socket.on('error', () => {});
  const opened = during(socket, options, (done) => socket.once(tls ? 'secureConnect' : 'connect', done));
  return { socket, opened };
}

/** Destroys the connection if the other end does not close it. */
export async function endStream(socket: Socket): Promise<void> {
  if (socket.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => socket.destroy(), 1000);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.end();
  });
}

/** A connection to one receiver, opened on the first write and again after failures. */
export class StreamConnection {
  private readonly options: StreamOptions;
  private socket: Socket | null = null;

  constructor(options: StreamOptions) {
    this.options = options;
  }

  /**
   * Resolves when the system accepted all bytes. On failure, closes the connection and rejects with
   * TargetRefused or its error.
   */
  async write(bytes: Buffer): Promise<void> {
    const socket = this.socket?.destroyed === false ? this.socket : await this.open();
    await during(socket, this.options, (done) => socket.write(bytes, () => done()));
    // First reports whether the receiver closed or reset the connection meanwhile.
    await during(socket, this.options, (done) => setImmediate(done));
  }

  async close(): Promise<void> {
    const { socket } = this;
    this.socket = null;
    if (socket) await endStream(socket);
  }

  private async open(): Promise<Socket> {
    const { socket, opened } = openStream(this.options);
    this.socket = socket;
    socket.on('close', () => {
      if (this.socket === socket) this.socket = null;
    });
    socket.resume();
    await opened;
    return socket;
  }
}
