import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  KCAT,
  kcat,
  type MockCluster,
  startMockCluster,
} from '../../../../../tests/harness/kafka/mock-cluster.ts';
import { jsonBatch, rawBatch, SinkProbe, until } from '../../testing/contexts.ts';
import { RetryableError } from '../../types.ts';
import { kafkaSink } from './sink.ts';

describe.skipIf(kcat === null)(`the Kafka destination with the mock cluster of ${KCAT}`, () => {
  let cluster: MockCluster;
  beforeAll(async () => {
    cluster = await startMockCluster();
  });
  afterAll(() => cluster.stop());

  const open = async (config: object) => {
    const probe = new SinkProbe();
    const sink = await kafkaSink.open({ brokers: cluster.brokers, ...config }, probe.context);
    return { probe, sink };
  };

  it('writes every codec so that librdkafka reads it, with key, headers and time', async () => {
    for (const compression of ['none', 'gzip', 'snappy', 'lz4', 'zstd']) {
      const { sink } = await open({
        topic: `codec-${compression}`,
        keyField: 'user',
        timeField: 'at',
        headers: { from: 'test $' + '{user}' },
        compression,
      });
      const events = [1, 2, 3].map((n) => ({ n, user: 'ann', at: '2026-11-21T10:00:00.123Z' }));
      expect(await sink.write(jsonBatch(...events))).toMatchObject({ refused: [] });
      await sink.close();
      expect(cluster.read(`codec-${compression}`, '%k %T %h %s')).toEqual(
        events.map((event) => `ann 1795255200123 from=test ann ${JSON.stringify(event)}`),
      );
    }
  }, 60_000);

  it('keeps a key on one partition, where the Java client puts it', async () => {
    const { sink } = await open({ topic: 'keys', keyField: 'k' });
    const events = Array.from({ length: 200 }, (_, n) => ({ n, k: `key-${n % 5}` }));
    await sink.write(jsonBatch(...events.slice(0, 100)));
    await sink.write(jsonBatch(...events.slice(100)));
    await sink.close();
    const found = cluster.read('keys', '%p %k %s').map((line) => line.split(' '));
    const byKey = Map.groupBy(found, ([, key]) => key);
    for (const [key, ofKey] of byKey) {
      expect(new Set(ofKey.map(([partition]) => partition)).size).toBe(1);
      const order = ofKey.map(([, , json]) => JSON.parse(json!).n);
      expect(order, key).toEqual([...order].sort((a, b) => a - b));
    }
    expect(byKey.size).toBe(5);
    // kcat's murmur2_random is the partitioner of the Java client.
    cluster.produce(
      'java',
      ['key-0:x', 'key-1:x', 'key-2:x', 'key-3:x', 'key-4:x'],
      '-K:',
      '-X',
      'partitioner=murmur2_random',
    );
    const expected = cluster.read('java', '%k %p').sort();
    expect([...byKey.values()].map((ofKey) => `${ofKey[0]![1]} ${ofKey[0]![0]}`).sort()).toEqual(expected);
  }, 60_000);

  it('sends raw lines as they came, and names topics after fields', async () => {
    const { sink } = await open({ topic: 'raw', format: 'text' });
    await sink.write(rawBatch('one line', 'a "quoted" one'));
    await sink.close();
    expect(cluster.read('raw').sort()).toEqual(['a "quoted" one', 'one line']);

    const named = await open({ topic: 'by-$' + '{service}' });
    cluster.produce('by-web', ['{}']);
    const long = 'x'.repeat(300);
    const receipt = await named.sink.write(jsonBatch({ service: 'web' }, { service: long }));
    await named.sink.close();
    expect(receipt.refused).toMatchObject([{ event: 1, problem: { errorName: 'TopicInvalid' } }]);
    expect(cluster.read('by-web').sort()).toEqual(['{"service":"web"}', '{}']);
  }, 60_000);

  it('waits for a broker that is away, and sends each event once', async () => {
    const { sink, probe } = await open({ topic: 'away' });
    await sink.write(jsonBatch({ n: 0 }));
    cluster.door.shut();
    const writing = sink.write(jsonBatch({ n: 1 }));
    await until(() => expect(probe.reports).not.toEqual([]));
    cluster.door.open();
    await writing;
    await sink.close();
    expect(cluster.read('away').sort()).toEqual(['{"n":0}', '{"n":1}']);
  }, 60_000);

  it('says that nothing listens where no broker was reached yet', async () => {
    const { sink } = await open({ topic: 'nowhere', brokers: ['127.0.0.1:1'] });
    const failure = await sink.write(jsonBatch({ n: 0 })).catch((error: unknown) => error);
    await sink.close();
    expect(failure).toBeInstanceOf(RetryableError);
    expect(failure).toMatchObject({ problem: { errorName: 'ConnectionRefused' } });
  }, 60_000);

  it('ends at once when it is aborted, while no broker answers', async () => {
    const { sink, probe } = await open({ topic: 'ended' });
    await sink.write(jsonBatch({ n: 0 }));
    cluster.door.shut();
    const writing = sink.write(jsonBatch({ n: 1 })).then(
      () => 'written',
      () => 'failed',
    );
    probe.ended.abort();
    expect(await writing).toBe('failed');
    await sink.close();
    cluster.door.open();
  }, 20_000);
});
