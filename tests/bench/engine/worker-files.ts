import { createReadStream, createWriteStream, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { source, transform } from '../../engine/harness/plans.ts';
import { writeJsonLines } from '../lines.ts';
import { median, sizeOf } from '../load.ts';
import type { Input } from './inputs.ts';
import { toFile } from './loads.ts';
import { fileOutput } from './outputs.ts';
import { startPenstock } from './penstock.ts';
import type { Figure, Run, Subject } from './subject.ts';
import { cpuSeconds, peakMiB } from './usage.ts';
import type { Worker } from './workers.ts';

const PIPELINES = 2;
/** Destinations write each 200 ms, so a short run would be measured badly. */
const LONGER = 2;
/** One line in twenty, so that processors are measured and not the disk. */
const ERRORS = {
  action: 'keep',
  match: { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'error' }] },
};
const LOOK_MS = 10;
const QUIET_MS = 500;
const DEADLINE_MS = 180_000;

type Reader = Subject & { readonly folders: readonly string[]; readonly outputs: readonly string[] };
type Sample = { readonly at: number; readonly sizes: readonly number[] };

/** Differs in its first bytes from those read before, by a line that is dropped. */
async function stage(input: Input, path: string, round: number): Promise<void> {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ level: 'debug', round, at: Date.now(), path })}\n`);
  await pipeline(createReadStream(input.path), createWriteStream(path, { flags: 'a' }));
  // So that the system does not write it to the disk while the run is measured.
  const staged = await open(path);
  await staged.sync();
  await staged.close();
}

async function sampleUntilWritten({ name, output, outputs }: Reader, expected: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const deadline = performance.now() + DEADLINE_MS;
  let changedAt = performance.now();
  for (;;) {
    const sample = { at: performance.now(), sizes: outputs.map(sizeOf) };
    const last = samples.at(-1);
    if (!last || sample.sizes.some((size, n) => size !== last.sizes[n])) changedAt = sample.at;
    samples.push(sample);
    if (sample.at - changedAt >= QUIET_MS) {
      const lines = output.lines();
      if (lines === expected) return samples;
      if (lines > expected || sample.at > deadline)
        throw new Error(`${name}: ${lines} lines came out instead of ${expected}`);
      changedAt = sample.at;
    }
    await delay(LOOK_MS);
  }
}

/** Events in a second while all pipelines were writing: without the moments when files are found, or one is done. */
function rateOf(samples: readonly Sample[], events: number): number {
  const [first, last] = [samples[0]!, samples.at(-1)!];
  const total = (sample: Sample) => sample.sizes.reduce((sum, size) => sum + size, 0);
  const busy = samples.filter(({ sizes }) =>
    sizes.every((size, n) => size > first.sizes[n]! && size < last.sizes[n]!),
  );
  const [from, to] = [busy[0], busy.at(-1)];
  if (!from || !to || to.at - from.at < QUIET_MS)
    throw new Error('too few lines to measure: set PENSTOCK_BENCH_LINES higher');
  const part = (total(to) - total(from)) / (total(last) - total(first));
  return (part * events * 1000) / (to.at - from.at);
}

async function readOnce(reader: Reader, input: Input, round: number): Promise<Run> {
  const { folders, output, pids } = reader;
  const staged = folders.map((folder) => join(`${folder} to come`, 'lines.log'));
  for (const path of staged) await stage(input, path, round);
  const expected = output.lines() + input.kept * folders.length;
  const events = input.lines * folders.length;
  const cpu = cpuSeconds(pids);
  const found = folders.map((folder) => join(folder, `${round}.log`));
  for (const [n, path] of staged.entries()) renameSync(path, found[n]!);
  const samples = await sampleUntilWritten(reader, expected);
  for (const path of found) rmSync(path);
  return {
    eventsPerSecond: rateOf(samples, events),
    cpuSecondsPerMillion: ((cpuSeconds(pids) - cpu) * 1e6) / events,
  };
}

async function measureInTurns(
  readers: readonly Reader[],
  input: Input,
  rounds: number,
): Promise<Record<string, Figure>> {
  const runs = new Map<Reader, Run[]>(readers.map((reader) => [reader, []]));
  for (let round = 0; round <= rounds; round++)
    for (const reader of readers) {
      const run = await readOnce(reader, input, round);
      if (round > 0) runs.get(reader)!.push(run);
    }
  return Object.fromEntries(
    [...runs].map(([{ name, pids }, own]) => [
      name,
      {
        eventsPerSecond: median(own.map(({ eventsPerSecond }) => eventsPerSecond)),
        cpuSecondsPerMillion: median(own.map(({ cpuSecondsPerMillion }) => cpuSecondsPerMillion)),
        peakMiB: peakMiB(pids),
      },
    ]),
  );
}

/** Two pipelines that each read a file of their own, so that no sender takes part, and write few of its lines. */
export async function measureFiles(
  folder: string,
  lines: number,
  rounds: number,
  measureAll: (subjects: readonly Subject[], run: () => Promise<Record<string, Figure>>) => Promise<Worker[]>,
): Promise<Worker[]> {
  const path = join(folder, 'worker-lines.log');
  const input: Input = { path, lines: lines * LONGER, kept: writeJsonLines(path, lines * LONGER).errors };
  const readers: Reader[] = [];
  const made: string[] = [input.path];
  try {
    for (const workers of [1, PIPELINES]) {
      const name = `${workers} of Penstock, files`;
      const own = (what: string) =>
        Array.from({ length: PIPELINES }, (_, n) => join(folder, `reads-${workers}-${n}${what}`));
      const [folders, outputs] = [own(''), own('.out')];
      made.push(...folders, ...own(' to come'), ...outputs, join(folder, `data ${name}`));
      for (const one of folders) mkdirSync(one, { recursive: true });
      const subject = await startPenstock(name, folder, {
        chain: (_port, n) => [
          source('in', 'file_tail', { path: join(folders[n]!, '*.log') }),
          transform('parse', 'parse_json'),
          transform('errors', 'filter', ERRORS),
          toFile(outputs[n]!),
        ],
        pipelines: PIPELINES,
        workers,
        output: fileOutput(outputs),
      });
      readers.push({ ...subject, folders, outputs });
    }
    return await measureAll(readers, () => measureInTurns(readers, input, rounds));
  } finally {
    for (const reader of readers) await reader.stop();
    for (const path of made) rmSync(path, { recursive: true, force: true });
  }
}
