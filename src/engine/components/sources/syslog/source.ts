import { Feeder } from '../../shared/feeder.ts';
import { isSameListener } from '../../shared/inbound/changes.ts';
import { DatagramServer } from '../../shared/inbound/datagram-server.ts';
import type { Sender } from '../../shared/inbound/peer.ts';
import { type StreamPeer, type StreamReader, StreamServer } from '../../shared/inbound/stream-server.ts';
import { listenerTls } from '../../shared/inbound/tls.ts';
import type { SourceComponent, SourceContext } from '../../types.ts';
import { readPayload, SyslogEvents } from './events.ts';
import { SyslogFraming } from './framing.ts';
import { lostFraming } from './problems.ts';
import { type SyslogConfig, syslogSchema } from './schema.ts';

const STOP_GRACE_MS = 1000;
const EXAMPLE_BYTES = 256;

class SyslogReceiver {
  private config: SyslogConfig;
  private readonly context: SourceContext;
  private readonly feeder: Feeder;
  private readonly events: SyslogEvents;
  private readonly streams: StreamServer | null;
  private readonly datagrams: DatagramServer | null;

  constructor(config: SyslogConfig, context: SourceContext) {
    this.config = config;
    this.context = context;
    this.feeder = new Feeder(context, () => this.streams?.resume());
    this.events = new SyslogEvents(config, this.feeder, context);
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
    this.events.config = next;
    return true;
  }

  private makeStreams(): StreamServer {
    const { address, port, maxConnections, permittedSenders, transport } = this.config;
    const tls = transport === 'tls' ? listenerTls(this.config) : null;
    const isBlocked = () => this.feeder.blocked;
    const connected = (sender: Sender, peer: StreamPeer) => this.connected(sender, peer);
    const options = { address, port, maxConnections, permittedSenders, tls, isBlocked, connected };
    return new StreamServer(options, this.context);
  }

  private makeDatagrams(): DatagramServer {
    const { address, port, permittedSenders, maxMessageBytes } = this.config;
    const waitingBytes = () => this.feeder.waitingBytes;
    const { events } = this;
    const { senders } = this.context;
    const take = (bytes: Buffer, sender: Sender) => {
      if (events.take(bytes, 0, bytes.length, bytes.length, sender)) senders?.took(sender.address, 1);
    };
    const takeLong = (head: Buffer, length: number, sender: Sender) => {
      if (events.takeLong(head, length, length, sender)) senders?.took(sender.address, 1);
    };
    const options = { address, port, permittedSenders, maxMessageBytes, waitingBytes, take, takeLong };
    return new DatagramServer(options, this.context);
  }

  private connected(sender: Sender, peer: StreamPeer): StreamReader {
    const { framing, maxMessageBytes } = this.config;
    const { events } = this;
    let taken = 0;
    const frames = new SyslogFraming(framing, maxMessageBytes, {
      frame: (bytes, from, to, rawBytes) => {
        if (events.take(bytes, from, to, rawBytes, sender)) taken++;
      },
      many: (bytes, from, kinds, isNew) => {
        const many = events.takeMany(bytes, from, kinds, isNew, sender);
        if (many) taken += many.events;
        return many ? many.next : from;
      },
      tooLong: (head, length, rawBytes) => {
        if (events.takeLong(head, length, rawBytes, sender)) taken++;
      },
      desynchronised: (bytes) => {
        const text = bytes.toString('utf8', 0, maxMessageBytes);
        events.keepBroken(text, bytes.length, sender, 'framing was lost');
        this.context.report(lostFraming, bytes.toString('utf8', 0, EXAMPLE_BYTES));
        peer.close();
      },
    });
    const count = () => {
      this.context.senders?.took(sender.address, taken);
      taken = 0;
    };
    return {
      take: (bytes) => {
        frames.push(bytes);
        count();
      },
      end: () => {
        frames.end();
        count();
      },
      get heldBytes() {
        return frames.heldBytes;
      },
      get hasTaken() {
        return frames.hasTaken;
      },
    };
  }
}

export const syslogSource: SourceComponent = {
  read: readPayload,
  async start(input, context) {
    const receiver = new SyslogReceiver(syslogSchema.parse(input), context);
    await receiver.start();
    return {
      stop: () => receiver.stop(),
      update: async (changed) => receiver.update(syslogSchema.parse(changed)),
    };
  },
};
