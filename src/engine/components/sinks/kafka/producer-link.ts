import type { ProduceResult, Producer } from '@platformatic/kafka';
import { clusterOptions, guardConnections, type KafkaClient } from '../../shared/kafka/client.ts';
import { listErrors } from '../../shared/kafka/errors.ts';
import type { OutMessage } from './messages.ts';
import type { KafkaSinkConfig } from './schema.ts';

type KafkaProducer = Producer<Buffer, Buffer, Buffer, Buffer>;

const METADATA_MS = 10_000;

export type Placed = OutMessage & { readonly partition: number };

export const placeOf = ({ topic, partition }: { topic: string; partition: number }): string =>
  `${topic}:${partition}`;

export class ProduceFailed extends Error {
  readonly done: ReadonlySet<string>;
  readonly apiErrors: ReadonlyMap<string, number>;
  constructor(cause: unknown, done: ReadonlySet<string>, apiErrors: ReadonlyMap<string, number>) {
    super('not all partitions took their messages', { cause });
    this.done = done;
    this.apiErrors = apiErrors;
  }
}

type ProduceAnswer = {
  responses?: { name: string; partitionResponses: { index: number; errorCode: number }[] }[];
};

/** The broker has this message already: an earlier answer was lost. */
const DUPLICATE_SEQUENCE = 46;

function toFailure(error: unknown): ProduceFailed {
  const done = new Set<string>();
  const codes = new Map<string, number>();
  for (const one of listErrors(error)) {
    const { produced, response } = one as { produced?: ProduceResult; response?: ProduceAnswer };
    for (const offset of produced?.offsets ?? []) done.add(placeOf(offset));
    for (const { name: topic, partitionResponses } of response?.responses ?? [])
      for (const { index: partition, errorCode } of partitionResponses) {
        const place = placeOf({ topic, partition });
        if (errorCode === 0 || errorCode === DUPLICATE_SEQUENCE) done.add(place);
        else codes.set(place, errorCode);
      }
  }
  return new ProduceFailed(error, done, codes);
}

/**
 * An idempotent producer. Within one `send` the client repeats requests with the same sequence numbers, so
 * that brokers deduplicate; after a failed `send` it uses new ones.
 */
export class ProducerLink {
  private readonly client: KafkaClient;
  private readonly config: KafkaSinkConfig;
  private readonly retrying: (error: unknown) => void;
  private producer: KafkaProducer | null = null;
  private turn = 0;
  private isEnded = false;

  constructor(client: KafkaClient, config: KafkaSinkConfig, retrying: (error: unknown) => void) {
    this.client = client;
    this.config = config;
    this.retrying = retrying;
  }

  /** @throws when unknown at present */
  async countPartitions(topic: string): Promise<number> {
    const { topics } = await this.within(METADATA_MS, (producer) =>
      producer.metadata({ topics: [topic], retries: 0 }),
    );
    return topics.get(topic)?.partitionsCount ?? 1;
  }

  /** Like Kafka's Java client: by key, else round-robin. */
  placer(): (message: OutMessage, partitions: number) => Placed {
    const turn = this.turn++;
    return (message, partitions) => {
      const hash = message.key ? this.client.murmur2(message.key) & 0x7fffffff : turn;
      return { ...message, partition: hash % partitions };
    };
  }

  /** Fails after `limitMs`, or when the link ends. @throws ProduceFailed */
  async send(messages: readonly Placed[], limitMs: number): Promise<void> {
    const { compression } = this.config;
    try {
      await this.within(limitMs, (producer) => producer.send({ messages: [...messages], compression }));
    } catch (error) {
      throw toFailure(error);
    }
  }

  /** Closing the producer stops the client's endless retries. */
  private async within<T>(limitMs: number, use: (producer: KafkaProducer) => Promise<T>): Promise<T> {
    const limit = setTimeout(() => this.close(), limitMs);
    try {
      return await use(this.open());
    } finally {
      clearTimeout(limit);
    }
  }

  async end(): Promise<void> {
    this.isEnded = true;
    await this.close();
  }

  private async close(): Promise<void> {
    const { producer } = this;
    this.producer = null;
    await producer?.close().catch(() => {});
  }

  private open(): KafkaProducer {
    if (this.isEnded) throw new Error('interrupted');
    if (this.producer) return this.producer;
    const { client, config } = this;
    const producer: KafkaProducer = new client.Producer({
      ...clusterOptions(client, config, config.timeoutSeconds * 1000),
      timeout: config.timeoutSeconds * 1000,
      idempotent: true,
      // Requests a new id; the client would ask to keep number 0.
      producerId: -1n,
      producerEpoch: -1,
      retries: true,
      retryDelay: (_client, operation, attempt, _retries, error) => {
        if (operation === 'produce') this.retrying(error);
        return Math.min(125 * 2 ** attempt, 5000);
      },
    });
    guardConnections(producer.connections, config);
    this.producer = producer;
    return producer;
  }
}
