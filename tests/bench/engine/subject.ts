import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { median, sendFile } from '../load.ts';
import type { Input } from './inputs.ts';
import type { Output } from './outputs.ts';
import { cpuSeconds, peakMiB } from './usage.ts';

export type Subject = {
  readonly name: string;
  readonly pids: readonly number[];
  readonly ports: readonly number[];
  readonly output: Output;
  stop(): Promise<unknown>;
};

export type Run = { eventsPerSecond: number; cpuSecondsPerMillion: number };
export type Figure = Run & { peakMiB: number };

/** A run of a fast host lasts at least as long. */
export const RUN_SECONDS = Number(process.env.PENSTOCK_BENCH_SECONDS ?? 3);
/** Silence required before the output is counted. */
const QUIET_MS = 200;
const LOOK_MS = 10;
const DEADLINE_MS = 180_000;

async function settled({ name, output }: Subject, expected: number): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  let size = -1;
  let quietSince = performance.now();
  for (;;) {
    const now = performance.now();
    const current = output.size();
    if (current !== size) {
      size = current;
      quietSince = now;
    } else if (now - quietSince >= QUIET_MS) {
      const lines = output.lines();
      if (lines === expected) return;
      if (lines > expected || now > deadline)
        throw new Error(`${name}: ${lines} lines came out instead of ${expected}`);
      quietSince = now;
    }
    await delay(LOOK_MS);
  }
}

/**
 * Sends the input so often in a row, and begins with a synced disk, so that no run pays for the one before.
 * Throws when a kept line is missing.
 */
export async function measureOnce(subject: Subject, input: Input, times = 1): Promise<Run> {
  const { name, ports, output, pids } = subject;
  const expected = output.lines() + input.kept * ports.length * times;
  const events = input.lines * ports.length * times;
  spawnSync('sync');
  const cpu = cpuSeconds(pids);
  const startedAt = Date.now();
  await Promise.all(ports.map((port) => sendFile(input.path, port, times))).catch((cause) => {
    throw new Error(`${name} did not take what was sent to it`, { cause });
  });
  await settled(subject, expected);
  return {
    eventsPerSecond: (events * 1000) / Math.max(1, output.lastAt() - startedAt),
    cpuSecondsPerMillion: ((cpuSeconds(pids) - cpu) * 1e6) / events,
  };
}

/** How often to send the input so that a run lasts: what is written at its end must not count. */
const timesFor = ({ eventsPerSecond }: Run, { lines }: Input, { ports }: Subject): number =>
  Math.max(1, Math.ceil((RUN_SECONDS * eventsPerSecond) / (lines * ports.length)));

/**
 * Medians over rounds in which subjects alternate, so that a busy moment affects all. A round before them is a
 * warm-up and says how much to send.
 */
export async function measure(
  subjects: readonly Subject[],
  input: Input,
  rounds: number,
): Promise<Record<string, Figure>> {
  const runs = new Map<Subject, Run[]>(subjects.map((subject) => [subject, []]));
  const times = new Map<Subject, number>();
  for (const subject of subjects)
    times.set(subject, timesFor(await measureOnce(subject, input), input, subject));
  for (let round = 0; round < rounds; round++)
    for (const subject of subjects)
      runs.get(subject)?.push(await measureOnce(subject, input, times.get(subject)));
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
