import { Admin } from '@platformatic/kafka';
import { planOf, sink, source } from '../../engine/harness/plans.ts';
import { ProcessBench } from '../../engine/harness/process-bench.ts';
import { eventually } from '../eventually.ts';

const PATIENCE_MS = 120_000;

export type KillableCluster = {
  readonly brokers: string[];
  produce(topic: string, lines: readonly string[]): void;
  read(topic: string): string[] | Promise<string[]>;
};

/** Counts of what arrived, of what was sent. */
export type Arrived = {
  readonly lost: number;
  readonly repeated: number;
  readonly kills: number;
  /** What was sent but not committed at each kill: as many may be read again. */
  readonly uncommitted: number;
};

/** Messages up to which the group has committed, over all partitions. */
async function readCommitted(admin: Admin, group: string): Promise<number> {
  const found = await admin.listConsumerGroupOffsets({
    groups: [{ groupId: group, topics: [{ name: 'moved-in', partitionIndexes: [0, 1, 2, 3] }] }],
  });
  const partitions = found.flatMap(({ topics }) => topics.flatMap((topic) => topic.partitions));
  return partitions.reduce((sum, { committedOffset }) => sum + Math.max(0, Number(committedOffset)), 0);
}

/** Kills the engine while it moves messages from one topic to another, then lets it finish. */
export async function killWhileMoving(
  cluster: KillableCluster,
  kills: number,
  events: number,
  config: object = {},
): Promise<Arrived> {
  const bench = new ProcessBench({ restartMaxMs: 100 });
  const from = {
    brokers: cluster.brokers,
    topics: ['moved-in'],
    group: 'moved',
    fetchBytes: 64 * 1024,
    ...config,
  };
  const to = {
    brokers: cluster.brokers,
    topic: 'moved-out',
    batch: { maxEvents: 100, timeoutMs: 20 },
    ...config,
  };
  const admin = new Admin({ clientId: 'test', bootstrapBrokers: cluster.brokers, retries: 0 });
  const sent: string[] = [];
  let uncommitted = 0;
  const send = (count: number) => {
    const lines = Array.from(
      { length: count },
      (_, i) => `{"n":${sent.length + i},"x":"${'x'.repeat(100)}"}`,
    );
    cluster.produce('moved-in', lines);
    sent.push(...lines);
  };
  try {
    send(events);
    cluster.produce('moved-out', ['{"n":-1}']);
    await bench.engine.start();
    await bench.engine.deploy(planOf([source('in', 'kafka', from), sink('out', to, 'kafka')], ['in>out']));
    const countArrived = async () => (await cluster.read('moved-out')).length;
    let committed = 0;
    for (let kill = 0; kill < kills; kill++) {
      await eventually(async () => {
        const now = await readCommitted(admin, from.group);
        if (now <= committed) throw new Error('nothing is committed');
        committed = now;
      }, PATIENCE_MS);
      const before = await countArrived();
      send(events);
      await eventually(async () => {
        if ((await countArrived()) <= before) throw new Error('nothing arrives');
      }, PATIENCE_MS);
      process.kill(bench.engine.pid!, 'SIGKILL');
      uncommitted += sent.length - committed;
    }
    const wanted = new Set(sent);
    await eventually(async () => {
      const found = new Set(await cluster.read('moved-out'));
      if (sent.some((line) => !found.has(line))) throw new Error(`${found.size} of ${wanted.size} arrived`);
    }, PATIENCE_MS);
    const found = (await cluster.read('moved-out')).filter((line) => wanted.has(line));
    return {
      lost: wanted.size - new Set(found).size,
      repeated: found.length - wanted.size,
      kills,
      uncommitted,
    };
  } finally {
    await admin.close();
    await bench.end();
  }
}
