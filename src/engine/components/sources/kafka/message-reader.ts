import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Message } from '@platformatic/kafka';
import type { Batch } from '../../../event/batch.ts';
import { describeOrigin } from '../../../event/origins.ts';
import { parsePath } from '../../../event/path.ts';
import { LongLines } from '../../shared/long-lines.ts';
import { isObject } from '../../shared/payload.ts';
import type { Intake, SourceContext } from '../../types.ts';
import { messageEmpty, messageTooLong } from './problems.ts';
import type { KafkaSourceConfig } from './schema.ts';

const OPEN_BRACE = 0x7b;

const toText = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'base64');

/** A producer can send a time beyond any calendar. */
function toTime(timestamp: bigint): string {
  const date = new Date(Number(timestamp));
  return Number.isNaN(date.getTime()) ? String(timestamp) : date.toISOString();
}

function describe({ topic, partition, offset, timestamp, key, headerEntries }: Message): string {
  const headers = new Map<string, string[]>();
  for (const [name, value] of headerEntries) {
    const text = value ? toText(value) : '';
    const label = toText(name);
    const known = headers.get(label);
    if (known) known.push(text);
    else headers.set(label, [text]);
  }
  const details = JSON.stringify({
    topic,
    partition,
    timestamp: toTime(timestamp),
    key: key ? toText(key) : null,
    headers: Object.fromEntries(
      [...headers].map(([label, texts]) => [label, texts.length === 1 ? texts[0] : texts]),
    ),
  });
  // Offsets can exceed a double's exact range.
  return `${details.slice(0, -1)},"offset":${offset}}`;
}

export type MessageReader = (batch: Batch, message: Message) => Intake;

/** Adds an event per message to a batch; event ids contain `clusterId`. */
export function messageReader(
  config: KafkaSourceConfig,
  context: SourceContext,
  clusterId: string,
): MessageReader {
  const { format, maxEventBytes, detailsField } = config;
  const longMessages = new LongLines(config.longMessages, messageTooLong(maxEventBytes), context);
  const path = detailsField === undefined ? null : parsePath(detailsField);
  const names = new Map<string, string>();
  const nameOf = (topic: string): string => {
    const known = names.get(topic);
    if (known !== undefined) return known;
    const name = createHash('sha256').update(`${clusterId}\n${topic}`).digest('base64url').slice(0, 16);
    names.set(topic, name);
    return name;
  };

  const append = (batch: Batch, value: Buffer, isLong: boolean): void => {
    if (isLong) longMessages.append(batch, value.subarray(0, maxEventBytes));
    else if (format === 'json' || (format === 'auto' && value[0] === OPEN_BRACE && isObject(value)))
      batch.appendJson(value);
    else batch.appendRaw(value);
  };

  return (batch, message) => {
    const { topic, partition, offset, key, headerEntries } = message;
    // The client's types exclude null. Empty values count as null.
    const given = message.value as Buffer | undefined;
    const value = given?.length ? given : undefined;
    const ev = batch.count;
    const payloadBytes = value?.length ?? 0;
    let rawBytes = payloadBytes + (key?.length ?? 0);
    for (const [name, text] of headerEntries) rawBytes += name.length + (text?.length ?? 0);
    const intake = { payloadBytes, rawBytes };
    const detailBytes = path ? rawBytes - payloadBytes : 0;
    const isLong = Math.max(payloadBytes, detailBytes) > maxEventBytes;
    if (value || isLong) append(batch, value ?? Buffer.alloc(0), isLong);
    else if (path) batch.appendTrustedJson('{}');
    else {
      context.refuse(messageEmpty, 1, intake, key ? toText(key).slice(0, 256) : undefined);
      return { payloadBytes: 0, rawBytes: 0 };
    }
    if (path && detailBytes <= maxEventBytes && batch.isLive(ev))
      batch.setJsonText(ev, path, describe(message));
    if (context.identifies)
      batch.setId(ev, `${nameOf(topic)}.${partition.toString(36)}.${offset.toString(36)}`);
    if (context.tracksOrigin)
      batch.setOrigin(describeOrigin({ topic, partition, offset: Number(offset) }), ev);
    return intake;
  };
}
