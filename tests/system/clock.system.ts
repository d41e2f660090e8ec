import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHealthTracker } from '../../src/service/health/tracker.ts';
import { ProcessBench, Sender } from '../engine/harness/process-bench.ts';
import { eventually } from '../harness/eventually.ts';
import { FakeClock, JUMPS } from './fake-clock.ts';

const PATIENCE_MS = 120_000;
let clock: FakeClock;
let bench: ProcessBench;
const before = new Map<string, string | undefined>();

beforeEach(() => {
  clock = new FakeClock();
  for (const [name, value] of Object.entries(clock.env)) {
    before.set(name, process.env[name]);
    // Only for child processes; this one keeps the real clock.
    process.env[name] = value;
  }
  bench = new ProcessBench();
});
afterEach(async () => {
  await bench.end();
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  clock.remove();
}, 60_000);

it(`engine: ${JUMPS.length} clock jumps stall, lose and repeat nothing [R20]`, async () => {
  const health = createHealthTracker(Date.now);
  const changes: unknown[] = [];
  bench.engine.onReport((report) => void changes.push(...health.take(report)));
  await bench.run('memory', 'disk');
  const senders = [bench.memory, bench.disk].map((pipeline) => new Sender(pipeline, 1));
  for (const jump of JUMPS) {
    const acknowledged = senders.map((sender) => sender.acknowledged.length);
    const from = bench.reports.length;
    clock.set(jump);
    await eventually(() => {
      const seen = bench.reports.slice(from).flatMap((one) => (one.type === 'counters' ? [one.at] : []));
      expect(seen.some((at) => jump.isReached(at))).toBe(true);
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
