import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sizeOf } from '../load.ts';
import type { Input } from './inputs.ts';
import type { Subject } from './subject.ts';
import { cpuSeconds } from './usage.ts';

/** Latency at a steady input rate, in ms from send to file. */
export type Steady = {
  /** Share of the offered rate that came out. */
  readonly kept: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly cpuSecondsPerMillion: number;
};

const PART_MS = 20;
const LOOK_MS = 2;
const DEADLINE_MS = 180_000;
const NEWLINE = 10;

function partsOf(bytes: Buffer, lines: number): Buffer[] {
  const parts: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    let to = from;
    for (let n = 0; n < lines && to < bytes.length; n++) to = bytes.indexOf(NEWLINE, to) + 1;
    parts.push(bytes.subarray(from, to));
    from = to;
  }
  return parts;
}

/** Every line must reach every file unchanged. */
export async function measureSteady(
  { name, pids, ports }: Subject,
  paths: readonly string[],
  input: Input,
  perSecond: number,
): Promise<Steady> {
  const parts = partsOf(readFileSync(input.path), Math.max(1, Math.round((perSecond * PART_MS) / 1000)));
  const before = paths.map(sizeOf);
  const arrived = () => Math.min(...paths.map((path, n) => sizeOf(path) - before[n]!));
  const took: number[] = [];
  const sent: { readonly until: number; readonly at: number }[] = [];
  const look = () => {
    const size = arrived();
    const now = performance.now();
    for (let next = sent[took.length]; next && next.until <= size; next = sent[took.length])
      took.push(now - next.at);
  };
  const socket = connect(ports[0]!, '127.0.0.1');
  await new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  const cpu = cpuSeconds(pids);
  const start = performance.now();
  let until = 0;
  for (const [n, part] of parts.entries()) {
    const due = start + n * PART_MS;
    do {
      look();
      await delay(LOOK_MS);
    } while (performance.now() < due);
    until += part.length;
    sent.push({ until, at: performance.now() });
    socket.write(part);
  }
  for (socket.end(); took.length < parts.length; look()) {
    if (performance.now() > start + DEADLINE_MS) throw new Error(`${name}: lines are missing`);
    await delay(LOOK_MS);
  }
  const sendMs = parts.length * PART_MS;
  const last = took.at(-1)!;
  const sorted = took.toSorted((a, b) => a - b);
  return {
    kept: sendMs / Math.max(sendMs, sent.at(-1)!.at - start + last),
    medianMs: sorted[Math.floor(sorted.length / 2)]!,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)]!,
    cpuSecondsPerMillion: ((cpuSeconds(pids) - cpu) * 1e6) / input.lines,
  };
}
