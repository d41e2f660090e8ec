import { NEWLINE, RETURN } from '../../../event/bytes.ts';
import { Output } from '../../../event/output.ts';
import { Feeder } from '../../shared/feeder.ts';
import { isSameListener } from '../../shared/inbound/changes.ts';
import { DatagramServer } from '../../shared/inbound/datagram-server.ts';
import type { Sender } from '../../shared/inbound/peer.ts';
import { type StreamReader, StreamServer } from '../../shared/inbound/stream-server.ts';
import { listenerTls } from '../../shared/inbound/tls.ts';
import { LongLines } from '../../shared/long-lines.ts';
import { isObject } from '../../shared/payload.ts';
import type { SourceComponent, SourceContext } from '../../types.ts';
import { SyslogFraming } from './framing.ts';
import { SyslogError } from './message.ts';
import { writePlainMessage } from './plain-message.ts';
import { lostFraming, messageTooLong, notSyslog } from './problems.ts';
import { readMessage } from './read-message.ts';
import { type SyslogConfig, syslogFields, syslogSchema } from './schema.ts';

const STOP_GRACE_MS = 1000;
const EXAMPLE_BYTES = 256;

const brokenMessage = (message: string, reason: string, sender: string) => ({
  message,
  syslog_error: reason,
  source_ip: sender,
});

/** An invalid message is kept with the reason. */
function toEvent(
  text: string,
  { format, timezone }: Pick<SyslogConfig, 'format' | 'timezone'>,
  sender: string,
) {
  try {
    return readMessage(text, { format, timezone, now: Date.now() });
  } catch (error) {
    if (!(error instanceof SyslogError)) throw error;
    return brokenMessage(text, error.message, sender);
  }
}

/**
 * Events are objects with the parts of a message. To lose nothing, an invalid message becomes `{"message":
 * text, "syslog_error": reason, "source_ip": sender}`.
 */
class SyslogReceiver {
  private config: SyslogConfig;
  private readonly context: SourceContext;
  private readonly feeder: Feeder;
  private readonly longLines: LongLines;
  private readonly written = new Output(1024);
  private readonly streams: StreamServer | null;
  private readonly datagrams: DatagramServer | null;

  constructor(config: SyslogConfig, context: SourceContext) {
    this.config = config;
    this.context = context;
    this.longLines = new LongLines(config.longLines, messageTooLong(config.maxMessageBytes), context);
    this.feeder = new Feeder(context, () => this.streams?.resume());
    this.streams = config.transport === 'udp' ? null : this.makeStreams();
    this.datagrams = config.transport === 'udp' || config.transport === 'both' ? this.makeDatagrams() : null;
  }

  async start(): Promise<void> {
    try {
      await this.streams?.listen();
      await this.datagrams?.listen();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.streams?.stop(), this.datagrams?.stop()]);
    await this.feeder.stop(STOP_GRACE_MS);
  }

  /** True when the settings apply without closing connections. */
  update(next: SyslogConfig): boolean {
    if (!isSameListener(this.config, next, ['framing', 'maxMessageBytes', 'longLines'])) return false;
    if (next.transport === 'tls') this.streams?.setTls(listenerTls(next));
    this.streams?.setSenders(next.permittedSenders, next.maxConnections);
    this.datagrams?.setSenders(next.permittedSenders);
    this.config = next;
    return true;
  }

  private makeStreams(): StreamServer {
    const { address, port, maxConnections, permittedSenders, transport } = this.config;
    const tls = transport === 'tls' ? listenerTls(this.config) : null;
    const isBlocked = () => this.feeder.blocked;
    const connected = (sender: Sender, close: () => void) => this.connected(sender, close);
    const options = { address, port, maxConnections, permittedSenders, tls, isBlocked, connected };
    return new StreamServer(options, this.context);
  }

  private makeDatagrams(): DatagramServer {
    const { address, port, permittedSenders, maxMessageBytes } = this.config;
    const waitingBytes = () => this.feeder.waitingBytes;
    const take = (bytes: Buffer, sender: Sender) => this.take(bytes, 0, bytes.length, bytes.length, sender);
    const takeLong = (head: Buffer, length: number, sender: Sender) =>
      this.takeLong(head, length, length, sender);
    const options = { address, port, permittedSenders, maxMessageBytes, waitingBytes, take, takeLong };
    return new DatagramServer(options, this.context);
  }

  private connected(sender: Sender, close: () => void): StreamReader {
    const { framing, maxMessageBytes } = this.config;
    const frames = new SyslogFraming(framing, maxMessageBytes, {
      frame: (bytes, from, to, rawBytes) => this.take(bytes, from, to, rawBytes, sender),
      tooLong: (head, length, rawBytes) => this.takeLong(head, length, rawBytes, sender),
      desynchronised: (bytes) => {
        const text = bytes.toString('utf8', 0, maxMessageBytes);
        this.keepBroken(text, bytes.length, sender, 'framing was lost');
        this.context.report(lostFraming, bytes.toString('utf8', 0, EXAMPLE_BYTES));
        close();
      },
    });
    return {
      take: (bytes) => frames.push(bytes),
      end: () => frames.end(),
      get heldBytes() {
        return frames.heldBytes;
      },
      get hasTaken() {
        return frames.hasTaken;
      },
    };
  }

  private take(bytes: Buffer, from: number, to: number, rawBytes: number, sender: Sender): void {
    let end = to;
    while (end > from && (bytes[end - 1] === NEWLINE || bytes[end - 1] === RETURN || bytes[end - 1] === 0))
      end--;
    if (end === from) return;
    this.context.senders?.took(sender.address, 1);
    if (this.config.format !== 'rfc3164' && writePlainMessage(bytes, from, end, this.written)) {
      this.feeder.addWritten(this.written, { payloadBytes: end - from, rawBytes }, sender);
      return;
    }
    const text = bytes.toString('utf8', from, end);
    const event = toEvent(text, this.config, sender.address);
    if ('syslog_error' in event) {
      this.keepBroken(text, rawBytes, sender, event.syslog_error);
      this.context.report(notSyslog, text.slice(0, 1024));
    } else this.feeder.addJson(JSON.stringify(event), { payloadBytes: end - from, rawBytes }, sender);
  }

  private takeLong(head: Buffer, length: number, rawBytes: number, sender: Sender): void {
    if (this.longLines.isTruncating) {
      const kept = this.longLines.cut(head);
      this.take(kept, 0, kept.length, rawBytes, sender);
    } else {
      this.feeder.addLong(this.longLines, head, { payloadBytes: length, rawBytes }, sender);
      this.context.senders?.took(sender.address, 1);
    }
  }

  private keepBroken(message: string, rawBytes: number, sender: Sender, reason: string): void {
    const event = brokenMessage(message, reason, sender.address);
    this.feeder.addJson(
      JSON.stringify(event),
      { payloadBytes: Buffer.byteLength(message), rawBytes },
      sender,
    );
  }
}

const tryOptions = syslogFields.pick({ format: true, timezone: true });

export const syslogSource: SourceComponent = {
  read: ({ format, timezone }) => {
    const options = tryOptions.safeParse({ format, timezone });
    const { data = tryOptions.parse({}) } = options;
    return (batch, payload) => {
      const text = payload.toString().replace(/[\n\r\0]+$/, '');
      if (isObject(payload)) batch.appendJson(payload);
      else if (text !== '') batch.appendTrusted(Buffer.from(JSON.stringify(toEvent(text, data, ''))), false);
    };
  },
  async start(input, context) {
    const receiver = new SyslogReceiver(syslogSchema.parse(input), context);
    await receiver.start();
    return {
      stop: () => receiver.stop(),
      update: async (changed) => receiver.update(syslogSchema.parse(changed)),
    };
  },
};
