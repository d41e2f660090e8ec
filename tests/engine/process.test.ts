import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { expectAccounted } from './harness/bench.ts';
import { isAlive, ProcessBench } from './harness/process-bench.ts';

const KILLS = 5;

let bench: ProcessBench;
afterEach(() => bench.end());

const states = () => bench.reports.flatMap((report) => (report.type === 'state' ? [report.state] : []));

/** Posts numbered lines until told to stop; the acknowledged ones. */
function load(bench: ProcessBench, workers: number): { stop(): Promise<string[]> } {
  const acknowledged: string[] = [];
  let running = true;
  let next = 0;
  const work = async () => {
    while (running) {
      const lines = Array.from({ length: 50 }, () => `event ${next++} ${'x'.repeat(80)}`);
      if (await bench.post(lines)) acknowledged.push(...lines);
      else await delay(25);
    }
  };
  const all = Promise.all(Array.from({ length: workers }, work));
  return {
    stop: async () => {
      running = false;
      await all;
      return acknowledged;
    },
  };
}

describe('the engine process', () => {
  it.each(['memory', 'disk'] as const)(
    `loses no acknowledged event in ${KILLS} kills under load, and runs its pipelines again by itself (R1, %s)`,
    async (mode) => {
      bench = new ProcessBench();
      await bench.run(mode);
      const sender = load(bench, 2);
      for (let kill = 0; kill < KILLS; kill++) {
        const before = states().filter((state) => state === 'running').length;
        await eventually(() => expect(bench.lastCounters()?.of.in?.eventsIn).toBeGreaterThan(100));
        process.kill(bench.engine.pid!, 'SIGKILL');
        await eventually(() =>
          expect(states().filter((state) => state === 'running').length).toBe(before + 1),
        );
        bench.reports.splice(0, bench.reports.length, ...bench.reports.filter((one) => one.type === 'state'));
      }
      const acknowledged = await sender.stop();
      await eventually(() => expect(bench.lastCounters()?.of.out?.eventsBuffered).toBe(0));
      await bench.engine.stop();
      const written = new Set(bench.written());
      expect(acknowledged.length).toBeGreaterThan(1000);
      expect(acknowledged.filter((line) => !written.has(line))).toEqual([]);
    },
    120_000,
  );

  it('starts counting anew under a new boot id after a crash (R17)', async () => {
    bench = new ProcessBench();
    await bench.run('memory');
    expect(await bench.post(['a', 'noise'])).toBe(true);
    await eventually(() => expect(bench.lastCounters()?.of.in?.eventsIn).toBe(2));
    const first = bench.lastCounters()!.bootId;
    process.kill(bench.engine.pid!, 'SIGKILL');
    await eventually(() => expect(states()).toEqual(['starting', 'running', 'restarting', 'running']));
    expect(await bench.post(['b'])).toBe(true);
    await eventually(() => {
      expect(bench.lastCounters()!.bootId).not.toBe(first);
      expect(bench.lastCounters()!.of.in).toMatchObject({ eventsIn: 1, eventsOut: 1 });
    });
    const restart = bench.reports.find((one) => one.type === 'state' && one.state === 'restarting');
    expect(restart).toMatchObject({ problem: { errorName: 'EngineCrashed' } });
  });

  it('is ended and started again when it hangs (R13)', async () => {
    bench = new ProcessBench(2500);
    await bench.run('memory');
    process.kill(bench.engine.pid!, 'SIGSTOP');
    await eventually(
      () => expect(states()).toEqual(['starting', 'running', 'restarting', 'running']),
      20_000,
    );
    const restart = bench.reports.find((one) => one.type === 'state' && one.state === 'restarting');
    expect(restart).toMatchObject({ problem: { errorName: 'EngineHung' } });
    expect(await bench.post(['again'])).toBe(true);
  });

  it('stops with everything written, the last counters told and no process left (R15)', async () => {
    bench = new ProcessBench();
    await bench.run('memory');
    const pid = bench.engine.pid!;
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
    const posts = Array.from({ length: 20 }, (_, i) => bench.post([`line ${i}`, 'noise']));
    const acknowledged = (await Promise.all(posts)).filter(Boolean).length;
    await bench.engine.stop();
    expect(acknowledged).toBe(20);
    expect(bench.written().length).toBe(20);
    expect(isAlive(pid)).toBe(false);
    expect(bench.reports.at(-1)).toEqual({ type: 'state', state: 'stopped' });
    const { of } = bench.lastCounters()!;
    expect(of).toMatchObject({ in: { eventsIn: 40 }, filter: { eventsDropped: 20 }, out: { eventsOut: 20 } });
    expectAccounted({ pipeline: of });
    await expect(bench.engine.deploy({} as never)).rejects.toThrow('does not run');
  });

  it('keeps a plan that is refused from replacing the one that runs, and says why over the port', async () => {
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
    expect(await bench.post(['still'])).toBe(true);
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
    await bench.post(['a', 'noise']);
    await eventually(() => expect(seen).toEqual(['a']));
    process.kill(bench.engine.pid!, 'SIGKILL');
    await eventually(() => expect(ended).toEqual(['The engine ended']));
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
