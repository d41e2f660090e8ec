import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { source } from '../../engine/harness/plans.ts';
import { writeInput } from './inputs.ts';
import { toFile, withoutDebug } from './loads.ts';
import { fileOutput } from './outputs.ts';
import { startPenstock } from './penstock.ts';
import { type Figure, measure, type Subject } from './subject.ts';
import { usedMiB } from './usage.ts';

const PIPELINES = 2;
const SETTLE_MS = 3000;

/** The same two pipelines in one process and in two; memory is that before anything was sent. */
export type Workers = { readonly processes: number; readonly idleMiB: number; readonly figure: Figure };

/** Alternates between both, and sends one file to each pipeline at the same time. */
export async function measureWorkers(folder: string, lines: number, rounds: number): Promise<Workers[]> {
  const input = writeInput(folder, 'json', lines);
  const subjects: Subject[] = [];
  const files: string[] = [];
  try {
    for (const workers of [1, PIPELINES]) {
      const name = `${workers} processes`;
      const paths = Array.from({ length: PIPELINES }, (_, n) => join(folder, `workers-${workers}-${n}.out`));
      files.push(...paths, join(folder, `data ${name}`));
      const subject = await startPenstock(name, folder, {
        chain: (port, n) => [source('in', 'tcp', { port }), ...withoutDebug(), toFile(paths[n]!)],
        pipelines: PIPELINES,
        workers,
        output: fileOutput(paths),
      });
      subjects.push(subject);
    }
    await delay(SETTLE_MS);
    const idle = subjects.map(({ pids }) => usedMiB(pids));
    const figures = await measure(subjects, input, rounds);
    return subjects.map(({ name, pids }, n) => ({
      processes: pids.length,
      idleMiB: idle[n]!,
      figure: figures[name]!,
    }));
  } finally {
    for (const subject of subjects) await subject.stop();
    for (const file of files) rmSync(file, { recursive: true, force: true });
  }
}
