import type { Consumer, Message, MessagesStream } from '@platformatic/kafka';
import type { Batch } from '../../../event/batch.ts';
import { guardConnections } from '../../shared/kafka/client.ts';
import { settleWithin } from '../../shared/settle.ts';
import type { SourceContext } from '../../types.ts';
import { type Committing, commitOffsets, keyOf, type Membership, type Position } from './group-commit.ts';
import { type MessageReader, messageReader } from './message-reader.ts';
import { OffsetKeeper, type Positions } from './offset-keeper.ts';
import { messagesExpired, offsetsNotCommitted } from './problems.ts';
import type { KafkaSourceConfig } from './schema.ts';

const BATCH_BYTES = 256 * 1024;
const BATCH_EVENTS = 2000;
const COMMIT_PAUSE_MS = 100;
const FETCH_WAIT_MS = 1000;
/** How long an ended session waits for acknowledgements, to reduce repeats. */
const SETTLE_MS = 3000;

type Ending = 'rebalanced' | 'unavailable' | 'stopped';

export type SessionParts = {
  readonly committing: Committing;
  readonly config: KafkaSourceConfig;
  readonly context: SourceContext;
  readonly fallback: 'earliest' | 'latest';
  readonly describe: (error: unknown) => string;
  /** The group has offsets for all partitions of this member. */
  readonly started: () => void;
};

/**
 * Reads the partitions of one membership. A rebalance begins a new session: an earlier fetch could otherwise
 * move the position past unread messages.
 */
export class Session {
  readonly membership: Membership;
  private readonly parts: SessionParts;
  private readonly keeper: OffsetKeeper;
  private readonly ended = Promise.withResolvers<Ending>();
  private readonly next = new Map<string, Position>();
  private readonly underWay = new Set<Promise<unknown>>();
  private readonly read: MessageReader;
  private isOver = false;
  private batch: Batch | null = null;
  private payloadBytes = 0;
  private rawBytes = 0;
  private wake: () => void = () => {};

  constructor(parts: SessionParts, clusterId: string) {
    const { committing, context } = parts;
    const { client, consumer } = committing;
    this.parts = parts;
    this.membership = { generationId: consumer.generationId, memberId: consumer.memberId ?? '' };
    this.read = messageReader(parts.config, context, clusterId);
    this.keeper = new OffsetKeeper(COMMIT_PAUSE_MS, async (positions) => {
      try {
        await commitOffsets(committing, this.membership, positions);
        parts.started();
      } catch (error) {
        if (!client.findErrorBy(error as Error, 'needsRejoin', true))
          context.report(offsetsNotCommitted(parts.describe(error)));
        throw error;
      }
    });
  }

  get positions(): Positions {
    return this.keeper.positions;
  }

  /** Commits acknowledged positions; call before a rebalance. */
  commitNow(): void {
    void this.keeper.flush();
  }

  end(ending: Ending): void {
    this.isOver = true;
    this.ended.resolve(ending);
    this.wake();
  }

  /** Ends the session with an error of the membership. */
  fail(error: unknown): void {
    this.isOver = true;
    this.ended.reject(error);
    this.wake();
  }

  /** Resolves when ended and acknowledged positions are committed. @throws the client's errors */
  async run(stream: MessagesStream<Buffer, Buffer, Buffer, Buffer>): Promise<Ending> {
    guardConnections(stream.connections, this.parts.config);
    stream.on('error', (error) => this.fail(error));
    stream.on('readable', () => this.wake());
    stream.on('offsets', () => this.noteOffsets(stream));
    this.ended.promise.catch(() => {});
    try {
      await this.readAll(stream);
      return await this.ended.promise;
    } finally {
      this.isOver = true;
      stream.destroy();
      if (this.batch) this.flush();
      await settleWithin(SETTLE_MS, this.underWay);
      await this.keeper.end();
    }
  }

  private async readAll(stream: MessagesStream<Buffer, Buffer, Buffer, Buffer>): Promise<void> {
    const { context } = this.parts;
    while (!this.isOver) {
      const room = context.ready();
      if (room) {
        await Promise.race([room, this.ended.promise.catch(() => {})]);
        continue;
      }
      const awake = Promise.withResolvers<void>();
      this.wake = awake.resolve;
      const message: Message | null = stream.read();
      if (message) this.take(message);
      else {
        if (this.batch) this.flush();
        await awake.promise;
      }
    }
  }

  private take(message: Message): void {
    const { topic, partition, offset, leaderEpoch } = message;
    this.batch ??= this.parts.context.newBatch();
    const { payloadBytes, rawBytes } = this.read(this.batch, message);
    this.payloadBytes += payloadBytes;
    this.rawBytes += rawBytes;
    this.next.set(keyOf(message), { topic, partition, offset: offset + 1n, leaderEpoch });
    if (this.rawBytes >= BATCH_BYTES || this.batch.count >= BATCH_EVENTS) this.flush();
  }

  private flush(): void {
    const { batch, payloadBytes, rawBytes } = this;
    if (!batch) return;
    this.batch = null;
    this.payloadBytes = 0;
    this.rawBytes = 0;
    const acknowledge = this.keeper.delivered(new Map(this.next));
    const delivery = this.parts.context.deliver(batch, { payloadBytes, rawBytes }).then((outcome) => {
      this.underWay.delete(delivery);
      if (outcome === 'accepted') acknowledge();
      else this.end('unavailable');
    });
    this.underWay.add(delivery);
  }

  /** The client reports where it begins, and where it continues when offsets are gone. */
  private noteOffsets(stream: MessagesStream<Buffer, Buffer, Buffer, Buffer>): void {
    const { committing, context } = this.parts;
    const { consumer } = committing;
    const found: Position[] = [];
    for (const { topic, partitions } of consumer.assignments ?? [])
      for (const partition of partitions) {
        const key = keyOf({ topic, partition });
        const offset = stream.offsetsToFetch.get(key);
        if (offset === undefined) continue;
        const before = this.next.get(key);
        if (before && offset > before.offset)
          context.report(messagesExpired(`${topic}, partition ${partition}`, before.offset, offset));
        if (!before || offset !== before.offset)
          found.push({ topic, partition, offset, leaderEpoch: before?.leaderEpoch ?? -1 });
      }
    const isFirst = this.next.size === 0;
    for (const position of found) this.next.set(keyOf(position), position);
    if (isFirst) this.keeper.reached(found);
  }
}

export async function openStream(
  consumer: Consumer,
  { config, fallback }: Pick<SessionParts, 'config' | 'fallback'>,
): Promise<MessagesStream<Buffer, Buffer, Buffer, Buffer>> {
  return consumer.consume({
    topics: config.topics,
    mode: 'committed',
    fallbackMode: fallback,
    autocommit: false,
    maxBytes: config.fetchBytes,
    maxBytesPerPartition: Math.min(config.fetchBytes, 1 << 20),
    maxWaitTime: FETCH_WAIT_MS,
  });
}
