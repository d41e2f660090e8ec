import type { Message } from '@platformatic/kafka';
import { expect, it } from 'vitest';
import { SourceProbe } from '../../testing/contexts.ts';
import { messageReader } from './message-reader.ts';
import { kafkaSourceSchema } from './schema.ts';

function readOne(message: Partial<Message>, config: object = {}) {
  const probe = new SourceProbe();
  const settings = { brokers: ['k:9092'], topics: ['t'], group: 'g', detailsField: 'kafka', ...config };
  const read = messageReader(kafkaSourceSchema.parse(settings), probe.context, 'cluster');
  const batch = probe.context.newBatch();
  const usual = { topic: 't', partition: 0, offset: 1n, timestamp: 0n, value: Buffer.from('{"n":1}') };
  read(batch, { ...usual, headerEntries: [], ...message } as unknown as Message);
  return { batch, text: batch.isLive(0) ? batch.bytesOf(0).toString() : null };
}

it('a time that no calendar has does not hold up a partition [R13]', () => {
  expect(readOne({ timestamp: 2n ** 62n }).text).toContain('"timestamp":"4611686018427387904"');
});

it('200,000 headers of one name are read in a moment [R13]', () => {
  const entry: [Buffer, Buffer] = [Buffer.from('a'), Buffer.from('b')];
  const headerEntries = Array.from({ length: 200_000 }, () => entry);
  const began = performance.now();
  expect(readOne({ headerEntries }).text).toContain('"a":["b","b"');
  expect(performance.now() - began).toBeLessThan(5000);
});

it('headers longer than an event may be make the message too long [R13]', () => {
  const headerEntries: [Buffer, Buffer][] = [[Buffer.from('a'), Buffer.alloc(70_000, 'b')]];
  const { batch, text } = readOne({ headerEntries }, { maxEventBytes: 65_536 });
  expect(text).toBeNull();
  expect(batch.refusalOf(0)?.message).toContain('longer than 65536 bytes');
});

it('an empty value makes no event of its own', () => {
  const empty = { value: Buffer.alloc(0) };
  expect(readOne(empty, { detailsField: undefined }).batch.count).toBe(0);
  expect(readOne(empty).text).toMatch(/^\{"kafka":\{"topic":"t"/);
});
