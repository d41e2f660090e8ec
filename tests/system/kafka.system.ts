import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { kafkaSink } from '../../src/engine/components/sinks/kafka/sink.ts';
import { kafkaSource } from '../../src/engine/components/sources/kafka/source.ts';
import { jsonBatch, SinkProbe, SourceProbe } from '../../src/engine/components/testing/contexts.ts';
import { certificates } from '../../src/engine/components/testing/http-peer.ts';
import { RetryableError, type RunningSource } from '../../src/engine/components/types.ts';
import { planOf, sink, source } from '../engine/harness/plans.ts';
import { ProcessBench } from '../engine/harness/process-bench.ts';
import { eventually } from '../harness/eventually.ts';
import { killWhileMoving } from '../harness/kafka/kill-engine.ts';
import { Broker, USER } from './kafka-broker.ts';

const PATIENCE_MS = 120_000;
const DISK = { mode: 'disk', maxBytes: 16 << 20, whenFull: 'block' };
const TLS = {
  tls: true,
  tlsCa: certificates.ca,
  tlsCert: certificates.client.cert,
  tlsKey: certificates.client.key,
};

let broker: Broker;
beforeAll(async () => {
  broker = new Broker();
  await broker.begin();
}, 300_000);
afterAll(() => broker?.end());

const running = new Set<RunningSource>();
afterEach(async () => {
  await Promise.all([...running].map((source) => source.stop()));
  running.clear();
});

async function read(
  topic: string,
  config: object = {},
): Promise<{ probe: SourceProbe; source: RunningSource }> {
  const probe = new SourceProbe();
  const settings = { brokers: broker.brokers, topics: [topic], group: `group-${topic}`, ...config };
  const source = await kafkaSource.start(settings, probe.context);
  running.add(source);
  return { probe, source };
}

const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => `{"n":${from + i}}`);

/** What is missing, and how many came more than once. */
function compare(found: readonly string[], wanted: readonly string[]) {
  const once = new Set(found);
  return { lost: wanted.filter((line) => !once.has(line)).length, repeated: found.length - once.size };
}

describe('Kafka with a broker of Apache Kafka', () => {
  it.each([
    ['plain', false],
    ['scram_sha_256', false],
    ['scram_sha_512', false],
    ['plain', true],
    ['scram_sha_512', true],
  ])('SASL %s, TLS %s: written, read, and refused with a wrong password', async (sasl, isSecure) => {
    const topic = `sasl-${sasl}-${isSecure}`;
    await broker.makeTopic(topic);
    const cluster = { brokers: isSecure ? broker.secure : broker.sasl, sasl, ...USER, ...(isSecure && TLS) };
    const sink = await kafkaSink.open({ ...cluster, topic }, new SinkProbe().context);
    await sink.write(jsonBatch({ n: 1 }, { n: 2 }));
    await sink.close();
    const { probe } = await read(topic, cluster);
    await eventually(() => expect(probe.events.toSorted()).toEqual(['{"n":1}', '{"n":2}']), PATIENCE_MS);

    const config = { ...cluster, topics: [topic], group: 'g', password: 'wrong' };
    await expect(kafkaSource.check!(config)).rejects.toMatchObject({
      problem: {
        errorName: 'CredentialsRefused',
        message: expect.stringContaining('SASL authentication failed'),
      },
    });
  });

  it('names certificate and TLS where they are what is wrong', async () => {
    const config = { topics: ['t'], group: 'g', sasl: 'plain', ...USER };
    const failure = (more: object) => kafkaSource.check!({ ...config, ...more });
    await expect(failure({ brokers: broker.secure, ...TLS, tlsCa: undefined })).rejects.toMatchObject({
      problem: { errorName: 'CertificateNotTrusted' },
    });
    await expect(failure({ brokers: broker.secure })).rejects.toMatchObject({
      problem: {
        errorName: 'KafkaFailed',
        causes: expect.arrayContaining([expect.stringContaining('requires SASL or TLS')]),
      },
    });
  });

  it('a message larger than the broker takes is refused alone, the others arrive in order', async () => {
    await broker.makeTopic('large', 1);
    const sink = await kafkaSink.open(
      { brokers: broker.brokers, topic: 'large', compression: 'none' },
      new SinkProbe().context,
    );
    const events = Array.from({ length: 50 }, (_, n) => (n === 20 ? { n, x: 'x'.repeat(1_200_000) } : { n }));
    const receipt = await sink.write(jsonBatch(...events));
    await sink.close();
    expect(receipt.refused).toMatchObject([{ event: 20, problem: { errorName: 'MessageTooLarge' } }]);
    expect(broker.read('large')).toEqual(lines(0, 50).toSpliced(20, 1));
  });

  it('members join and leave while messages flow: none is lost', async () => {
    await broker.makeTopic('shared', 6);
    let count = 0;
    // They flow until the group has given a member its partitions, however long it takes.
    const produceUntil = async (isEnough: () => boolean) => {
      while (!isEnough()) {
        broker.produce('shared', lines(count, count + 500));
        count += 500;
        await delay(100);
      }
    };
    const first = await read('shared');
    const probes = [first.probe];
    await produceUntil(() => first.probe.events.length > 2000);
    const { probe: second } = await read('shared');
    probes.push(second);
    await produceUntil(() => second.events.length > 1000);
    running.delete(first.source);
    const stopped = first.source.stop();
    const [left, had] = [count, second.events.length];
    await produceUntil(() => second.events.length > had + 1000 && count >= left + 3000);
    await stopped;
    const wanted = lines(0, count);
    const found = () => probes.flatMap(({ events }) => events);
    await eventually(() => expect(compare(found(), wanted).lost).toBe(0), PATIENCE_MS);
    console.info(
      'rebalances:',
      compare(found(), wanted),
      probes.map(({ events }) => events.length),
    );
    expect(compare(found(), wanted).repeated).toBeLessThan(wanted.length);
  });

  it('a broker that is killed and started again: nothing is lost on either side', async () => {
    await broker.makeTopic('crash', 4);
    const wanted = lines(0, 10_000);
    const { probe } = await read('crash');
    const sink = await kafkaSink.open(
      { brokers: broker.brokers, topic: 'crash', keyField: 'n', timeoutSeconds: 10 },
      new SinkProbe().context,
    );
    const write = async (batch: readonly string[]): Promise<void> => {
      for (;;) {
        try {
          const { later } = await sink.write(jsonBatch(...batch.map((line) => JSON.parse(line))));
          if (!later) return;
          throw new Error('this test writes to one broker, which takes all or nothing');
        } catch (error) {
          if (!(error instanceof RetryableError)) throw error;
          await delay(250);
        }
      }
    };
    const restart = async () => {
      await broker.kill();
      await delay(1000);
      await broker.start();
    };
    let restarting = Promise.resolve();
    for (let at = 0; at < wanted.length; at += 100) {
      if (at === 3000 || at === 7000) {
        await restarting;
        restarting = restart();
      }
      await write(wanted.slice(at, at + 100));
    }
    await restarting;
    await sink.close();
    const stored = broker.read('crash');
    console.info('broker killed twice, stored:', compare(stored, wanted));
    expect(compare(stored, wanted).lost).toBe(0);
    await eventually(() => expect(compare(probe.events, wanted).lost).toBe(0), PATIENCE_MS);
    console.info('broker killed twice, read:', compare(probe.events, wanted));
  });

  it('two engines of one group that are killed in turn: none is lost', async () => {
    await broker.makeTopic('both', 6);
    const from = { brokers: broker.brokers, topics: ['both'], group: 'both' };
    const benches = [new ProcessBench({ restartMaxMs: 100 }), new ProcessBench({ restartMaxMs: 100 })];
    const fileOf = ({ folder }: ProcessBench) => join(folder, 'out.log');
    const found = () =>
      benches.flatMap((bench) =>
        existsSync(fileOf(bench)) ? readFileSync(fileOf(bench), 'utf8').split('\n').filter(Boolean) : [],
      );
    const wanted = lines(0, 30_000);
    let before = 0;
    try {
      for (const bench of benches) {
        await bench.engine.start();
        const to = { path: fileOf(bench), format: 'ndjson', buffer: DISK, batch: { timeoutMs: 50 } };
        const nodes = [source('in', 'kafka', from), sink('out', to, 'file')];
        await bench.engine.deploy(planOf(nodes, ['in>out']));
      }
      for (let at = 0; at < wanted.length; at += 500) {
        broker.produce('both', wanted.slice(at, at + 500));
        await delay(100);
        if (at % 5000 !== 2500) continue;
        await eventually(() => expect(found().length).toBeGreaterThan(before), PATIENCE_MS);
        before = found().length;
        const { pid } = benches[((at - 2500) / 5000) % 2]!.engine;
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
      }
      await eventually(() => expect(compare(found(), wanted).lost).toBe(0), PATIENCE_MS);
      console.info('two engines killed:', compare(found(), wanted));
    } finally {
      for (const bench of benches) await bench.end();
    }
  });

  it('an engine that is killed while it moves messages: none is lost', async () => {
    await broker.makeTopic('moved-in', 4);
    await broker.makeTopic('moved-out', 4);
    const result = await killWhileMoving(broker, 3, 5000);
    console.info('engine killed:', result);
    expect(result.lost).toBe(0);
  });
});
