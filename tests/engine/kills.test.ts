// Slow: kills the engine under load and starts it again, several times.

import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { LINES_A_WRITE, ProcessBench, Sender } from './harness/process-bench.ts';
import { Series } from './harness/series.ts';

const KILLS = Number(process.env.PENSTOCK_TEST_KILLS ?? (process.env.PENSTOCK_TEST_LONG ? 1000 : 6));
/** Compares results and starts a new engine after this many kills, to bound memory. */
const KILLS_OF_ONE = 50;
/** The current write, and the previous one whose position is being stored. */
const MOST_REPEATED = 2 * LINES_A_WRITE;
/** The minimum segment size, so that segments come and go many times a second. */
const BUFFER_BYTES = 1 << 20;
const FILE_BYTES = 2 << 20;
/** Senders of a memory buffer wait this long for each answer. */
const BATCH_MS = 20;
/** Busy machines start processes slowly. */
const START_MS = 120_000;
const MOST_DELAY_MS = 300;

const MOMENTS = ['at any moment', 'as a segment is begun', 'as a segment is removed'] as const;
type Moment = (typeof MOMENTS)[number];

let bench: ProcessBench;
afterEach(() => bench.end(), 180_000);

const starts = () =>
  bench.reports.filter((report) => report.type === 'state' && report.state === 'running').length;
const isSegment = (name: string | null): name is string => name?.startsWith('segment-') ?? false;

/** A random moment, or one where files come and go. */
async function reached(moment: Moment): Promise<void> {
  if (moment === 'at any moment') return delay(randomInt(MOST_DELAY_MS));
  const { bufferFolder } = bench.disk;
  const changes = watch(bufferFolder, { signal: AbortSignal.timeout(START_MS) });
  for await (const { eventType, filename } of changes) {
    if (eventType !== 'rename' || !isSegment(filename)) continue;
    if (existsSync(join(bufferFolder, filename)) === (moment === 'as a segment is begun')) return;
  }
}

function hasEmptySegment(): boolean {
  const { bufferFolder } = bench.disk;
  const names = readdirSync(bufferFolder).filter(isSegment);
  return names.some((name) => statSync(join(bufferFolder, name)).size === 0);
}

const totals = { memory: { acknowledged: 0, repeated: 0 }, disk: { acknowledged: 0, repeated: 0 } };
const killed = new Map<Moment, number>(MOMENTS.map((moment) => [moment, 0]));
let emptySegments = 0;

async function killAndCompare(kills: number): Promise<void> {
  // Restart backoff would otherwise dominate many kills.
  bench = new ProcessBench({ restartMaxMs: 100 });
  bench.memory.batchMs = BATCH_MS;
  bench.disk.bufferBytes = BUFFER_BYTES;
  bench.disk.fileBytes = FILE_BYTES;
  bench.engine.onReport((report) => {
    // No other process has been started yet.
    if (report.type === 'state' && report.state === 'restarting' && hasEmptySegment()) emptySegments++;
  });
  const series = new Series();
  bench.engine.onReport((report) => series.take(report));
  await bench.run('memory', 'disk');
  const pipelines = [bench.memory, bench.disk];
  const senders = pipelines.map((pipeline) => new Sender(pipeline, 2));
  for (let kill = 0; kill < kills; kill++) {
    const former = starts();
    const before = senders.map(({ acknowledged }) => acknowledged.length);
    await eventually(() => {
      for (const [i, { acknowledged }] of senders.entries())
        expect(acknowledged.length).toBeGreaterThan(before[i]! + 200);
    }, START_MS);
    const moment = MOMENTS[kill % MOMENTS.length]!;
    await reached(moment);
    process.kill(bench.engine.pid!, 'SIGKILL');
    killed.set(moment, killed.get(moment)! + 1);
    await eventually(() => expect(starts()).toBe(former + 1), START_MS);
    bench.forgetCounters();
  }
  for (const sender of senders) await sender.stop();
  bench.forgetCounters();
  await eventually(() => expect(bench.lastCounters(bench.disk)?.out?.eventsBuffered).toBe(0), START_MS);
  await bench.engine.stop();
  expect(series.unbalanced()).toEqual([]);
  for (const [i, { acknowledged }] of senders.entries()) {
    const { mode } = pipelines[i]!;
    const lines = pipelines[i]!.written();
    const written = new Set(lines);
    expect(acknowledged.length).toBeGreaterThan(kills * 200);
    const { pipelineId } = pipelines[i]!;
    const source = series.of(pipelineId, `${mode}-in`);
    const destination = series.of(pipelineId, `${mode}-out`);
    // Each acknowledged event was counted before its sender heard of it.
    expect(source.events_in).toBeGreaterThanOrEqual(acknowledged.length);
    expect(source.events_out).toBe(source.events_in);
    expect(Math.abs(destination.events_out - lines.length)).toBeLessThanOrEqual(kills * MOST_REPEATED);
    const lost = acknowledged.filter((line) => !written.has(line));
    expect({ count: lost.length, first: lost.slice(0, 5) }).toEqual({ count: 0, first: [] });
    expect(lines.length - written.size).toBeLessThanOrEqual(kills * MOST_REPEATED);
    totals[mode].acknowledged += acknowledged.length;
    totals[mode].repeated += lines.length - written.size;
  }
}

it(
  `${KILLS} kills under load lose nothing acknowledged, repeat little, and leave every figure exact [R1, R4, R17]`,
  async () => {
    for (let done = 0; done < KILLS; done += KILLS_OF_ONE) {
      await killAndCompare(Math.min(KILLS_OF_ONE, KILLS - done));
      for (const [mode, { acknowledged, repeated }] of Object.entries(totals))
        console.log(
          `R1, R4 ${mode}: ${Math.min(KILLS, done + KILLS_OF_ONE)} kills, ${acknowledged} acknowledged, 0 lost, ${repeated} twice`,
        );
      const moments = [...killed].map(([moment, times]) => `${times} ${moment}`).join(', ');
      console.log(`R1 kills: ${moments}; ${emptySegments} left a segment without a byte`);
      if (done + KILLS_OF_ONE < KILLS) await bench.end();
    }
  },
  KILLS * START_MS,
);
