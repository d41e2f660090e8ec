import type { MessageToProduce } from '@platformatic/kafka';
import type { Batch } from '../../../event/batch.ts';
import { parsePath } from '../../../event/path.ts';
import { TOPIC_NAME } from '../../shared/kafka/fields.ts';
import { EVENT_ID } from '../../shared/outbound/event-id.ts';
import { timeReader } from '../../shared/outbound/event-time.ts';
import { nameTemplate } from '../../shared/outbound/name-template.ts';
import type { ComponentProblem } from '../../types.ts';
import type { KafkaSinkConfig } from './schema.ts';

export type OutMessage = MessageToProduce<Buffer, Buffer, Buffer, Buffer> & {
  readonly event: number;
  readonly value: Buffer;
};

export const topicInvalid: ComponentProblem = {
  errorName: 'TopicInvalid',
  message: 'An event makes a topic name that Kafka does not accept',
  causes: ['A field of the template is missing, so that the name is empty', 'The name is too long'],
  resolutions: [
    'Set the field before the destination, or filter such events',
    'Correct the template of the topic',
  ],
};

const clean = (value: string): string => value.replaceAll(/[^a-zA-Z0-9._-]/g, '_');

/** Null when the event gives no valid topic. */
export type MessageWriter = (batch: Batch, event: number, now: Date) => OutMessage | null;

export function messageWriter(config: KafkaSinkConfig): MessageWriter {
  const topicOf = nameTemplate(config.topic, clean);
  const keyPath = config.keyField === undefined ? null : parsePath(config.keyField);
  const readTime = config.timeField === undefined ? null : timeReader(config.timeField);
  const headers = Object.entries(config.headers).map(([name, text]) => ({
    name: Buffer.from(name),
    render: nameTemplate(text),
  }));
  const idName = Buffer.from(EVENT_ID);
  return (batch, event, now) => {
    const topic = topicOf(batch, event, now);
    if (!TOPIC_NAME.test(topic)) return null;
    const member = keyPath ? batch.get(event, keyPath) : -1;
    const nanos = readTime?.(batch, event) ?? null;
    const ofMessage = new Map(
      headers.map(({ name, render }) => [name, Buffer.from(render(batch, event, now))]),
    );
    if (config.eventId) ofMessage.set(idName, Buffer.from(batch.idOf(event)));
    return {
      event,
      topic,
      value: config.format === 'text' ? batch.bytesOf(event) : Buffer.from(batch.toJsonText(event)),
      timestamp: nanos === null ? BigInt(now.getTime()) : nanos / 1_000_000n,
      ...(member >= 0 && { key: Buffer.from(batch.text(member)) }),
      ...(ofMessage.size > 0 && { headers: ofMessage }),
    };
  };
}
