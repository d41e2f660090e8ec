import { expect, it } from 'vitest';
import { jsonBatch, rawBatch, TransformProbe } from '../../testing/contexts.ts';
import { archiveRecordTransform } from './transform.ts';

const config = { source: 'web "logs"', sourceId: '200000000000000001' };

it('keeps events unchanged, each with a later time', () => {
  const probe = new TransformProbe();
  const transform = archiveRecordTransform.create(config, probe.context);
  const batch = rawBatch('a "b" ü', '{"n":1.0}');
  batch.appendJson(Buffer.from('{"n":1.0, "big":12345678901234567890}'));
  for (let event = 0; event < batch.count; event++) transform.process(batch, event);
  const time = new Date(probe.clock.date()).toISOString().slice(0, -1);
  const record = (micros: string, rest: string) =>
    `{"received":"${time}${micros}Z","source":"web \\"logs\\"","sourceId":"200000000000000001",${rest}}`;
  expect([0, 1, 2].map((event) => batch.bytesOf(event).toString())).toEqual([
    record('000', '"message":"a \\"b\\" ü"'),
    record('001', '"message":"{\\"n\\":1.0}"'),
    record('002', '"event":{"n":1.0, "big":12345678901234567890}'),
  ]);
});

it('follows the clock again once it has passed the times given', () => {
  const probe = new TransformProbe();
  const transform = archiveRecordTransform.create(config, probe.context);
  const readTime = () => {
    const batch = jsonBatch({});
    transform.process(batch, 0);
    return (JSON.parse(batch.bytesOf(0).toString()) as { received: string }).received;
  };
  const times = Array.from({ length: 1500 }, readTime);
  expect(new Set(times).size).toBe(1500);
  expect([...times].sort()).toEqual(times);
  probe.clock.advance(5);
  expect(readTime()).toBe(new Date(probe.clock.date()).toISOString().replace('Z', '000Z'));
});
