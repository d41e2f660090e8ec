// Slow: starts engines of several processes, kills them and moves pipelines between them.

import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HttpPeer } from '../../src/engine/components/testing/http-peer.ts';
import type { DeadLetter, PlanNode } from '../../src/engine/port.ts';
import { eventually } from '../harness/eventually.ts';
import { dropLines, planOf, SITE, sink, source, transform } from './harness/plans.ts';
import { freePort, ProcessBench, Sender } from './harness/process-bench.ts';
import { Series } from './harness/series.ts';

const PATIENCE_MS = 120_000;
const LIMIT_MS = 300_000;
const KILLS = process.env.PENSTOCK_TEST_LONG ? 100 : 4;
const DISK = { buffer: { mode: 'disk', maxBytes: 16 << 20, whenFull: 'block' } };

let bench: ProcessBench;
let peer: HttpPeer;
let isDown: boolean;
let series: Series;
const ports = new Map<string, number>();
const versions = new Map<string, number>();

beforeEach(async () => {
  isDown = false;
  peer = await new HttpPeer().listen();
  peer.answer = () => (isDown ? { status: 503 } : {});
  series = new Series();
  ports.clear();
});
afterEach(async () => {
  await bench.end();
  await peer.close();
}, PATIENCE_MS);

function makeBench(workers: number): void {
  bench = new ProcessBench({ workers, restartMaxMs: 100 });
  bench.engine.onReport((report) => series.take(report));
}

const inOf = (id: string): PlanNode => source(id, 'posted', { port: ports.get(id) });
const outOf = (id: string): PlanNode =>
  sink(id, { url: `${peer.url}/${id}`, ...DISK, batch: { maxEvents: 10, timeoutMs: 0 } }, 'http');

/** A pipeline from `in` to `out`; what has the word noise is dropped. */
async function deploy(pipelineId: string, from: string, to: string, step = dropLines('filter', 'noise')) {
  if (!ports.has(from)) ports.set(from, await freePort());
  const graphVersion = (versions.get(pipelineId) ?? 0) + 1;
  versions.set(pipelineId, graphVersion);
  const edges = [`${from}>${step.id}`, `${step.id}>${to}`];
  await bench.engine.deploy(planOf([inOf(from), step, outOf(to)], edges, { pipelineId, graphVersion }));
}

/** Repeats until it is acknowledged, as senders do. */
async function post(id: string, ...lines: string[]): Promise<void> {
  const body = lines.map((line) => `${line}\n`).join('');
  await eventually(async () => {
    const answer = await fetch(`http://127.0.0.1:${ports.get(id)}/`, { method: 'POST', body });
    expect(answer.ok).toBe(true);
  }, PATIENCE_MS);
}

const arrived = (id: string): string[] =>
  peer.received
    .filter(({ path }) => path === `/${id}`)
    .flatMap(({ body }) => body.toString().split('\n').filter(Boolean))
    .map((line) => (JSON.parse(line) as { message: string }).message);

/** Its process, as the reports say. */
const workerOf = (pipelineId: string): number | undefined => {
  const report = bench.reports.findLast(
    (one) => one.type === 'counters' && !one.isFormer && one.gauges?.[pipelineId] !== undefined,
  );
  return report?.type === 'counters' ? (report.worker ?? 0) : undefined;
};

const expectExact = (pipelineId: string, from: string, to: string, count: number): Promise<void> =>
  eventually(() => {
    expect(series.of(pipelineId, from)).toMatchObject({ events_in: count, events_out: count });
    expect(series.of(pipelineId, to)).toMatchObject({ events_in: count, events_out: count });
    expect(series.unbalanced()).toEqual([]);
  }, PATIENCE_MS);

it(
  'kills of any process under load lose nothing acknowledged, and keep figures exact [R1, R17]',
  async () => {
    makeBench(2);
    await bench.engine.start();
    expect(bench.engine.pids).toHaveLength(1);
    await bench.run('memory', 'disk');
    const pipelines = [bench.memory, bench.disk];
    const senders = pipelines.map((pipeline) => new Sender(pipeline, 1));
    for (let kill = 0; kill < KILLS; kill++) {
      const before = senders.map(({ acknowledged }) => acknowledged.length);
      await eventually(() => {
        for (const [i, { acknowledged }] of senders.entries())
          expect(acknowledged.length).toBeGreaterThan(before[i]! + 100);
      }, PATIENCE_MS);
      const [killed, other] = kill % 2 === 0 ? bench.engine.pids : bench.engine.pids.toReversed();
      process.kill(killed!, 'SIGKILL');
      await eventually(() => {
        expect(bench.engine.pids).not.toContain(killed);
        expect(bench.engine.pids).toHaveLength(2);
        expect(bench.engine.state).toBe('running');
      }, PATIENCE_MS);
      expect(bench.engine.pids).toContain(other);
    }
    for (const sender of senders) await sender.stop();
    await eventually(() => {
      for (const { mode, pipelineId } of pipelines)
        expect(series.buffered.get(`${pipelineId}/${mode}-out`)).toBe(0);
    }, PATIENCE_MS);
    await bench.engine.stop();
    expect(series.unbalanced()).toEqual([]);
    for (const [i, { acknowledged }] of senders.entries()) {
      const { mode, pipelineId } = pipelines[i]!;
      const written = new Set(pipelines[i]!.written());
      expect(acknowledged.filter((line) => !written.has(line))).toEqual([]);
      expect(series.of(pipelineId, `${mode}-in`).events_in).toBeGreaterThanOrEqual(acknowledged.length);
    }
  },
  LIMIT_MS,
);

it(
  'pipelines that are tied together move into one process with what waits',
  async () => {
    makeBench(3);
    await bench.engine.start();
    for (const n of ['1', '2', '3']) await deploy(n, `in${n}`, `out${n}`);
    await eventually(() => expect(['1', '2', '3'].map(workerOf)).toEqual([0, 1, 2]), PATIENCE_MS);
    isDown = true;
    for (const n of ['1', '2', '3']) await post(`in${n}`, `${n} a`, `${n} b`);
    // Shares the source of one and the destination of another.
    await deploy('4', 'in2', 'out3');
    await post('in2', '2 c');
    isDown = false;
    await expectExact('1', 'in1', 'out1', 2);
    await expectExact('2', 'in2', 'out2', 3);
    await expectExact('3', 'in3', 'out3', 2);
    await expectExact('4', 'in2', 'out3', 1);
    expect(['2', '3', '4'].map(workerOf)).toEqual([1, 1, 1]);
    expect(new Set(arrived('out3'))).toEqual(new Set(['3 a', '3 b', '2 c']));
    await bench.engine.remove('3', { drainMs: 1000 });
    await deploy('3', 'in5', 'out5');
    await post('in5', '3 c');
    await eventually(() => expect(arrived('out5')).toEqual(['3 c']), PATIENCE_MS);
    expect(series.unbalanced()).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'a shared source takes nothing in before all its pipelines run [R1]',
  async () => {
    makeBench(2);
    await bench.engine.start();
    const expected = (pipelineId: string, from: string) => ({ pipelineId, siteId: SITE, sourceIds: [from] });
    bench.engine.expect([expected('1', 'in1'), expected('2', 'in2'), expected('3', 'in2')]);
    await deploy('1', 'in1', 'out1');
    await deploy('2', 'in2', 'out2');
    await post('in1', 'a');
    const tooSoon = await fetch(`http://127.0.0.1:${ports.get('in2')}/`, { method: 'POST', body: 'b\n' });
    expect(tooSoon.status).toBe(503);
    await deploy('3', 'in2', 'out3');
    await post('in2', 'c');
    await eventually(() => {
      for (const to of ['out2', 'out3']) expect(arrived(to)).toEqual(['c']);
    }, PATIENCE_MS);
  },
  LIMIT_MS,
);

it(
  'an engine with fewer processes goes on with what waits',
  async () => {
    makeBench(2);
    await bench.engine.start();
    await deploy('1', 'in1', 'out1');
    await deploy('2', 'in2', 'out2');
    isDown = true;
    await post('in1', 'a');
    await post('in2', 'b', 'c');
    await bench.engine.stop();
    const { folder } = bench;
    bench = new ProcessBench({ workers: 1, folder });
    bench.engine.onReport((report) => series.take(report));
    isDown = false;
    await bench.engine.start();
    await deploy('2', 'in2', 'out2');
    await deploy('1', 'in1', 'out1');
    await expectExact('1', 'in1', 'out1', 1);
    await expectExact('2', 'in2', 'out2', 2);
  },
  LIMIT_MS,
);

it(
  'dead letters of all processes are in one list, and replays reach each pipeline',
  async () => {
    makeBench(2);
    await bench.engine.start();
    const fails = (on: string) => transform('step', 'throws', { on });
    for (const n of ['1', '2']) await deploy(n, `in${n}`, `out${n}`, fails('bad'));
    for (const n of ['1', '2']) await post(`in${n}`, `bad ${n}`, `good ${n}`);
    const list = async (): Promise<DeadLetter[]> => {
      const asked = { siteId: SITE, do: 'list', choice: {}, offset: 0, limit: 100 } as const;
      return (await bench.engine.deadLetters(asked)).letters;
    };
    await eventually(async () => expect(await list()).toHaveLength(2), PATIENCE_MS);
    const counts = () => {
      const report = bench.reports.findLast((one) => one.type === 'counters' && one.deadLetters);
      const figures = report?.type === 'counters' ? report.deadLetters : undefined;
      return ['1', '2'].map((id) => [figures?.[id]?.count, figures?.[id]?.replayed]);
    };
    await eventually(() =>
      expect(counts()).toEqual([
        [1, 0],
        [1, 0],
      ]),
    );
    for (const n of ['1', '2']) await deploy(n, `in${n}`, `out${n}`, fails('nothing'));
    const replayed = await bench.engine.deadLetters({
      ...{ siteId: SITE, do: 'replay', choice: {}, to: 'node', after: 0 },
    } as const);
    expect(replayed).toMatchObject({ replayed: 2, refused: 0 });
    expect(replayed.next).toBeUndefined();
    expect(await list()).toEqual([]);
    expect(arrived('out1').sort()).toEqual(['bad 1', 'good 1']);
    expect(arrived('out2').sort()).toEqual(['bad 2', 'good 2']);
    await eventually(() =>
      expect(counts()).toEqual([
        [0, 1],
        [0, 1],
      ]),
    );
  },
  LIMIT_MS,
);

it(
  'one file is written by one process only, also by another name',
  async () => {
    makeBench(2);
    await bench.engine.start();
    const path = join(bench.folder, 'out.log');
    writeFileSync(path, '');
    const writer = (n: string, name: string) => {
      const nodes = [inOf(`in${n}`), sink(`out${n}`, { path: name, format: 'text' }, 'file')];
      return bench.engine.deploy(planOf(nodes, [`in${n}>out${n}`], { pipelineId: n }));
    };
    for (const id of ['in1', 'in2']) ports.set(id, await freePort());
    await writer('1', path);
    const other = join(bench.folder, 'other.log');
    symlinkSync(path, other);
    await expect(writer('2', other)).rejects.toMatchObject({
      problem: { errorName: 'AlreadyInUse', nodeId: 'out2' },
    });
    await bench.engine.remove('1', { drainMs: 1000 });
    await writer('2', path);
    await post('in2', 'mine');
    await eventually(() => expect(readFileSync(path, 'utf8')).toBe('mine\n'), PATIENCE_MS);
    await eventually(() => expect(workerOf('2')).toBe(1), PATIENCE_MS);
  },
  LIMIT_MS,
);
