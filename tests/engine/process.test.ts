// Slow: starts real engine processes, and waits until one that hangs is noticed.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { expectAccounted } from './harness/bench.ts';
import { planOf, sink, source } from './harness/plans.ts';
import { freePort, isAlive, ProcessBench } from './harness/process-bench.ts';

/** Busy machines start processes slowly. */
const START_MS = 120_000;

let bench: ProcessBench;
afterEach(() => bench.end(), 180_000);

const states = () => bench.reports.flatMap((report) => (report.type === 'state' ? [report.state] : []));

describe('the engine process', () => {
  it('starts new counts under a new boot id after a crash [R17]', async () => {
    bench = new ProcessBench();
    await bench.run('memory');
    expect(await bench.memory.post(['a', 'noise'])).toBe(true);
    await eventually(() => expect(bench.lastCounters()?.in?.eventsIn).toBe(2));
    const first = bench.lastCounters()!.bootId;
    process.kill(bench.engine.pid!, 'SIGKILL');
    await eventually(
      () => expect(states()).toEqual(['starting', 'running', 'restarting', 'running']),
      START_MS,
    );
    expect(await bench.memory.post(['b'])).toBe(true);
    await eventually(() => {
      expect(bench.lastCounters()!.bootId).not.toBe(first);
      expect(bench.lastCounters()!.in).toMatchObject({ eventsIn: 1, eventsOut: 1 });
    });
    const restart = bench.reports.find((one) => one.type === 'state' && one.state === 'restarting');
    expect(restart).toMatchObject({ problem: { errorName: 'EngineCrashed' } });
  }, 300_000);

  it('is ended and started again when it hangs [R13]', async () => {
    bench = new ProcessBench({ silenceMs: 2500 });
    await bench.run('memory');
    process.kill(bench.engine.pid!, 'SIGSTOP');
    await eventually(
      () => expect(states()).toEqual(['starting', 'running', 'restarting', 'running']),
      START_MS,
    );
    const restart = bench.reports.find((one) => one.type === 'state' && one.state === 'restarting');
    expect(restart).toMatchObject({ problem: { errorName: 'EngineHung' } });
    expect(await bench.memory.post(['again'])).toBe(true);
  }, 300_000);

  it('stops with everything written, last counters sent and no process left [R15]', async () => {
    bench = new ProcessBench();
    await bench.run('memory');
    const pid = bench.engine.pid!;
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
    const posts = Array.from({ length: 20 }, (_, i) => bench.memory.post([`line ${i}`, 'noise']));
    const acknowledged = (await Promise.all(posts)).filter(Boolean).length;
    await bench.engine.stop();
    expect(acknowledged).toBe(20);
    expect(bench.memory.written().length).toBe(20);
    expect(isAlive(pid)).toBe(false);
    expect(bench.reports.at(-1)).toEqual({ type: 'state', state: 'stopped' });
    const last = bench.lastCounters()!;
    expect(last).toMatchObject({
      in: { eventsIn: 40 },
      filter: { eventsDropped: 20 },
      out: { eventsOut: 20 },
    });
    expectAccounted({ pipeline: last.of });
    await expect(bench.engine.deploy({} as never)).rejects.toThrow('does not run');
  });

  it('a refused plan leaves the running one, with its reason', async () => {
    bench = new ProcessBench();
    await bench.run('memory');
    const plan = {
      pipelineId: '300000000000000001',
      siteId: '4',
      name: 'x',
      graphVersion: 2,
      mode: 'run',
    } as const;
    const refused = bench.engine.deploy({ ...plan, nodes: [], edges: {}, metaInfo: {} });
    await expect(refused).rejects.toMatchObject({ problem: { errorName: 'NoSource' } });
    expect(await bench.memory.post(['still'])).toBe(true);
  });

  it('shows taps over the port, and ends them when the process dies', async () => {
    bench = new ProcessBench();
    await bench.run('memory');
    const seen: string[] = [];
    const ended: string[] = [];
    const request = { pipelineId: '300000000000000001', componentId: 'filter', limit: 100 };
    bench.engine.tap(
      request,
      (events) => seen.push(...events.map((event) => event.text)),
      (reason) => ended.push(reason),
    );
    await bench.memory.post(['a', 'noise']);
    await eventually(() => expect(seen).toEqual(['a']));
    process.kill(bench.engine.pid!, 'SIGKILL');
    await eventually(() => expect(ended).toEqual(['The engine ended']));
  });

  it('sends nothing to the port of its own service', async () => {
    const apiPort = await freePort();
    bench = new ProcessBench({ apiPort });
    await bench.engine.start();
    const port = await freePort();
    const buffer = { mode: 'disk', maxBytes: 1 << 20, whenFull: 'block' };
    const nodes = [
      source('in', 'posted', { port }),
      sink('out', { url: `http://127.0.0.1:${apiPort}/`, buffer }, 'http'),
    ];
    await bench.engine.deploy(planOf(nodes, ['in>out']));
    void fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'a line\n' }).catch(() => {});
    await eventually(() => {
      const errors = bench.reports.flatMap((report) => (report.type === 'errors' ? report.errors : []));
      expect(errors.map(({ errorName }) => errorName)).toContain('TargetRefused');
    });
  });

  it('ends by itself within 4 s when its parent is killed', async () => {
    bench = new ProcessBench();
    const folder = mkdtempSync(join(tmpdir(), 'penstock-orphan-'));
    const parent = spawn(process.execPath, [join(import.meta.dirname, 'harness/parent.ts'), folder]);
    const [output] = await once(parent.stdout, 'data');
    const pid = Number(String(output));
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await eventually(() => expect(isAlive(pid)).toBe(false), 6000);
    rmSync(folder, { recursive: true, force: true });
  });
});
