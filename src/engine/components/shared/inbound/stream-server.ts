import { createServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createServer as createSecureServer, Server as SecureServer, type TlsOptions } from 'node:tls';
import type { ComponentProblem, SourceContext } from '../../types.ts';
import { closeServer, listen } from '../listen.ts';
import { readInto } from '../reused-reads.ts';
import { settleWithin } from '../settle.ts';
import { Holding, inputBudget } from './budget.ts';
import { Connections, KEEP_ALIVE } from './connections.ts';
import { findSender, type Sender } from './peer.ts';
import { readTurns } from './read-turns.ts';
import { type SenderCheck, senderCheck, senderRefused } from './senders.ts';
import { reportHandshakes } from './tls.ts';

/** Shared by all connections. */
const READ_BYTES = 64 * 1024;
/** Time for last answers to leave. */
const GOODBYE_MS = 500;

export type StreamPeer = {
  /** While the sender reads none of it, nothing more is read from the sender. */
  send(bytes: string | Buffer): void;
  resume(): void;
  /** Closes once all is sent. `take` must ignore what still arrives. */
  end(): void;
  close(): void;
};

export type StreamReader = {
  /** `bytes` are valid only during the call. */
  take(bytes: Buffer): void;
  /** The sender closed the connection properly. */
  end(): void;
  readonly heldBytes: number;
  readonly hasTaken: boolean;
  /** While true, nothing is read; checked after each chunk and each `send`. */
  readonly isBlocked?: boolean;
  resume?(): void;
  /** The source stops: last chance to answer. */
  stop?(): void;
  closed?(): void;
};

export type StreamServerOptions = {
  readonly address: string;
  readonly port: number;
  readonly maxConnections: number;
  readonly permittedSenders: readonly string[];
  readonly tls: TlsOptions | null;
  /** Pauses reading while true; call `resume` afterwards. */
  readonly isBlocked: () => boolean;
  readonly connected: (sender: Sender, peer: StreamPeer) => StreamReader;
  /** Senders repeat what was not answered, so closing a connection loses nothing. */
  readonly isAnswering?: boolean;
};

const memoryFull: ComponentProblem = {
  errorName: 'InputMemoryFull',
  message: 'A connection was closed: lines without an end took as much memory as the engine has for them',
  causes: ['Senders start lines and do not end them', 'The framing of the source is not that of its senders'],
  resolutions: ['Configure senders to end each line', 'Name the permitted senders of the source'],
};

const unansweredFull: ComponentProblem = {
  ...memoryFull,
  message: 'A connection was closed: unfinished input took as much memory as the engine has for it',
  causes: ['Senders send faster than destinations accept', 'Senders start messages and do not end them'],
  resolutions: [
    'Configure senders to send smaller messages, and fewer at a time',
    'Name the permitted senders of the source',
  ],
};

type Reading = {
  readonly socket: Socket;
  readonly reader: StreamReader;
  readonly holding: Holding;
  readonly resume: () => void;
};

/** Includes answers that the sender has not read. */
const heldBy = ({ reader, socket }: Reading): number =>
  reader.heldBytes + (socket.writableNeedDrain ? socket.writableLength : 0);

/** A TCP listener, with or without TLS. Reads no faster than the source delivers. */
export class StreamServer {
  private readonly options: StreamServerOptions;
  private readonly context: SourceContext;
  private readonly server: Server;
  private readonly connections: Connections;
  private readonly share = inputBudget.open();
  private readonly open = new Set<Reading>();
  private readonly memory = Buffer.allocUnsafeSlow(READ_BYTES);
  private isPermitted: SenderCheck;
  private isStopping = false;

  constructor(options: StreamServerOptions, context: SourceContext) {
    this.options = options;
    this.context = context;
    this.isPermitted = senderCheck(options.permittedSenders);
    this.server = this.makeServer();
    this.connections = new Connections(this.server, options.maxConnections, context);
    const { server } = this;
    const accepted = server instanceof SecureServer ? 'secureConnection' : 'connection';
    if (server instanceof SecureServer) server.on('connection', (socket: Socket) => this.turnAway(socket));
    server.on(accepted, (socket: Socket) => this.accept(socket));
  }

  /** Resolves once listening. @throws ComponentError */
  listen(): Promise<void> {
    return listen(this.server, this.options.port, this.options.address);
  }

  /** Applies to new connections. */
  setSenders(ranges: readonly string[], maxConnections: number): void {
    this.isPermitted = senderCheck(ranges);
    this.connections.setLimit(maxConnections);
  }

  setTls(tls: TlsOptions): void {
    if (this.server instanceof SecureServer) this.server.setSecureContext(tls);
  }

  /** For what a reader holds besides `heldBytes`. Always close it. */
  openHolding(): Holding {
    return new Holding(this.share);
  }

  resume(): void {
    for (const { reader, resume } of this.open) {
      reader.resume?.();
      resume();
    }
  }

  /** @param settle awaited once reading has stopped, for outstanding answers */
  async stop(settle?: () => Promise<void>): Promise<void> {
    const closed = this.server.listening ? closeServer(this.server) : Promise.resolve();
    if (settle) {
      this.isStopping = true;
      for (const { socket } of this.open) socket.pause();
      await settle();
      await nextTurn();
      for (const { reader } of this.open) reader.stop?.();
      await settleWithin(GOODBYE_MS, [closed]);
    }
    for (const { socket } of this.open) socket.destroy();
    this.connections.closeAll();
    await closed;
  }

  private makeServer(): Server {
    const { tls } = this.options;
    const options = { ...KEEP_ALIVE, noDelay: true };
    if (!tls) return createServer({ ...options, pauseOnConnect: true });
    const server = createSecureServer({ ...options, ...tls });
    reportHandshakes(server, this.context);
    return server;
  }

  private turnAway(socket: Socket): boolean {
    if (this.isPermitted(socket.remoteAddress ?? '')) return false;
    this.context.report(senderRefused, socket.remoteAddress);
    socket.destroy();
    return true;
  }

  private accept(accepted: Socket): void {
    const { tls, isBlocked, connected } = this.options;
    const connection = this.connections.of(accepted);
    if (!connection || (!tls && this.turnAway(accepted))) return;
    const sender = findSender(accepted.remoteAddress, () => socket);
    const reader = connected(sender, {
      send: (bytes) => {
        if (socket.writable) socket.write(bytes);
        this.hold(reading);
        resume();
      },
      resume: () => {
        this.hold(reading);
        resume();
      },
      end: () => {
        isEnding = true;
        socket.end();
        // Unread data would reset the connection, and lose the last answers.
        resume();
        setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
      },
      close: () => socket.destroy(),
    });
    let isEnding = false;
    const isHeld = () =>
      !isEnding && (isBlocked() || this.isStopping || reader.isBlocked === true || socket.writableNeedDrain);
    let hasTurn = true;
    const resume = () => {
      if (hasTurn && !isHeld()) socket.resume();
    };
    const turn = readTurns.join(() => {
      hasTurn = true;
      resume();
    });
    const take = (bytes: Buffer) => {
      reader.take(bytes);
      connection.isProven ||= reader.hasTaken;
      this.hold(reading);
      hasTurn = turn.mayReadOn(bytes.length);
      if (isHeld() || !hasTurn) socket.pause();
    };
    const socket: Socket = tls ? accepted.on('data', take) : readInto(accepted, this.memory, take);
    connection.socket = socket;
    const reading: Reading = { socket, reader, holding: new Holding(this.share), resume };
    this.open.add(reading);
    const closed = this.context.senders?.connected(accepted.remoteAddress);
    if (closed) socket.on('close', closed);
    socket.on('end', () => reader.end());
    socket.on('drain', () => {
      this.hold(reading);
      resume();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.forget(reading));
    if (isHeld()) socket.pause();
  }

  /** Closes the connections that hold most until there is room. */
  private hold(reading: Reading): void {
    const { holding } = reading;
    if (heldBy(reading) === holding.bytes) return;
    while (this.open.has(reading) && !holding.set(heldBy(reading))) {
      let most = reading;
      for (const one of this.open) if (heldBy(one) > heldBy(most)) most = one;
      const bytes = heldBy(most);
      if (this.options.isAnswering) this.context.report(unansweredFull);
      else this.context.refuse(memoryFull, 1, { payloadBytes: bytes, rawBytes: bytes });
      this.forget(most);
      most.socket.destroy();
    }
  }

  private forget(reading: Reading): void {
    if (!this.open.delete(reading)) return;
    reading.holding.close();
    reading.reader.closed?.();
  }
}
