import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { PlanNode } from '../../../src/engine/port.ts';
import { source, transform } from '../../engine/harness/plans.ts';
import { type Input, writeInput } from './inputs.ts';
import { toFile, withoutDebug } from './loads.ts';
import { fileOutput } from './outputs.ts';
import { startPenstock } from './penstock.ts';
import { type Figure, measure, measureOnce, type Subject } from './subject.ts';
import { peakMiB, usedMiB } from './usage.ts';

export type Growth = { readonly by: string; readonly steps: Record<string, Figure> };
type Shape = { readonly pipelines: number; readonly lines: number; readonly steps: PlanNode[] };

const PIPELINES = [1, 10, 100];
const TRANSFORMS = [1, 5, 20];
const PROCESSES = [1, 2];
const IDLE = 100;
const SETTLE_MS = 3000;
/** V8 frees unused memory some seconds after work ends; the engine releases batches every second. */
const AFTER_BURST_MS = 40_000;
/** Scripts run in a process of their own; fewer events are enough. */
const SCRIPT_PART = 1 / 5;

const steps = (count: number): PlanNode[] =>
  Array.from({ length: count }, (_, n) => {
    if (n === 0) return transform('parse', 'parse_json');
    if (n % 2 === 1)
      return transform(`set ${n}`, 'set_fields', { fields: [{ field: `step_${n}`, value: `value ${n}` }] });
    const rules = [{ field: `step_${n - 1}`, operator: 'equals', value: 'another' }];
    return transform(`filter ${n}`, 'filter', { action: 'drop', match: { match: 'all', rules } });
  });

async function withPipelines<T>(
  folder: string,
  { pipelines, lines, steps: inner }: Shape,
  use: (subject: Subject, input: Input) => Promise<T>,
): Promise<T> {
  const whole = writeInput(folder, 'json', Math.floor(lines / pipelines));
  const dropsDebug = inner.some(({ templateId, id }) => templateId === 'filter' && id === 'drop debug');
  const input = dropsDebug ? whole : { ...whole, kept: whole.lines };
  const path = (n: number) => join(folder, `growth-${n}.out`);
  const paths = Array.from({ length: pipelines }, (_, n) => path(n));
  const subject = await startPenstock('growth', folder, {
    chain: (port, n) => [source('in', 'tcp', { port }), ...inner, toFile(path(n))],
    pipelines,
    output: fileOutput(paths),
  });
  try {
    return await use(subject, input);
  } finally {
    await subject.stop();
    for (const one of [...paths, join(folder, 'data growth')]) rmSync(one, { recursive: true, force: true });
  }
}

const figureOf = (folder: string, shape: Shape, rounds: number): Promise<Figure> =>
  withPipelines(folder, shape, async (subject, input) => {
    const figures = await measure([subject], input, rounds);
    return figures[subject.name]!;
  });

/** Memory of idle pipelines in MiB: after start, and some time after a burst. */
export type Idle = {
  readonly pipelines: number;
  readonly startedMiB: number;
  readonly burstMiB: number;
  readonly afterMiB: number;
};

/** @param lines in the burst, shared by all pipelines */
export const measureIdle = (folder: string, lines: number): Promise<Idle> =>
  withPipelines(folder, { pipelines: IDLE, lines, steps: withoutDebug() }, async (subject, input) => {
    const { pids } = subject;
    await delay(SETTLE_MS);
    const startedMiB = usedMiB(pids);
    await measureOnce(subject, input);
    const burstMiB = peakMiB(pids);
    await delay(AFTER_BURST_MS);
    return { pipelines: IDLE, startedMiB, burstMiB, afterMiB: usedMiB(pids) };
  });

export async function measureGrowth(folder: string, lines: number, rounds: number): Promise<Growth[]> {
  const growth: Growth[] = [];
  const along = async (by: string, counts: readonly number[], shapeOf: (count: number) => Shape) => {
    const found: Record<string, Figure> = {};
    for (const count of counts) found[count] = await figureOf(folder, shapeOf(count), rounds);
    growth.push({ by, steps: found });
  };
  await along('pipelines', PIPELINES, (pipelines) => ({ pipelines, lines, steps: withoutDebug() }));
  await along('transforms', TRANSFORMS, (count) => ({ pipelines: 1, lines, steps: steps(count) }));
  const script = transform('script', 'script', { code: 'return event;' });
  await along('processes (pipelines with a script)', PROCESSES, (pipelines) => ({
    pipelines,
    lines: lines * SCRIPT_PART,
    steps: [...withoutDebug(), script],
  }));
  return growth;
}
