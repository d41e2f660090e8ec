import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sink, source, transform } from '../../engine/harness/plans.ts';
import { freePort } from '../../harness/product.ts';
import { median, sizeOf } from '../load.ts';
import { type Input, writeInput } from './inputs.ts';
import { bufferOf, type Mode, toFile } from './loads.ts';
import { fileOutput } from './outputs.ts';
import { startPenstock } from './penstock.ts';
import { measureSteady, type Steady } from './steady.ts';
import { measureOnce, type Run, type Subject } from './subject.ts';

/** Promised share of throughput that destinations keep beside a dead one. */
export const KEPT_PART = 0.95;
const HEALTHY = ['first', 'second'];
const MODES: readonly Mode[] = ['memory', 'disk'];

/** Runs beside the two that are measured. */
type Third = 'none' | 'living' | 'dead';

/**
 * Medians of two destinations alone and beside a live or dead third one; per round, throughput beside the
 * dead one relative to both baselines; and latency when offered half their capacity.
 */
export type BesideDead = {
  readonly mode: Mode;
  readonly alone: Run;
  readonly living: Run;
  readonly beside: Run;
  readonly kept: readonly number[];
  readonly keptOfLiving: readonly number[];
  readonly steady: { readonly perSecond: number; readonly alone: Steady; readonly beside: Steady };
};

const medianOf = (runs: readonly Run[]): Run => ({
  eventsPerSecond: median(runs.map(({ eventsPerSecond }) => eventsPerSecond)),
  cpuSecondsPerMillion: median(runs.map(({ cpuSecondsPerMillion }) => cpuSecondsPerMillion)),
});

type Started = { readonly subject: Subject; readonly paths: string[]; readonly rest: string[] };

async function start(folder: string, mode: Mode, third: Third): Promise<Started> {
  const name = `${mode} beside ${third}`;
  const paths = HEALTHY.map((one) => join(folder, `${name} ${one}.out`));
  const destinations = HEALTHY.map((one, n) => ({ ...toFile(paths[n]!, mode), id: one }));
  const thirdPath = join(folder, `${name} third.out`);
  if (third === 'living') destinations.push({ ...toFile(thirdPath, mode), id: 'third' });
  // No listener: every try is refused.
  const url = `http://127.0.0.1:${await freePort()}/`;
  if (third === 'dead') destinations.push(sink('third', { url, buffer: bufferOf(mode) }, 'http'));
  const subject = await startPenstock(name, folder, {
    chain: (port) => [source('in', 'tcp', { port }), transform('parse', 'parse_json'), ...destinations],
    destinations: destinations.length,
    output: fileOutput(paths),
  });
  return { subject, paths, rest: [thirdPath, join(folder, `data ${name}`)] };
}

const THIRDS: readonly Third[] = ['none', 'living', 'dead'];

/** The order rotates, so that no run always pays for another's cleanup. */
async function measureRound(started: Record<Third, Started>, input: Input, round: number) {
  const runs: Partial<Record<Third, Run>> = {};
  for (let n = 0; n < THIRDS.length; n++) {
    const third = THIRDS[(n + round) % THIRDS.length]!;
    runs[third] = await measureOnce(started[third].subject, input);
  }
  return { none: runs.none!, living: runs.living!, dead: runs.dead! };
}

async function measureMode(mode: Mode, started: Record<Third, Started>, whole: Input, rounds: number) {
  const input = { ...whole, kept: whole.lines * HEALTHY.length };
  const runs: Record<Third, Run>[] = [];
  for (let round = 0; round <= rounds; round++) {
    const run = await measureRound(started, input, round);
    if (round > 0) runs.push(run);
  }
  const keptOf = (third: Third) => runs.map((run) => run.dead.eventsPerSecond / run[third].eventsPerSecond);
  const alone = medianOf(runs.map(({ none }) => none));
  const perSecond = alone.eventsPerSecond / 2;
  const steadyBeside = (third: Third) =>
    measureSteady(started[third].subject, started[third].paths, input, perSecond);
  return {
    mode,
    alone,
    living: medianOf(runs.map(({ living }) => living)),
    beside: medianOf(runs.map(({ dead }) => dead)),
    kept: keptOf('none'),
    keptOfLiving: keptOf('living'),
    steady: { perSecond, alone: await steadyBeside('none'), beside: await steadyBeside('dead') },
  };
}

/**
 * Cost of an unreachable destination whose buffer never fills. Runs alternate with the two alone and beside a
 * live third one; all buffers have the same mode.
 */
export async function measureBesideDead(
  folder: string,
  lines: number,
  rounds: number,
): Promise<BesideDead[]> {
  const found: BesideDead[] = [];
  const whole = writeInput(folder, 'json', Math.floor(lines / 2));
  if (sizeOf(whole.path) * (rounds + 2) > bufferOf('memory').maxBytes)
    throw new Error('The buffer of the dead destination would get full: fewer lines or rounds');
  for (const mode of MODES) {
    const started: Started[] = [];
    try {
      for (const third of THIRDS) started.push(await start(folder, mode, third));
      const [none, living, dead] = started as [Started, Started, Started];
      found.push(await measureMode(mode, { none, living, dead }, whole, rounds));
    } finally {
      for (const { subject } of started) await subject.stop();
      for (const { paths, rest } of started)
        for (const path of [...paths, ...rest]) rmSync(path, { recursive: true, force: true });
    }
  }
  return found;
}
