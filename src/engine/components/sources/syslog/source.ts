import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, isIPv6, type Server, type Socket } from 'node:net';
import { Feeder } from '../../shared/feeder.ts';
import { bindUdp, closeServer, listen } from '../../shared/listen.ts';
import { connectionsFull } from '../../shared/problems.ts';
import type { SourceComponent, SourceContext } from '../../types.ts';
import { SyslogFraming } from './framing.ts';
import { readMessage, SyslogError } from './message.ts';
import { datagramsLost, lostFraming, messageTooLong, notSyslog } from './problems.ts';
import { type SyslogConfig, syslogSchema } from './schema.ts';

const STOP_GRACE_MS = 1000;
/** UDP cannot be told to wait: so much is held while the engine is not ready, the rest is dropped and counted. */
const HOLD_BYTES = 8 * 1024 * 1024;
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Events are objects with the parts of the message. A message that is no syslog becomes an event too:
 * `{"message": text, "syslog_error": reason, "source_ip": sender}`, so that nothing is lost.
 */
class SyslogReceiver {
  private readonly config: SyslogConfig;
  private readonly context: SourceContext;
  private readonly sockets = new Set<Socket>();
  private readonly feeder: Feeder;
  private readonly tooLong;
  private server: Server | null = null;
  private udp: UdpSocket | null = null;

  constructor(config: SyslogConfig, context: SourceContext) {
    this.config = config;
    this.context = context;
    this.tooLong = messageTooLong(config.maxMessageBytes);
    this.feeder = new Feeder(context, () => {
      for (const socket of this.sockets) socket.resume();
    });
  }

  async start(): Promise<void> {
    const { transport, port, address } = this.config;
    try {
      if (transport !== 'udp') {
        this.server = this.makeServer();
        await listen(this.server, port, address);
      }
      if (transport !== 'tcp') await this.startUdp(port, address);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    const server = this.server;
    const closed = server?.listening ? closeServer(server) : Promise.resolve();
    for (const socket of this.sockets) socket.destroy();
    this.udp?.close();
    this.udp = null;
    await Promise.all([closed, this.feeder.stop(STOP_GRACE_MS)]);
  }

  private makeServer(): Server {
    const { framing, maxConnections, maxMessageBytes } = this.config;
    const full = connectionsFull(maxConnections);
    const server = createServer({ keepAlive: true, noDelay: true }, (socket) => {
      const sender = socket.remoteAddress ?? '';
      const frames = new SyslogFraming(framing, maxMessageBytes, {
        frame: (bytes, from, to, rawBytes) => this.take(bytes, from, to, rawBytes, sender),
        tooLong: (head, length) => this.refuseLong(head, length),
        desynchronised: (bytes) => {
          this.keepBroken(
            bytes.toString('utf8', 0, maxMessageBytes),
            bytes.length,
            sender,
            'framing was lost',
          );
          this.context.report(lostFraming, bytes.toString('utf8', 0, 256));
          socket.destroy();
        },
      });
      this.sockets.add(socket);
      socket.on('data', (chunk: Buffer) => {
        frames.push(chunk);
        if (this.feeder.blocked) socket.pause();
      });
      socket.on('end', () => frames.end());
      socket.on('error', () => socket.destroy());
      socket.on('close', () => this.sockets.delete(socket));
      if (this.feeder.blocked) socket.pause();
    });
    server.maxConnections = maxConnections;
    server.on('drop', () => this.context.report(full));
    return server;
  }

  private async startUdp(port: number, address: string): Promise<void> {
    const udp = createSocket({
      type: isIPv6(address) ? 'udp6' : 'udp4',
      recvBufferSize: RECEIVE_BUFFER_BYTES,
    });
    await bindUdp(udp, port, address);
    this.udp = udp;
    udp.on('error', () => {});
    udp.on('message', (bytes, { address: sender }) => this.takeDatagram(bytes, sender));
  }

  private takeDatagram(bytes: Buffer, sender: string): void {
    const intake = { payloadBytes: bytes.length, rawBytes: bytes.length };
    if (bytes.length > this.config.maxMessageBytes) this.refuseLong(bytes.subarray(0, 256), bytes.length);
    else if (this.feeder.blocked && this.feeder.heldBytes > HOLD_BYTES)
      this.context.refuse(datagramsLost, 1, intake, bytes.toString('utf8', 0, 256));
    else this.take(bytes, 0, bytes.length, bytes.length, sender);
  }

  private take(bytes: Buffer, from: number, to: number, rawBytes: number, sender: string): void {
    let end = to;
    while (end > from && (bytes[end - 1] === NEWLINE || bytes[end - 1] === RETURN || bytes[end - 1] === 0))
      end--;
    if (end === from) return;
    const text = bytes.toString('utf8', from, end);
    const { format, timezone } = this.config;
    try {
      const message = readMessage(text, { format, timezone, now: Date.now() });
      this.feeder.addJson(JSON.stringify(message), { payloadBytes: end - from, rawBytes });
    } catch (error) {
      if (!(error instanceof SyslogError)) throw error;
      this.keepBroken(text, rawBytes, sender, error.message);
      this.context.report(notSyslog, text.slice(0, 1024));
    }
  }

  private keepBroken(message: string, rawBytes: number, sender: string, reason: string): void {
    const event = { message, syslog_error: reason, source_ip: sender };
    this.feeder.addJson(JSON.stringify(event), { payloadBytes: Buffer.byteLength(message), rawBytes });
  }

  private refuseLong(head: Buffer, length: number): void {
    this.context.refuse(this.tooLong, 1, { payloadBytes: length, rawBytes: length }, head.toString());
  }
}

export const syslogSource: SourceComponent = {
  async start(input, context) {
    const receiver = new SyslogReceiver(syslogSchema.parse(input), context);
    await receiver.start();
    return { stop: () => receiver.stop() };
  },
};
