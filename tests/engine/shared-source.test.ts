import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExpectedPipeline } from '../../src/engine/port.ts';
import type { EngineClock } from '../../src/engine/topology/clock.ts';
import { eventually } from '../harness/eventually.ts';
import { EngineBench } from './harness/bench.ts';
import { PIPELINE, planOf, SITE, sink, source } from './harness/plans.ts';
import { freePort, ProcessBench } from './harness/process-bench.ts';

const OTHER = '300000000000000003';
const MINUTE_MS = 60_000;

let bench: EngineBench;
let timers: { ms: number; call(): void }[];
beforeEach(() => {
  timers = [];
  const clock: EngineClock = {
    now: () => performance.now(),
    date: () => Date.now(),
    after: (ms, call) => {
      timers.push({ ms, call });
      return () => {};
    },
  };
  bench = new EngineBench(undefined, clock);
});
afterEach(() => bench.end());

const expected = (pipelineId: string): ExpectedPipeline => ({ pipelineId, siteId: SITE, sourceIds: ['in'] });
const deploy = (pipelineId: string, to: string) =>
  bench.engine.deploy(planOf([source('in'), sink(to)], [`in>${to}`], { pipelineId }));
const push = (line: string) => bench.components.source('in').push(line);
const received = (to: string) => bench.components.sink(to).received;

describe('a source that several pipelines share, as they start', () => {
  it('takes nothing in before the last of them runs [R1]', async () => {
    bench.engine.expect([expected(PIPELINE), expected(OTHER)]);
    await deploy(PIPELINE, 'out');
    expect(await push('too soon')).toBe('unavailable');
    const ready = bench.components.source('in').context!.ready();
    await deploy(OTHER, 'also');
    await ready;
    expect(await push('a line')).toBe('accepted');
    expect(received('out')).toEqual(['a line']);
    expect(received('also')).toEqual(['a line']);
  });

  it('goes on without one that cannot be deployed', async () => {
    bench.engine.expect([expected(PIPELINE), expected(OTHER)]);
    await deploy(PIPELINE, 'out');
    bench.components.sink('also').failsToOpen = true;
    await expect(deploy(OTHER, 'also')).rejects.toThrow();
    expect(await push('a line')).toBe('accepted');
    expect(received('out')).toEqual(['a line']);
  });

  it('waits for one that never comes for a minute', async () => {
    bench.engine.expect([expected(PIPELINE), expected(OTHER)]);
    await deploy(PIPELINE, 'out');
    expect(await push('too soon')).toBe('unavailable');
    for (const { ms, call } of timers) if (ms === MINUTE_MS) call();
    expect(await push('a line')).toBe('accepted');
  });

  it('waits for none that runs already', async () => {
    await deploy(PIPELINE, 'out');
    bench.engine.expect([expected(PIPELINE)]);
    expect(await push('a line')).toBe('accepted');
  });
});

it.each([1, 2])(
  'with %i processes, one killed in between waits for the rest [R1]',
  async (workers) => {
    const apart = new ProcessBench({ workers, restartMaxMs: 100 });
    const { engine, folder } = apart;
    const port = await freePort();
    const fileOf = (pipelineId: string) => join(folder, `${pipelineId}.log`);
    const start = (pipelineId: string) => {
      const to = sink(`out-${pipelineId}`, { path: fileOf(pipelineId), format: 'text' }, 'file');
      const nodes = [source('in', 'posted', { port }), to];
      return engine.deploy(planOf(nodes, [`in>${to.id}`], { pipelineId }));
    };
    const post = async () =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'a line' })).status;
    try {
      await engine.start();
      engine.expect([expected(PIPELINE), expected(OTHER)]);
      await start(PIPELINE);
      const before = engine.pid;
      process.kill(before!, 'SIGKILL');
      await eventually(() => {
        expect(engine.pid).not.toBe(before);
        expect(engine.state).toBe('running');
      });
      expect(await post()).toBe(503);
      await start(OTHER);
      expect(await post()).toBe(200);
      for (const pipelineId of [PIPELINE, OTHER])
        await eventually(() => expect(readFileSync(fileOf(pipelineId), 'utf8')).toBe('a line\n'));
    } finally {
      await apart.end();
    }
  },
  120_000,
);
