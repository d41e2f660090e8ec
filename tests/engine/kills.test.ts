import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { LINES_A_WRITE, ProcessBench, Sender } from './harness/process-bench.ts';

const KILLS = process.env.PENSTOCK_TEST_LONG ? Number(process.env.PENSTOCK_TEST_KILLS ?? 1000) : 5;
/** After so many kills what came is compared, and a new engine begins: all of it would fill the memory. */
const KILLS_OF_ONE = 50;
/** The write under way, and the one before it while its position in the buffer is being stored. */
const MOST_REPEATED = 2 * LINES_A_WRITE;
/** On a busy machine a process takes its time to start. */
const START_MS = 120_000;
const MOST_DELAY_MS = 300;

let bench: ProcessBench;
afterEach(() => bench.end(), 60_000);

const starts = () =>
  bench.reports.filter((report) => report.type === 'state' && report.state === 'running').length;

const totals = { memory: { acknowledged: 0, repeated: 0 }, disk: { acknowledged: 0, repeated: 0 } };

/** Kills an engine that often under load, lets it write what is left, and compares. */
async function killAndCompare(kills: number): Promise<void> {
  // Waits double with each crash soon after another: over many kills they would be all that is measured.
  bench = new ProcessBench({ restartMaxMs: 200 });
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
    // The moment of the crash is the point of the test: it must fall anywhere in the work.
    await delay(randomInt(MOST_DELAY_MS));
    process.kill(bench.engine.pid!, 'SIGKILL');
    await eventually(() => expect(starts()).toBe(former + 1), START_MS);
    bench.forgetCounters();
  }
  for (const sender of senders) await sender.stop();
  bench.forgetCounters();
  await eventually(() => expect(bench.lastCounters(bench.disk)?.out?.eventsBuffered).toBe(0), START_MS);
  await bench.engine.stop();
  for (const [i, { acknowledged }] of senders.entries()) {
    const { mode } = pipelines[i]!;
    const lines = pipelines[i]!.written();
    const written = new Set(lines);
    expect(acknowledged.length).toBeGreaterThan(kills * 200);
    expect(acknowledged.filter((line) => !written.has(line))).toEqual([]);
    expect(lines.length - written.size).toBeLessThanOrEqual(kills * MOST_REPEATED);
    totals[mode].acknowledged += acknowledged.length;
    totals[mode].repeated += lines.length - written.size;
  }
}

it(
  `reliability R1, R4: loses no acknowledged event in ${KILLS} kills of the engine at random moments under load, through either buffer, repeats no more than was under way, and runs its pipelines again by itself`,
  async () => {
    for (let done = 0; done < KILLS; done += KILLS_OF_ONE) {
      await killAndCompare(Math.min(KILLS_OF_ONE, KILLS - done));
      for (const [mode, { acknowledged, repeated }] of Object.entries(totals))
        console.log(
          `R1, R4 ${mode}: ${Math.min(KILLS, done + KILLS_OF_ONE)} kills, ${acknowledged} acknowledged, 0 lost, ${repeated} twice`,
        );
      if (done + KILLS_OF_ONE < KILLS) await bench.end();
    }
  },
  KILLS * START_MS,
);
