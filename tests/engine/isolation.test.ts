// Slow: waits until processes that hang or hoard memory are noticed and ended.

import { readFileSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineError, type PlanNode } from '../../src/engine/port.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/product.ts';
import { expectAccounted } from './harness/bench.ts';
import { PIPELINE, planOf, sink, source, transform } from './harness/plans.ts';
import { PostedLines, ProcessBench, Sender } from './harness/process-bench.ts';

/** Busy machines are slow to start processes and to reach a time limit. */
const PATIENCE_MS = 90_000;
const SCRIPT = '300000000000000009';

let bench: ProcessBench;
beforeEach(() => {
  bench = new ProcessBench();
});
afterEach(() => bench.end(), 180_000);

const failures = (pipelineId: string) =>
  bench.reports.flatMap((report) =>
    report.type === 'pipeline.failed' && report.pipelineId === pipelineId ? [report.problem] : [],
  );
const firstFailure = (pipelineId: string): Promise<number> =>
  new Promise((resolve) => {
    bench.engine.onReport((report) => {
      if (report.type === 'pipeline.failed' && report.pipelineId === pipelineId) resolve(performance.now());
    });
  });
const endsOfEngine = () =>
  bench.reports.filter((report) => report.type === 'state' && report.state === 'restarting').length;

async function postUntilTaken(to: PostedLines, lines: string[]): Promise<void> {
  while (!(await to.post(lines))) await delay(100);
}

const missing = (sent: readonly string[], to: PostedLines): string[] => {
  const written = new Set(to.written());
  return sent.filter((line) => !written.has(line));
};

/** The poisoned transform follows a script, so all runs in an isolated process. */
class IsolatedPipeline extends PostedLines {
  readonly harm: string;

  constructor(harm: string) {
    super(bench.engine, bench.folder, 'disk', SCRIPT);
    this.harm = harm;
  }

  deployAll(graphVersion = 1): Promise<void> {
    const steps = [
      transform('script', 'script', { code: 'return event;' }),
      transform('harm', this.harm, { version: graphVersion }),
    ];
    return this.deploySteps(steps, graphVersion);
  }
}

/** Slow memory growth may be noticed by size, by silence, or by V8's failure. */
const HARMS = [
  ['loops', /Hung/],
  ['hoards', /TooMuchMemory|Hung/],
  ['fills', /TooMuchMemory|Hung|Crashed/],
  ['aborts', /Crashed/],
  ['exits', /Crashed/],
] as const;
const isLong = process.env.PENSTOCK_TEST_LONG === '1';
const tried = (...short: string[]) => HARMS.filter(([harm]) => isLong || short.includes(harm));

describe('a pipeline with a process of its own [R13]', () => {
  it.each(tried('loops', 'hoards'))(
    '%s: only it ends; its event is a dead letter, others arrive',
    async (harm, errorName) => {
      await bench.run('memory');
      const apart = new IsolatedPipeline(harm);
      await apart.deployAll();
      const sender = new Sender(bench.memory, 1);
      expect(await apart.post(['before'])).toBe(true);
      const neighbours = sender.acknowledged.length;
      const failedAt = firstFailure(SCRIPT);
      const sentAt = performance.now();
      await postUntilTaken(apart, ['one', 'two', 'poison', 'three']);
      console.log(`R13 ${harm}: marked as failed after ${Math.round((await failedAt) - sentAt)} ms`);
      expect(sender.acknowledged.length).toBeGreaterThan(neighbours);
      await postUntilTaken(apart, ['after']);
      await sender.stop();
      await eventually(() => expect(apart.written()).toEqual(['before', 'one', 'two', 'three', 'after']));
      const names = failures(SCRIPT).map((problem) => problem.errorName);
      expect(names.filter((name) => errorName.test(name))).toHaveLength(3);
      expect(names).toHaveLength(3);
      expect(endsOfEngine()).toBe(0);
      expect(missing(sender.acknowledged, bench.memory)).toEqual([]);
      await eventually(() => {
        const { of } = bench.lastCounters(apart)!;
        expect(of.harm).toMatchObject({ eventsIn: 6, eventsOut: 5, eventsDeadLetter: 1 });
        expect(of.script).toMatchObject({ eventsIn: 6, eventsOut: 6 });
        expectAccounted({ [SCRIPT]: of });
      });
      expect(bench.deadLetters(SCRIPT)).toMatchObject([{ event: 'poison', componentId: 'harm' }]);
    },
    400_000,
  );
});

it('reports name the machine, and pipelines with processes of their own [R7-10]', async () => {
  await bench.run('memory');
  const apart = new PostedLines(bench.engine, bench.folder, 'disk', SCRIPT);
  await apart.deploySteps([transform('script', 'script', { code: 'return event;' })], 1);
  await eventually(() => {
    const report = bench.reports.findLast(({ type }) => type === 'counters');
    expect(report).toMatchObject({ host: hostname(), isolated: [SCRIPT] });
  });
});

describe('a pipeline that ends the process it shares with others [R13]', () => {
  it.each(tried('aborts'))(
    '%s: named with a cure and isolated; nothing acknowledged is lost',
    async (harm, errorName) => {
      await bench.run('memory');
      await bench.disk.deploy(transform('harm', harm));
      const sender = new Sender(bench.memory, 1);
      expect(await bench.disk.post(['before'])).toBe(true);
      const failedAt = firstFailure(bench.disk.pipelineId);
      const sentAt = performance.now();
      await postUntilTaken(bench.disk, ['one', 'poison', 'two']);
      console.log(`R13 ${harm}, shared: marked as failed after ${Math.round((await failedAt) - sentAt)} ms`);
      await postUntilTaken(bench.disk, ['after']);
      await sender.stop();
      const problems = failures(bench.disk.pipelineId);
      expect(problems[0]?.errorName).toMatch(errorName);
      expect(problems[0]?.message).toContain("while it worked on 'a pipeline'");
      expect(problems[0]?.resolutions.length).toBeGreaterThan(0);
      expect(endsOfEngine()).toBe(1);
      await eventually(() => expect(missing(['before', 'one', 'two', 'after'], bench.disk)).toEqual([]));
      expect(missing(sender.acknowledged, bench.memory)).toEqual([]);
      expect(sender.acknowledged.length).toBeGreaterThan(0);
      expect(bench.deadLetters(bench.disk.pipelineId)).toMatchObject([{ event: 'poison' }]);
    },
    400_000,
  );
});

describe('a pipeline with a process of its own works as every other', () => {
  it('counts, taps, keeps state over deployments, and ends without loss', async () => {
    const port = await freePort();
    const file = `${bench.folder}/kept.log`;
    await bench.engine.start();
    const deploy = (code: string, graphVersion: number) =>
      bench.engine.deploy(
        planOf(
          [
            source('in', 'posted', { port }),
            transform('script', 'script', { code }),
            transform('sum', 'aggregate', {
              groupBy: ['message'],
              seconds: 60,
              results: [{ operation: 'count' }],
            }),
            sink('out', { path: file, format: 'ndjson' }, 'file'),
          ],
          ['in>script', 'script>sum', 'sum>out'],
          { pipelineId: SCRIPT, graphVersion },
        ),
      );
    await deploy('return event;', 1);
    const post = async (text: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: text });
      return answer.status;
    };
    const seen: string[] = [];
    const onEvents = (events: { text: string }[]) => void seen.push(...events.map(({ text }) => text));
    bench.engine.tap({ pipelineId: SCRIPT, componentId: 'script', limit: 10 }, onEvents, () => {});
    expect(await post('a\na\n')).toBe(200);
    await eventually(() => expect(seen).toEqual(['a', 'a']), PATIENCE_MS);
    await deploy('event.again = true; return event;', 2);
    expect(await post('a\n')).toBe(200);
    const counters = () => bench.reports.findLast((one) => one.type === 'counters')?.pipelines[SCRIPT] ?? {};
    await eventually(() => expect(counters().sum).toMatchObject({ eventsIn: 3, eventsBuffered: 3 }));
    await bench.engine.stop();
    expect(counters().sum).toMatchObject({ eventsIn: 3, eventsMerged: 2, eventsOut: 1, eventsBuffered: 0 });
    expect(counters().out).toMatchObject({ eventsIn: 1, eventsOut: 1 });
    expectAccounted({ [SCRIPT]: counters() });
  }, 120_000);

  it('others do not wait for its process after a kill of the engine [R13]', async () => {
    await bench.engine.start();
    const apart = new PostedLines(bench.engine, bench.folder, 'disk', SCRIPT);
    await apart.deploySteps([transform('script', 'script', { code: 'return event;' })], 1);
    await bench.memory.deploy();
    process.kill(bench.engine.pid!, 'SIGKILL');
    const order: string[] = [];
    const take = async (to: PostedLines) => {
      await postUntilTaken(to, ['a line']);
      order.push(to.pipelineId);
    };
    await Promise.all([apart, bench.memory].map(take));
    expect(order).toEqual([bench.memory.pipelineId, SCRIPT]);
  });

  it('what shares its source takes nothing in before it after a kill [R1, R13]', async () => {
    await bench.engine.start();
    const shared = source('in', 'posted', { port: await freePort() });
    const fileOf = (pipelineId: string) => `${bench.folder}/${pipelineId}.log`;
    const deploy = (pipelineId: string, ...steps: PlanNode[]) => {
      const nodes = [
        shared,
        ...steps,
        sink(`out-${pipelineId}`, { path: fileOf(pipelineId), format: 'text' }, 'file'),
      ];
      const edges = nodes.slice(1).map((node, i) => `${nodes[i]!.id}>${node.id}`);
      return bench.engine.deploy(planOf(nodes, edges, { pipelineId }));
    };
    await deploy(PIPELINE);
    await deploy(SCRIPT, transform('script', 'script', { code: 'return event;' }));
    process.kill(bench.engine.pid!, 'SIGKILL');
    const post = () => fetch(`http://127.0.0.1:${shared.config.port}/`, { method: 'POST', body: 'a line' });
    await eventually(async () => expect((await post()).status).toBe(200), PATIENCE_MS);
    await eventually(() => {
      for (const pipelineId of [PIPELINE, SCRIPT])
        expect(readFileSync(fileOf(pipelineId), 'utf8')).toBe('a line\n');
    }, PATIENCE_MS);
  });

  it('others are deployed while its process starts; reports name it [R13]', async () => {
    await bench.engine.start();
    const apart = new IsolatedPipeline('loopsAtStart');
    const order: string[] = [];
    const late = apart.deployAll().catch((error: unknown) => {
      order.push('apart');
      return error;
    });
    await bench.memory.deploy();
    order.push('memory');
    expect(await bench.memory.post(['a line'])).toBe(true);
    const lastStarting = () => {
      const report = bench.reports.findLast((one) => one.type === 'counters');
      return report?.type === 'counters' ? (report.starting ?? []) : undefined;
    };
    await eventually(() => expect(lastStarting()).toEqual([SCRIPT]));
    expect(await late).toBeInstanceOf(EngineError);
    expect(order).toEqual(['memory', 'apart']);
    await eventually(() => expect(lastStarting()).toEqual([]));
  }, 120_000);

  describe('whose version hangs on an event', () => {
    const pass = () => [transform('script', 'script', { code: 'return event;' })];

    async function makeHung(): Promise<IsolatedPipeline> {
      await bench.engine.start();
      const apart = new IsolatedPipeline('loops');
      await apart.deployAll();
      void apart.post(['poison']);
      await eventually(() => {
        const { of } = bench.lastCounters({ mode: 'disk', pipelineId: SCRIPT } as PostedLines)!;
        expect(of['disk-in']).toMatchObject({ eventsBuffered: 1 });
      }, PATIENCE_MS);
      return apart;
    }

    it('is cured by the next version, whose deployment succeeds [R13]', async () => {
      const apart = await makeHung();
      await apart.deploySteps(pass(), 2);
      await eventually(() => expect(apart.written()).toEqual(['poison']), PATIENCE_MS);
    }, 120_000);

    it('goes on when the next version is refused elsewhere [R13]', async () => {
      const apart = await makeHung();
      const nowhere = sink('nowhere', { path: '/proc/none/out', format: 'text' }, 'file');
      await expect(apart.deploySteps(pass(), 2, [nowhere])).rejects.toThrow();
      await postUntilTaken(apart, ['after']);
    }, 120_000);
  });

  it('says that it waits while processes of others start [R4-86]', async () => {
    await bench.end();
    // Each process of the engine starts one at a time.
    bench = new ProcessBench({ workers: Math.max(2, availableParallelism()) });
    await bench.engine.start();
    const from = source('in', 'posted', { port: await freePort() });
    const nodes = [
      from,
      transform('script', 'script', { code: 'return event;' }),
      sink('out', {}, 'blackhole'),
    ];
    const deploy = async (pipelineId: string) => {
      const steps: string[] = [];
      const plan = planOf(nodes, ['in>script', 'script>out'], { pipelineId });
      await bench.engine.deploy(plan, { onStep: (step) => steps.push(step) });
      return steps;
    };
    const [first, second] = await Promise.all([deploy(PIPELINE), deploy(SCRIPT)]);
    expect(first).not.toContain('waiting');
    expect(second.slice(0, 3)).toEqual(['validating', 'waiting', 'validating']);
  }, 120_000);

  it('is refused by node when its script fails; the former runs', async () => {
    await bench.engine.start();
    const apart = new IsolatedPipeline('aborts');
    await apart.deployAll();
    const refused = apart.deploySteps([transform('script', 'script', { code: 'return (' })], 2);
    await expect(refused).rejects.toMatchObject({ problem: { nodeId: 'script' } });
    expect(await apart.post(['still'])).toBe(true);
  }, 120_000);
});
