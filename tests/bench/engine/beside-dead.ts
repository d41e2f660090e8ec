import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { sink, source, transform } from '../../engine/harness/plans.ts';
import { freePort } from '../../harness/product.ts';
import { median, sizeOf } from '../load.ts';
import { writeInput } from './inputs.ts';
import { bufferOf, type Mode, toFile } from './loads.ts';
import { fileOutput } from './outputs.ts';
import { startPenstock } from './penstock.ts';
import { measureOnce, type Run, type Subject } from './subject.ts';

/** R8 of the promises: the part of their throughput that destinations keep beside a dead one. */
export const KEPT_PART = 0.95;
const HEALTHY = ['first', 'second'];
const MODES: readonly Mode[] = ['memory', 'disk'];

/** Medians without and with a dead destination beside two healthy ones, and the throughput kept in each round. */
export type BesideDead = {
  readonly mode: Mode;
  readonly alone: Run;
  readonly beside: Run;
  readonly kept: readonly number[];
};

const medianOf = (runs: readonly Run[]): Run => ({
  eventsPerSecond: median(runs.map(({ eventsPerSecond }) => eventsPerSecond)),
  cpuSecondsPerMillion: median(runs.map(({ cpuSecondsPerMillion }) => cpuSecondsPerMillion)),
});

type Started = { readonly subject: Subject; readonly paths: string[] };

async function start(folder: string, mode: Mode, hasDead: boolean): Promise<Started> {
  const name = `${mode} ${hasDead ? 'beside a dead one' : 'alone'}`;
  const paths = HEALTHY.map((one) => join(folder, `${name} ${one}.out`));
  const healthy = HEALTHY.map((one, n) => ({ ...toFile(paths[n]!, mode), id: one }));
  // Nobody listens there: every try is refused.
  const url = `http://127.0.0.1:${await freePort()}/`;
  const dead = sink('dead', { url, buffer: bufferOf(mode) }, 'http');
  const destinations = hasDead ? [...healthy, dead] : healthy;
  const subject = await startPenstock(name, folder, {
    chain: (port) => [source('in', 'tcp', { port }), transform('parse', 'parse_json'), ...destinations],
    destinations: destinations.length,
    output: fileOutput(paths),
  });
  return { subject, paths: [...paths, join(folder, `data ${name}`)] };
}

/**
 * Throughput of two destinations that write files, without and with a third one that nobody answers and whose
 * buffer is not full in the end, in turns; all have buffers of one kind.
 */
export async function measureBesideDead(
  folder: string,
  lines: number,
  rounds: number,
): Promise<BesideDead[]> {
  const found: BesideDead[] = [];
  const whole = writeInput(folder, 'json', Math.floor(lines / 2));
  if (sizeOf(whole.path) * (rounds + 1) > bufferOf('memory').maxBytes)
    throw new Error('The buffer of the dead destination would get full: fewer lines or rounds');
  const input = { ...whole, kept: whole.lines * HEALTHY.length };
  for (const mode of MODES) {
    const started: Started[] = [];
    try {
      const alone = await start(folder, mode, false);
      started.push(alone);
      const beside = await start(folder, mode, true);
      started.push(beside);
      const runs: { readonly alone: Run; readonly beside: Run }[] = [];
      for (let round = 0; round <= rounds; round++) {
        const isFirst = round % 2 === 0;
        // Who comes first changes, so that neither has always the other's cleaning up to bear.
        const early = await measureOnce((isFirst ? alone : beside).subject, input);
        const late = await measureOnce((isFirst ? beside : alone).subject, input);
        if (round > 0) runs.push(isFirst ? { alone: early, beside: late } : { alone: late, beside: early });
      }
      found.push({
        mode,
        alone: medianOf(runs.map((run) => run.alone)),
        beside: medianOf(runs.map((run) => run.beside)),
        kept: runs.map((run) => run.beside.eventsPerSecond / run.alone.eventsPerSecond),
      });
    } finally {
      for (const { subject } of started) await subject.stop();
      for (const { paths } of started)
        for (const path of paths) rmSync(path, { recursive: true, force: true });
    }
  }
  return found;
}
