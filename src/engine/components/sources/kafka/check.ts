import { clusterOptions, guardConnections, loadClient } from '../../shared/kafka/client.ts';
import { kafkaProblem } from '../../shared/kafka/problems.ts';
import { ComponentError, type Finding } from '../../types.ts';
import { kafkaSourceSchema } from './schema.ts';

const REQUEST_MS = 10_000;

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, one) => total + one, 0n);

/** Looks at the topics without joining the group. @throws ComponentError */
export async function checkTopics(input: Record<string, unknown>): Promise<readonly Finding[]> {
  const config = kafkaSourceSchema.parse(input);
  const client = await loadClient();
  const consumer = new client.Consumer({
    ...clusterOptions(client, config, REQUEST_MS),
    groupId: config.group,
    retries: 0,
  });
  guardConnections(consumer.connections, config);
  try {
    const { topics } = config;
    const metadata = await consumer.metadata({ topics: [...topics] });
    const { EARLIEST, LATEST } = client.ListOffsetTimestamps;
    const earliest = await consumer.listOffsets({ topics, timestamp: EARLIEST });
    const latest = await consumer.listOffsets({ topics, timestamp: LATEST });
    return [
      { label: 'Brokers', value: String(metadata.brokers.size) },
      ...topics.map((topic) => {
        const count = metadata.topics.get(topic)?.partitionsCount ?? 0;
        const messages = sum(latest.get(topic) ?? []) - sum(earliest.get(topic) ?? []);
        const partitions = count === 1 ? '1 partition' : `${count} partitions`;
        return { label: `Topic ${topic}`, value: `${partitions}, up to ${messages} messages` };
      }),
    ];
  } catch (error) {
    throw new ComponentError(kafkaProblem(error, config.brokers), { cause: error });
  } finally {
    await consumer.close(true).catch(() => {});
  }
}
