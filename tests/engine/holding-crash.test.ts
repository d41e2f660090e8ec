import { afterEach, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { transform } from './harness/plans.ts';
import { ProcessBench, Sender } from './harness/process-bench.ts';

const KILLS = 3;
/** On a busy machine a process takes its time to start. */
const START_MS = 30_000;
/** As many as a list takes, so that the results hold every line. */
const LISTED = 1000;

let bench: ProcessBench;
afterEach(() => bench.end());

const running = () =>
  bench.reports.filter((report) => report.type === 'state' && report.state === 'running').length;

/** Lines that are in the results that were written; one cut off by a kill is none of them. */
const linesIn = (written: readonly string[]): Set<string> =>
  new Set(written.filter((text) => text.endsWith('}')).flatMap((text) => JSON.parse(text).lines));

it(`loses no acknowledged event that waits for its result in ${KILLS} kills under load (R1)`, async () => {
  bench = new ProcessBench();
  await bench.engine.start();
  const step = transform('sum', 'aggregate', {
    seconds: 1,
    maxEvents: LISTED,
    results: [{ operation: 'collect', field: 'message', target: 'lines', limit: LISTED }],
  });
  await bench.disk.deploy(step);
  const sender = new Sender(bench.disk, 4);
  for (let kill = 0; kill < KILLS; kill++) {
    const starts = running();
    const before = sender.acknowledged.length;
    await eventually(() => expect(sender.acknowledged.length).toBeGreaterThan(before + 200), START_MS);
    process.kill(bench.engine.pid ?? 0, 'SIGKILL');
    await eventually(() => expect(running()).toBe(starts + 1), START_MS);
  }
  await sender.stop();
  await bench.engine.stop();
  const delivered = linesIn(bench.disk.written());
  expect(sender.acknowledged.length).toBeGreaterThan(KILLS * 200);
  expect(sender.acknowledged.filter((line) => !delivered.has(line))).toEqual([]);
}, 240_000);
