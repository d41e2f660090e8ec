import type { Batch } from '../../../event/batch.ts';
import { loadClient } from '../../shared/kafka/client.ts';
import { kafkaProblem } from '../../shared/kafka/problems.ts';
import { listLiveEvents } from '../../shared/outbound/request-sink.ts';
import { tlsOptions } from '../../shared/outbound/tls.ts';
import {
  type ComponentProblem,
  RetryableError,
  type SinkComponent,
  type SinkContext,
  type SinkReceipt,
} from '../../types.ts';
import { type MessageWriter, messageWriter, type OutMessage, topicInvalid } from './messages.ts';
import { type Placed, ProduceFailed, ProducerLink, placeOf } from './producer-link.ts';
import { isFixedTopic, type KafkaSinkConfig, kafkaSinkSchema } from './schema.ts';

const MESSAGE_TOO_LARGE = 10;
const RECORD_LIST_TOO_LARGE = 18;
const INVALID_TIMESTAMP = 32;
const INVALID_RECORD = 87;

/** By protocol error code: what a broker never accepts; null for what it may accept later. */
function messageRefused(code: number | undefined, topic: string): ComponentProblem | null {
  if (code === MESSAGE_TOO_LARGE || code === RECORD_LIST_TOO_LARGE)
    return {
      errorName: 'MessageTooLarge',
      message: `A message is larger than the topic ${topic} accepts`,
      causes: ['The event is larger than max.message.bytes of the topic or message.max.bytes of the broker'],
      resolutions: ['Raise max.message.bytes of the topic', 'Remove fields before the destination'],
    };
  if (code !== INVALID_TIMESTAMP && code !== INVALID_RECORD) return null;
  return {
    errorName: 'MessageRefused',
    message: `The topic ${topic} refuses a message: ${code === INVALID_TIMESTAMP ? 'its time is out of range' : 'its record is invalid'}`,
    causes: [
      'A compacted topic takes only messages with a key',
      'The time is further from now than the topic accepts',
    ],
    resolutions: ['Set the key field', 'Correct the time field, or leave it empty'],
  };
}

/** How long a request is repeated with deduplication before the batch starts over. */
const REPEAT_MS = 60_000;

type Refused = { event: number; problem: ComponentProblem };

class Sender {
  private readonly config: KafkaSinkConfig;
  private readonly link: ProducerLink;
  private readonly write: MessageWriter;

  constructor(config: KafkaSinkConfig, link: ProducerLink) {
    this.config = config;
    this.link = link;
    this.write = messageWriter(config);
  }

  async deliver(batch: Batch): Promise<SinkReceipt> {
    const refused: Refused[] = [];
    const now = new Date();
    const messages = listLiveEvents(batch).flatMap((event) => {
      const message = this.write(batch, event, now);
      if (!message) refused.push({ event, problem: topicInvalid });
      return message ?? [];
    });
    const placed = await this.place(messages, refused);
    const failed = await this.send(placed, refused);
    const lost = new Set([...refused, ...(failed?.messages ?? [])].map(({ event }) => event));
    const bytes = placed.reduce((sum, { event, value }) => sum + (lost.has(event) ? 0 : value.length), 0);
    if (failed && failed.messages.length === placed.length && refused.length === 0)
      throw new RetryableError(failed.problem);
    return {
      bytes,
      refused,
      ...(failed && {
        later: { events: failed.messages.map(({ event }) => event), problem: failed.problem },
      }),
    };
  }

  /** @throws RetryableError when a topic's partitions are unknown */
  private async place(messages: readonly OutMessage[], refused: Refused[]): Promise<Placed[]> {
    const place = this.link.placer();
    const placed: Placed[] = [];
    for (const [topic, ofTopic] of Map.groupBy(messages, (message) => message.topic)) {
      try {
        const partitions = await this.link.countPartitions(topic);
        for (const message of ofTopic) placed.push(place(message, partitions));
      } catch (error) {
        const problem = this.explain(error);
        // A topic name from a field is the event's fault; a fixed one the settings'.
        if (problem.errorName !== 'TopicNotFound' || isFixedTopic(this.config.topic))
          throw new RetryableError(problem, { cause: error });
        refused.push(...ofTopic.map(({ event }) => ({ event, problem })));
      }
    }
    return placed;
  }

  /** Returns messages to send again; adds impossible ones to `refused`. */
  private async send(
    messages: readonly Placed[],
    refused: Refused[],
  ): Promise<{ messages: Placed[]; problem: ComponentProblem } | null> {
    if (messages.length === 0) return null;
    let failure: ProduceFailed;
    try {
      await this.link.send(messages, REPEAT_MS);
      return null;
    } catch (error) {
      if (!(error instanceof ProduceFailed)) throw error;
      failure = error;
    }
    const later: Placed[] = [];
    let problem = this.explain(failure.cause);
    for (const [place, ofPlace] of Map.groupBy(messages, placeOf)) {
      if (failure.done.has(place)) continue;
      const refusal = messageRefused(failure.apiErrors.get(place), ofPlace[0]!.topic);
      if (!refusal) later.push(...ofPlace);
      else if (ofPlace.length === 1) refused.push({ event: ofPlace[0]!.event, problem: refusal });
      else {
        const half = ofPlace.length >> 1;
        for (const part of [ofPlace.slice(0, half), ofPlace.slice(half)]) {
          // Messages after a delayed one of the same partition wait too, to keep order.
          const waits = later.some((message) => placeOf(message) === place);
          const rest = waits ? { messages: part, problem } : await this.send(part, refused);
          if (!rest) continue;
          later.push(...rest.messages);
          problem = rest.problem;
        }
      }
    }
    return later.length === 0 ? null : { messages: later, problem };
  }

  private explain(error: unknown): ComponentProblem {
    return kafkaProblem(error, this.config.brokers);
  }
}

/** Batches are sent one after the other, so that each partition keeps its order. */
export const kafkaSink: SinkComponent = {
  sendsIds: (config) => kafkaSinkSchema.parse(config).eventId,
  form: ({ format }) => (format === 'text' ? 'text' : 'json'),
  async open(input, context: SinkContext) {
    const config = kafkaSinkSchema.parse(input);
    if (config.tls) tlsOptions(config);
    const link = new ProducerLink(await loadClient(), config, (error) =>
      context.report(kafkaProblem(error, config.brokers)),
    );
    const sender = new Sender(config, link);
    const onAbort = () => void link.end();
    context.signal.addEventListener('abort', onAbort);
    return {
      batching: config.batch,
      write: (batch) => sender.deliver(batch),
      async close() {
        context.signal.removeEventListener('abort', onAbort);
        await link.end();
      },
    };
  },
};
