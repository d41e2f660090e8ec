import { Holding, inputBudget } from '../../shared/inbound/budget.ts';
import { HecRefusal } from './answers.ts';

/** Bounds memory for senders that never poll. */
const MAX_CHANNELS = 10_000;
const MAX_PER_CHANNEL = 100_000;
const MAX_IN_ALL = 1_000_000;
/** Measured memory of a channel and of an id. */
const CHANNEL_BYTES = 512;
const ID_BYTES = 64;
const IDLE_MS = 10 * 60_000;

type Channel = {
  next: number;
  /** Unpolled acknowledgement ids: true once the events are safe. */
  readonly states: Map<number, boolean>;
  usedAt: number;
};

export class Channels {
  private readonly holding: Holding;
  private readonly channels = new Map<string, Channel>();
  private readonly now: () => number;
  private total = 0;

  /** `now` returns monotonic milliseconds. */
  constructor(now: () => number = () => performance.now(), budget = inputBudget) {
    this.now = now;
    this.holding = new Holding(budget.open());
  }

  close(): void {
    this.holding.close();
    this.channels.clear();
    this.total = 0;
  }

  get size(): { channels: number; numbers: number } {
    return { channels: this.channels.size, numbers: this.total };
  }

  /** A new acknowledgement id. Call `safe` once its events are safe. @throws HecRefusal at the limit */
  open(name: string): { ackId: number; safe(): void; forget(): void } {
    const channel = this.channel(name);
    if (channel.states.size >= MAX_PER_CHANNEL || this.total >= MAX_IN_ALL) throw new HecRefusal('busy');
    if (!this.holding.add(ID_BYTES)) throw new HecRefusal('busy');
    const ackId = channel.next++;
    channel.states.set(ackId, false);
    this.total++;
    return {
      ackId,
      safe: () => {
        if (channel.states.has(ackId)) channel.states.set(ackId, true);
      },
      forget: () => {
        if (channel.states.delete(ackId) && this.channels.get(name) === channel) this.giveBack(1);
      },
    };
  }

  /** Which ids are safe. Each is reported once; unknown ids count as unsafe. */
  ask(name: string, acks: readonly number[]): Record<string, boolean> {
    const channel = this.channels.get(name);
    if (channel) this.touch(name, channel);
    const answer: Record<string, boolean> = {};
    for (const ackId of acks) {
      const isSafe = channel?.states.get(ackId) ?? false;
      answer[ackId] = isSafe;
      if (isSafe && channel?.states.delete(ackId)) this.giveBack(1);
    }
    return answer;
  }

  private giveBack(ids: number): void {
    this.total -= ids;
    this.holding.add(-ids * ID_BYTES);
  }

  private channel(name: string): Channel {
    const known = this.channels.get(name);
    const channel = known ?? { next: 0, states: new Map(), usedAt: 0 };
    if (!known && this.channels.size >= MAX_CHANNELS) this.expire();
    if (!known && this.channels.size >= MAX_CHANNELS) throw new HecRefusal('busy');
    if (!known && !this.holding.add(CHANNEL_BYTES)) throw new HecRefusal('busy');
    this.touch(name, channel);
    this.expire();
    return channel;
  }

  /** Keeps idle channels first. */
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
      this.giveBack(channel.states.size);
      this.holding.add(-CHANNEL_BYTES);
    }
  }
}
