// Slow: kills the engine during replays, several times.

import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { DeadLetter } from '../../src/engine/port.ts';
import { eventually } from '../harness/eventually.ts';
import { SITE, transform } from './harness/plans.ts';
import { ProcessBench } from './harness/process-bench.ts';

const RUNS = process.env.PENSTOCK_TEST_LONG === '1' ? 20 : 2;
const LETTERS = 60;
const PATIENCE_MS = 120_000;

let bench: ProcessBench;
beforeEach(() => {
  bench = new ProcessBench({ restartMaxMs: 100 });
});
afterEach(() => bench.end(), PATIENCE_MS);

/** With the script, all transforms run in an isolated process. */
const stepsThatFailOn = (on: string) => [
  transform('script', 'script', { code: 'return event;' }),
  transform('step', 'throws', { on }),
];

const list = async (): Promise<DeadLetter[]> => {
  const asked = { siteId: SITE, do: 'list', choice: {}, offset: 0, limit: 1000 } as const;
  return (await bench.engine.deadLetters(asked)).letters;
};
const replay = (ids: number[], to: 'node' | 'start') =>
  bench.engine.deadLetters({ siteId: SITE, do: 'replay', choice: { ids }, to, after: 0 });

async function kill(afterMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  const before = bench.engine.pid;
  if (before !== undefined) process.kill(before, 'SIGKILL');
  await eventually(() => {
    expect(bench.engine.pid).not.toBe(before);
    expect(bench.engine.state).toBe('running');
  }, PATIENCE_MS);
}

const stepSchema = fc.record({
  share: fc.integer({ min: 1, max: LETTERS }),
  killAfterMs: fc.option(fc.integer({ min: 0, max: 60 }), { freq: 2 }),
  to: fc.constantFrom('node', 'start'),
});

it('kills during replays lose no letter, and double none that is not called uncertain', async () => {
  await bench.engine.start();
  let run = 0;
  const lines = fc.array(stepSchema, { minLength: 2, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(lines, async (steps) => {
      run += 1;
      const events = Array.from({ length: LETTERS }, (_, n) => `bad ${run}.${n}`);
      await bench.memory.deploySteps(stepsThatFailOn('bad'), 2 * run);
      expect(await bench.memory.post(events)).toBe(true);
      await eventually(async () => expect(await list()).toHaveLength(LETTERS), PATIENCE_MS);
      await bench.memory.deploySteps(stepsThatFailOn('nothing'), 2 * run + 1);
      const uncertain = new Map<string, number>();
      for (const { share, killAfterMs, to } of [
        ...steps,
        { share: LETTERS, killAfterMs: null, to: 'node' as const },
      ]) {
        const letters = await list();
        for (const { event, isUncertain } of letters)
          if (isUncertain) uncertain.set(event, (uncertain.get(event) ?? 0) + 1);
        const ids = letters.slice(0, share).map(({ id }) => id);
        const replayed = replay(ids, to).catch(() => 'killed');
        if (killAfterMs !== null) await kill(killAfterMs);
        await replayed;
      }
      await eventually(async () => expect(await list()).toEqual([]), PATIENCE_MS);
      const arrived = bench.memory.written().filter((line) => line.startsWith(`bad ${run}.`));
      expect(new Set(arrived).size).toBe(LETTERS);
      const times = Map.groupBy(arrived, (line) => line);
      for (const event of events)
        expect(times.get(event)!.length, event).toBeLessThanOrEqual(1 + (uncertain.get(event) ?? 0));
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 600_000);
