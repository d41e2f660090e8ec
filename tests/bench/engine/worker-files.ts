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
import { cpuSeconds, peakMiB, readBytes } from './usage.ts';
import type { Worker } from './workers.ts';

const PIPELINES = 2;
/** So that finding the files and the first lines are a small part of a run. */
const LONGER = 4;
/** One line in twenty, so that processors are measured and not the disk. */
const ERRORS = {
  action: 'keep',
  match: { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'error' }] },
};
const LOOK_MS = 10;
const LEAST_MS = 500;
/** After this share, one may be done before the others. */
const READ_PART = 0.9;
const DEADLINE_MS = 180_000;

type Reader = Subject & { readonly folders: readonly string[]; readonly outputs: readonly string[] };
/** `part`: the share of all bytes that was read meanwhile. */
type Busy = { readonly ms: number; readonly part: number; readonly cpu: number };

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

async function untilWritten({ name, output }: Reader, expected: number): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  for (let lines = output.lines(); lines !== expected; lines = output.lines()) {
    if (lines > expected || performance.now() > deadline)
      throw new Error(`${name}: ${lines} lines came out instead of ${expected}`);
    await delay(LOOK_MS);
  }
}

/**
 * While all pipelines are busy: from the first lines that each wrote until a process has read nearly all of its
 * own. Counted by what is read, since a destination writes the lines of 200 ms at once: a few steps in a run.
 */
async function whileAllRead({ name, pids, outputs }: Reader, bytes: number): Promise<Busy> {
  const before = pids.map(readBytes);
  const sizes = outputs.map(sizeOf);
  const deadline = performance.now() + DEADLINE_MS;
  const read = () => pids.map((pid, n) => readBytes(pid) - before[n]!);
  const now = () => ({
    at: performance.now(),
    bytes: read().reduce((sum, one) => sum + one, 0),
    cpu: cpuSeconds(pids),
  });
  const until = async (isReached: () => boolean) => {
    while (!isReached()) {
      if (performance.now() > deadline) throw new Error(`${name} does not read on`);
      await delay(LOOK_MS);
    }
    return now();
  };
  const from = await until(() => outputs.every((path, n) => sizeOf(path) > sizes[n]!));
  const most = (bytes / pids.length) * READ_PART;
  const to = await until(() => read().some((one) => one >= most));
  if (to.at - from.at < LEAST_MS)
    throw new Error('too few lines to measure: set PENSTOCK_BENCH_LINES higher');
  return { ms: to.at - from.at, part: (to.bytes - from.bytes) / bytes, cpu: to.cpu - from.cpu };
}

async function readOnce(reader: Reader, input: Input, round: number): Promise<Run> {
  const { folders, output } = reader;
  const staged = folders.map((folder) => join(`${folder} to come`, 'lines.log'));
  for (const path of staged) await stage(input, path, round);
  const expected = output.lines() + input.kept * folders.length;
  const bytes = staged.reduce((sum, path) => sum + sizeOf(path), 0);
  const found = folders.map((folder) => join(folder, `${round}.log`));
  for (const [n, path] of staged.entries()) renameSync(path, found[n]!);
  const { ms, part, cpu } = await whileAllRead(reader, bytes);
  await untilWritten(reader, expected);
  for (const path of found) rmSync(path);
  const events = part * input.lines * folders.length;
  return { eventsPerSecond: (events * 1000) / ms, cpuSecondsPerMillion: (cpu * 1e6) / events };
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
