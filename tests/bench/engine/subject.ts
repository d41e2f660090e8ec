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

/** Throws when a kept line is missing. */
export async function measureOnce(subject: Subject, input: Input): Promise<Run> {
  const { name, ports, output, pids } = subject;
  const expected = output.lines() + input.kept * ports.length;
  const events = input.lines * ports.length;
  const cpu = cpuSeconds(pids);
  const startedAt = Date.now();
  await Promise.all(ports.map((port) => sendFile(input.path, port))).catch((cause) => {
    throw new Error(`${name} did not take what was sent to it`, { cause });
  });
  await settled(subject, expected);
  return {
    eventsPerSecond: (events * 1000) / Math.max(1, output.lastAt() - startedAt),
    cpuSecondsPerMillion: ((cpuSeconds(pids) - cpu) * 1e6) / events,
  };
}

/**
 * Medians over rounds in which subjects alternate, so that a busy moment affects all. The first round is a
 * warm-up.
 */
export async function measure(
  subjects: readonly Subject[],
  input: Input,
  rounds: number,
): Promise<Record<string, Figure>> {
  const runs = new Map<Subject, Run[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round <= rounds; round++)
    for (const subject of subjects) {
      const run = await measureOnce(subject, input);
      if (round > 0) runs.get(subject)?.push(run);
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
