import { expect } from 'vitest';
import { memoryOf } from '../../../src/engine/runtime/usage.ts';
import { eventually } from '../../harness/eventually.ts';
import { type HostileBench, MIB } from './hostile-bench.ts';

/** Beside the budget: one request is made while the others are held, and garbage waits to be collected. */
const BESIDE = 192 * MIB;
/** Of what was held, garbage remains until more is read. */
const GARBAGE = 64 * MIB;
/** Of the other pipeline. On a busy machine all waits for a processor. */
export const SLOWEST_MS = 8000;
/** An engine at work that is silent for twice this time counts as hung. */
const BUSY_MS = 1700;

/**
 * The engine stays, holds its memory before, during and after the attack, and serves the other pipeline.
 * @param readsAlways the engine reads as fast as it can for the whole attack, so its work is as long as that
 */
export async function expectHeld(
  bench: HostileBench,
  name: string,
  run: () => Promise<unknown>,
  readsAlways = false,
): Promise<void> {
  const { pid } = bench;
  const { before, most, slowestMs, cpuMs } = await bench.attack(run);
  await eventually(() => expect(memoryOf(pid) - before).toBeLessThan(bench.budget + GARBAGE), 20_000);
  if (process.env.PENSTOCK_SHOW_MEMORY) {
    const [from, top, after] = [before, most, memoryOf(pid)].map((bytes) => Math.round(bytes / MIB));
    console.log(`${name}: ${from} → ${top} → ${after} MiB, ${Math.round(slowestMs)} ms, ${cpuMs} ms at work`);
  }
  expect(most - before).toBeLessThan(bench.budget + BESIDE);
  if (!readsAlways) expect(cpuMs).toBeLessThan(BUSY_MS);
  expect(slowestMs).toBeLessThan(SLOWEST_MS);
  expect(bench.pid).toBe(pid);
}
