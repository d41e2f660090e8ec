import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHealthTracker } from '../../src/service/health/tracker.ts';
import { ProcessBench, Sender } from '../engine/harness/process-bench.ts';
import { eventually } from '../harness/eventually.ts';

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`,
);
const PATIENCE_MS = 120_000;
const HOUR_MS = 3_600_000;
/** What libfaketime is told, and where its clock then is beside the real one; a time of day is one of Berlin. */
const JUMPS = [
  ['+1d', () => Date.now() + 24 * HOUR_MS],
  ['+0', () => Date.now()],
  ['-3600', () => Date.now() - HOUR_MS],
  ['+0', () => Date.now()],
  ['-1d', () => Date.now() - 24 * HOUR_MS],
  ['+0', () => Date.now()],
  // Two seconds before the clock is put forward, and before it is put back.
  ['@2027-03-28 01:59:58', () => Date.parse('2027-03-28T01:00:00Z')],
  ['@2026-10-25 02:59:58', () => Date.parse('2026-10-25T01:00:00Z')],
] as const;
const NAMES = [
  'LD_PRELOAD',
  'FAKETIME_TIMESTAMP_FILE',
  'FAKETIME_NO_CACHE',
  'FAKETIME_DONT_FAKE_MONOTONIC',
  'TZ',
];

let folder = '';
let clockFile = '';
let bench: ProcessBench;
const before = new Map<string, string | undefined>();

beforeEach(() => {
  const library = LIBRARIES.find(existsSync);
  if (library === undefined) throw new Error('libfaketime is missing: install the package faketime');
  folder = mkdtempSync(join(tmpdir(), 'clock-'));
  clockFile = join(folder, 'clock');
  writeFileSync(clockFile, '+0');
  for (const name of NAMES) before.set(name, process.env[name]);
  // For the processes that are started from here on; this one keeps the real clock.
  process.env.LD_PRELOAD = library;
  process.env.FAKETIME_TIMESTAMP_FILE = clockFile;
  process.env.FAKETIME_NO_CACHE = '1';
  process.env.FAKETIME_DONT_FAKE_MONOTONIC = '1';
  process.env.TZ = 'Europe/Berlin';
  bench = new ProcessBench();
});
afterEach(async () => {
  await bench.end();
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

it(`reliability R20: the clock of the engine jumps ${JUMPS.length} times by a day, an hour and over both ends of summer time: nothing stalls, nothing is lost or repeated, no age is negative, no health flaps`, async () => {
  const health = createHealthTracker();
  const changes: unknown[] = [];
  bench.engine.onReport((report) => void changes.push(...health.take(report)));
  await bench.run('memory', 'disk');
  const senders = [bench.memory, bench.disk].map((pipeline) => new Sender(pipeline, 1));
  for (const [told, clock] of JUMPS) {
    const acknowledged = senders.map((sender) => sender.acknowledged.length);
    const from = bench.reports.length;
    writeFileSync(clockFile, told);
    await eventually(() => {
      const seen = bench.reports.slice(from).flatMap((one) => (one.type === 'counters' ? [one.at] : []));
      const isThere = told.startsWith('@')
        ? seen.some((at) => at > clock() && at < clock() + HOUR_MS)
        : seen.some((at) => Math.abs(at - clock()) < HOUR_MS / 2);
      expect(isThere).toBe(true);
      for (const [i, sender] of senders.entries())
        expect(sender.acknowledged.length).toBeGreaterThan(acknowledged[i]! + 500);
    }, PATIENCE_MS);
  }
  for (const sender of senders) await sender.stop();
  for (const report of bench.reports) {
    expect(report.type).not.toBe('errors');
    expect(report.type).not.toBe('pipeline.failed');
    if (report.type !== 'counters') continue;
    const gauges = Object.values(report.gauges ?? {}).flatMap((one) => Object.values(one));
    for (const { busyMs, buffer } of gauges) {
      expect(busyMs).toBeGreaterThanOrEqual(0);
      expect(buffer?.oldestAgeMs ?? 0).toBeGreaterThanOrEqual(0);
    }
  }
  expect(bench.reports.flatMap((one) => (one.type === 'state' ? [one.state] : []))).toEqual([
    'starting',
    'running',
  ]);
  expect(changes.filter((change) => JSON.stringify(change).includes('failing'))).toEqual([]);
  await bench.engine.stop();
  for (const [i, pipeline] of [bench.memory, bench.disk].entries())
    expect(pipeline.written().toSorted()).toEqual(senders[i]!.acknowledged.toSorted());
  console.log(
    `R20: ${JUMPS.length} jumps, ${senders.map((sender) => sender.acknowledged.length).join(' and ')} events, each once`,
  );
});
