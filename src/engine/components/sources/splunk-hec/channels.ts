import { HecRefusal } from './answers.ts';

/** Bounds of what is remembered for senders that never ask. */
const MAX_CHANNELS = 10_000;
const MAX_PER_CHANNEL = 100_000;
const MAX_IN_ALL = 1_000_000;
/** A channel that nobody used for so long is forgotten, as Splunk does it. */
const IDLE_MS = 10 * 60_000;

type Channel = {
  next: number;
  /** Numbers given out and not asked for since: true once the events are safe. */
  readonly states: Map<number, boolean>;
  usedAt: number;
};

/** Numbers of requests by the channels of their senders, and which of them are safe. */
export class Channels {
  private readonly channels = new Map<string, Channel>();
  private readonly now: () => number;
  private total = 0;

  /** `now` answers milliseconds that only go forward. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** Channels and numbers that are remembered. */
  get size(): { channels: number; numbers: number } {
    return { channels: this.channels.size, numbers: this.total };
  }

  /** A number for a request; `safe` tells that its events are. Throws HecRefusal when too much is remembered. */
  open(name: string): { ackId: number; safe(): void; forget(): void } {
    const channel = this.channel(name);
    if (channel.states.size >= MAX_PER_CHANNEL || this.total >= MAX_IN_ALL) throw new HecRefusal('busy');
    const ackId = channel.next++;
    channel.states.set(ackId, false);
    this.total++;
    return {
      ackId,
      safe: () => {
        if (channel.states.has(ackId)) channel.states.set(ackId, true);
      },
      forget: () => {
        if (channel.states.delete(ackId) && this.channels.get(name) === channel) this.total--;
      },
    };
  }

  /** Which of the numbers are safe. Each is said to be so once; one that is unknown is not. */
  ask(name: string, acks: readonly number[]): Record<string, boolean> {
    const channel = this.channels.get(name);
    if (channel) this.touch(name, channel);
    const answer: Record<string, boolean> = {};
    for (const ackId of acks) {
      const isSafe = channel?.states.get(ackId) ?? false;
      answer[ackId] = isSafe;
      if (isSafe && channel?.states.delete(ackId)) this.total--;
    }
    return answer;
  }

  private channel(name: string): Channel {
    const known = this.channels.get(name);
    const channel = known ?? { next: 0, states: new Map(), usedAt: 0 };
    if (!known && this.channels.size >= MAX_CHANNELS) this.expire();
    if (!known && this.channels.size >= MAX_CHANNELS) throw new HecRefusal('busy');
    this.touch(name, channel);
    this.expire();
    return channel;
  }

  /** The map stands in the order of use, so the idle ones come first. */
  private touch(name: string, channel: Channel): void {
    channel.usedAt = this.now();
    this.channels.delete(name);
    this.channels.set(name, channel);
  }

  private expire(): void {
    const limit = this.now() - IDLE_MS;
    for (const [name, channel] of this.channels) {
      if (channel.usedAt > limit) return;
      this.channels.delete(name);
      this.total -= channel.states.size;
    }
  }
}
