import type { Connection, ConnectionPool, Consumer, offsetCommitV9 } from '@platformatic/kafka';
import type { KafkaClient } from '../../shared/kafka/client.ts';

export type Position = {
  readonly topic: string;
  readonly partition: number;
  readonly offset: bigint;
  readonly leaderEpoch: number;
};

/** A group membership; brokers refuse commits of a former one. */
export type Membership = { readonly generationId: number; readonly memberId: string };

export type Committing = {
  readonly client: KafkaClient;
  readonly consumer: Consumer;
  /** Not the consumer's: a broker answers nothing else on a connection during a pending join. */
  readonly connections: ConnectionPool;
};

export const keyOf = ({ topic, partition }: Pick<Position, 'topic' | 'partition'>): string =>
  `${topic}:${partition}`;

type CommitRequest = Parameters<typeof offsetCommitV9.createRequest>;

function toTopics(positions: Iterable<Position>): CommitRequest[4] {
  const topics = Map.groupBy(positions, ({ topic }) => topic);
  return [...topics].map(([name, ofTopic]) => ({
    name,
    partitions: ofTopic.map(({ partition, offset, leaderEpoch }) => ({
      partitionIndex: partition,
      committedOffset: offset,
      committedLeaderEpoch: leaderEpoch,
      committedMetadata: null,
    })),
  }));
}

/**
 * Commits for exactly this membership. `Consumer.commit` would rejoin after a rebalance and then commit
 * partitions of another member.
 */
export async function commitOffsets(
  { client, consumer, connections }: Committing,
  { generationId, memberId }: Membership,
  positions: Iterable<Position>,
): Promise<void> {
  const coordinator = await consumer.findGroupCoordinator();
  const { brokers } = await consumer.metadata({ topics: [...consumer.topics.current] });
  const broker = brokers.get(coordinator);
  if (!broker) throw new Error('the coordinator of the group is not known');
  const connection = await new Promise<Connection>((resolve, reject) =>
    connections.get(broker, (error, found) => (found ? resolve(found) : reject(error))),
  );
  const topics = toTopics(positions);
  await new Promise<void>((resolve, reject) => {
    consumer[client.kGetApi]<CommitRequest, unknown>('OffsetCommit', (error, api) => {
      if (error || !api) return reject(error ?? new Error('offsets cannot be committed'));
      api(connection, consumer.groupId, generationId, memberId, null, topics, (failed) =>
        failed ? reject(failed) : resolve(),
      );
    });
  });
}
