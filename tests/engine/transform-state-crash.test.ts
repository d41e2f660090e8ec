import { afterEach, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { transform } from './harness/plans.ts';
import { ProcessBench, Sender } from './harness/process-bench.ts';

const KILLS = 3;
/** Busy machines start processes slowly. */
const START_MS = 30_000;
/** The maximum list size, so that results hold every line. */
const LISTED = 1000;

let bench: ProcessBench;
afterEach(() => bench.end());

const running = () =>
  bench.reports.filter((report) => report.type === 'state' && report.state === 'running').length;

/** Lines in written results; excludes one cut off by a kill. */
const linesIn = (written: readonly string[]): Set<string> =>
  new Set(written.filter((text) => text.endsWith('}')).flatMap((text) => JSON.parse(text).lines));

it(`${KILLS} kills under load lose no event waiting for its result [R1]`, async () => {
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
