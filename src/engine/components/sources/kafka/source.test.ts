// Slow: the mock delays a member's join by 3 s, and a rejoin by 14 s.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  KCAT,
  kcat,
  type MockCluster,
  startMockCluster,
} from '../../../../../tests/harness/kafka/mock-cluster.ts';
import { BATCH_MOST_BYTES } from '../../shared/kafka/answer-budget.ts';
import { loadClient } from '../../shared/kafka/client.ts';
import { SourceProbe, until } from '../../testing/contexts.ts';
import type { RunningSource } from '../../types.ts';
import { kafkaSource } from './source.ts';

const WAIT_MS = 30_000;

describe.skipIf(kcat === null)(`the Kafka source with the mock cluster of ${KCAT}`, () => {
  let cluster: MockCluster;
  beforeAll(async () => {
    cluster = await startMockCluster();
  });
  afterAll(() => cluster.stop());

  const running = new Set<RunningSource>();
  const start = async (probe: SourceProbe, topic: string, config: object = {}) => {
    const settings = { brokers: cluster.brokers, topics: [topic], group: `group-${topic}`, ...config };
    const source = await kafkaSource.start(settings, probe.context);
    running.add(source);
    return source;
  };
  const stop = async (source: RunningSource) => {
    running.delete(source);
    await source.stop();
  };
  afterEach(async () => {
    await Promise.all([...running].map(stop));
  });
  const numbers = (from: number, to: number): string[] =>
    Array.from({ length: to - from }, (_, i) => `{"n":${from + i}}`);
  const sorted = (events: readonly string[]): number[] =>
    events.map((event) => JSON.parse(event).n as number).sort((a, b) => a - b);

  it('reads every codec, with key, headers and place of a message', async () => {
    for (const codec of ['none', 'gzip', 'snappy', 'lz4', 'zstd'])
      cluster.produce('codecs', [`key-${codec}:{"n":1}`], '-z', codec, '-K:', '-H', `codec=${codec}`);
    cluster.produce('codecs', ['plain text']);
    const probe = new SourceProbe();
    probe.tracksOrigin = true;
    await start(probe, 'codecs', { detailsField: 'kafka' });
    await until(() => expect(probe.events).toHaveLength(6), WAIT_MS);
    const events = probe.events.map((event) => JSON.parse(event));
    for (const codec of ['none', 'gzip', 'snappy', 'lz4', 'zstd'])
      expect(events).toContainEqual({
        n: 1,
        kafka: {
          topic: 'codecs',
          partition: expect.any(Number),
          offset: expect.any(Number),
          timestamp: expect.stringMatching(/^20.*Z$/),
          key: `key-${codec}`,
          headers: { codec },
        },
      });
    expect(probe.origins).toEqual(
      events.map(({ kafka }) => ({ topic: 'codecs', partition: kafka.partition, offset: kafka.offset })),
    );
    expect(events).toContainEqual({ message: 'plain text', kafka: expect.objectContaining({ key: null }) });
    expect(probe.incomplete).toEqual([]);
  }, 60_000);

  it.each(['gzip', 'lz4', 'zstd'] as const)(
    '%s: a bomb is refused, and said [R13]',
    async (compression) => {
      const topic = `bomb-${compression}`;
      const { Producer } = await loadClient();
      const producer = new Producer({ clientId: 'hostile', bootstrapBrokers: cluster.brokers, compression });
      const value = Buffer.alloc(BATCH_MOST_BYTES + (8 << 20), 'x');
      await producer.send({ messages: [{ topic, partition: 0, value }] });
      await producer.close();
      const probe = new SourceProbe();
      await start(probe, topic);
      await until(() => expect(probe.errorNames).toContain('BatchTooLarge'), WAIT_MS);
      expect(probe.events).toEqual([]);
    },
    60_000,
  );

  it('commits only what is acknowledged, and continues there', async () => {
    cluster.produce('acks', numbers(0, 50));
    const first = new SourceProbe();
    const source = await start(first, 'acks');
    await until(() => expect(first.events).toHaveLength(50), WAIT_MS);
    let held = 0;
    first.answer = () => {
      held++;
      return new Promise(() => {});
    };
    cluster.produce('acks', numbers(50, 100));
    await until(() => expect(held).toBeGreaterThan(0), WAIT_MS);
    await stop(source);

    cluster.produce('acks', numbers(100, 110));
    const second = new SourceProbe();
    await start(second, 'acks');
    await until(() => expect(sorted(second.events)).toEqual(sorted(numbers(50, 110))), WAIT_MS);
  }, 90_000);

  it('reads again what a paused pipeline did not take, in order', async () => {
    cluster.produce('paused', numbers(0, 50), '-p', '0');
    const probe = new SourceProbe();
    let refusals = 2;
    probe.answer = async () => (refusals-- > 0 ? 'unavailable' : 'accepted');
    await start(probe, 'paused');
    await until(() => expect(probe.events).toEqual(numbers(0, 50)), WAIT_MS);
  }, 60_000);

  it('starts with new messages where that is chosen, and commits where that is', async () => {
    cluster.produce('newest', numbers(0, 20));
    const probe = new SourceProbe();
    await start(probe, 'newest', { startAt: 'latest' });
    await until(() => expect(probe.saved).toContain('newest'), WAIT_MS);
    expect(probe.events).toEqual([]);
    cluster.produce('newest', numbers(20, 30));
    await until(() => expect(sorted(probe.events)).toEqual(sorted(numbers(20, 30))), WAIT_MS);
  }, 60_000);

  it('goes on after the broker was away, losing nothing', async () => {
    cluster.produce('away', numbers(0, 50));
    const probe = new SourceProbe();
    await start(probe, 'away');
    await until(() => expect(probe.events).toHaveLength(50), WAIT_MS);
    cluster.door.shut();
    cluster.produce('away', numbers(50, 100));
    await until(() => expect(probe.reports.length).toBeGreaterThan(0), WAIT_MS);
    cluster.door.open();
    const found = () => new Set(sorted(probe.events));
    await until(() => expect(found().size).toBe(100), WAIT_MS);
    expect(probe.incomplete).toEqual([]);
  }, 90_000);

  it('a long message becomes a dead letter, a tombstone is counted', async () => {
    cluster.produce('odd', ['k:'], '-K:', '-Z');
    cluster.produce('odd', ['x'.repeat(300), '{"n":1}', '{"n":']);
    const probe = new SourceProbe();
    await start(probe, 'odd', { maxEventBytes: 128, format: 'json' });
    await until(() => expect(probe.events).toEqual(['{"n":1}']), WAIT_MS);
    await until(() => expect(probe.deadLetters).toHaveLength(2), WAIT_MS);
    expect(probe.deadLetters.map(({ errorName }) => errorName).sort()).toEqual([
      'InvalidEvent',
      'MessageTooLong',
    ]);
    await until(() => expect(probe.refused.map(({ errorName }) => errorName)).toEqual(['MessageEmpty']));
  }, 60_000);

  it('its test says what the topic holds, or the reason at the bottom', async () => {
    cluster.produce('tested', numbers(0, 5));
    const config = { brokers: cluster.brokers, topics: ['tested'], group: 'g' };
    expect(await kafkaSource.check!(config)).toEqual([
      { label: 'Brokers', value: '1' },
      { label: 'Topic tested', value: '4 partitions, up to 5 messages' },
    ]);
    await expect(kafkaSource.check!({ ...config, brokers: ['127.0.0.1:1'] })).rejects.toMatchObject({
      problem: { errorName: 'ConnectionRefused' },
    });
  }, 60_000);
});
