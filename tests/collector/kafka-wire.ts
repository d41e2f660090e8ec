import type { Message } from '@platformatic/kafka';
import { components } from '../../src/engine/components/registry.ts';
import { listLiveEvents } from '../../src/engine/components/shared/outbound/request-sink.ts';
import { messageWriter } from '../../src/engine/components/sinks/kafka/messages.ts';
import { kafkaSinkSchema } from '../../src/engine/components/sinks/kafka/schema.ts';
import { kafkaSink } from '../../src/engine/components/sinks/kafka/sink.ts';
import { messageReader } from '../../src/engine/components/sources/kafka/message-reader.ts';
import { kafkaSourceSchema } from '../../src/engine/components/sources/kafka/schema.ts';
import type {
  ComponentRegistry,
  DeliverOutcome,
  SinkComponent,
  SourceComponent,
  SourceContext,
} from '../../src/engine/components/types.ts';

type Config = Record<string, unknown>;
/** Values of messages; null is a message without one. */
export type Topics = ReadonlyMap<string, readonly (Buffer | null)[]>;

/** As a consumer: what no pipeline takes yet is read again. */
async function deliverAll(topics: Topics, input: Config, context: SourceContext): Promise<void> {
  const config = kafkaSourceSchema.parse(input);
  const read = messageReader(config, context, 'cluster');
  const fixed = { partition: 0, timestamp: 0n, headerEntries: [] };
  const messages = config.topics.flatMap((topic) =>
    (topics.get(topic) ?? []).map((value, at) => ({
      ...fixed,
      topic,
      offset: BigInt(at),
      value: value ?? undefined,
    })),
  );
  let outcome: DeliverOutcome;
  do {
    await context.ready();
    const batch = context.newBatch();
    const sizes = messages.map((message) => read(batch, message as unknown as Message));
    outcome = await context.deliver(batch, {
      payloadBytes: sizes.reduce((sum, { payloadBytes }) => sum + payloadBytes, 0),
      rawBytes: sizes.reduce((sum, { rawBytes }) => sum + rawBytes, 0),
    });
  } while (outcome === 'unavailable');
}

const readFrom = (topics: Topics): SourceComponent => ({
  async start(input, context) {
    const reading = setImmediate(() => void deliverAll(topics, input, context));
    return { stop: async () => clearImmediate(reading) };
  },
});

const writeTo = (take: (topic: string, value: string) => void): SinkComponent => ({
  ...kafkaSink,
  async open(input) {
    const config = kafkaSinkSchema.parse(input);
    const write = messageWriter(config);
    return {
      batching: config.batch,
      async write(batch) {
        let bytes = 0;
        for (const event of listLiveEvents(batch)) {
          const message = write(batch, event, new Date());
          if (!message) continue;
          bytes += message.value.length;
          take(String(message.topic), message.value.toString());
        }
        return { bytes };
      },
      close: async () => {},
    };
  },
});

/** The engine's components; those of Kafka read and write messages as always, but in memory, without a broker. */
export const withoutBroker = (
  topics: Topics,
  take: (topic: string, value: string) => void,
): ComponentRegistry => ({
  ...components,
  sources: { ...components.sources, kafka: readFrom(topics) },
  sinks: { ...components.sinks, kafka: writeTo(take) },
});
