import { expect, it } from 'vitest';
import { GivingWay } from './give-way.ts';

/** Ten seconds of CPU time with `part` of a core. @returns elapsed milliseconds */
async function work(part: number): Promise<number> {
  let now = 0;
  let used = 0;
  const way = new GivingWay({
    now: () => now,
    used: () => used,
    sleep: async (ms) => {
      now += ms;
    },
  });
  for (; used < 10_000; used += 4) {
    await way.pause();
    now += 4 / part;
  }
  return now;
}

it('building of indexes takes a tenth of a processor while others want it', async () => {
  expect(await work(1)).toBe(10_000);
  expect(await work(0.9)).toBeCloseTo(10_000 / 0.9);
  for (const part of [0.7, 0.2]) {
    const passed = await work(part);
    expect(passed).toBeGreaterThan(94_000);
    expect(passed).toBeLessThan(100_000);
  }
});

it('building of indexes does not rest where others leave it less than that', async () => {
  expect(await work(0.05)).toBeCloseTo(200_000);
});
