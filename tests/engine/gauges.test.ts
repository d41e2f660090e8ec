import { afterEach, beforeEach, expect, it } from 'vitest';
import { computeLatency } from '../../src/engine/port.ts';
import { eventually } from '../harness/eventually.ts';
import { EngineBench, lines } from './harness/bench.ts';
import { dropLines, PIPELINE, planOf, sink, source } from './harness/plans.ts';

let bench: EngineBench;
beforeEach(() => {
  bench = new EngineBench();
});
afterEach(() => bench.end());

const gaugesOf = (componentId: string) => bench.engine.gauges()[PIPELINE]?.[componentId];
const countsOf = (componentId: string) =>
  gaugesOf(componentId)?.latency?.counts.reduce((sum, count) => sum + count, 0);
const memory = { buffer: { mode: 'memory', maxBytes: 1000, whenFull: 'drop_newest' } };
const disk = { buffer: { mode: 'disk', maxBytes: 100_000_000, whenFull: 'block' } };

it('only what runs has gauges, each with its node', async () => {
  await bench.engine.deploy(
    planOf([source('in'), dropLines('filter', 'x'), sink('out')], ['in>filter', 'filter>out']),
  );
  expect(Object.keys(bench.engine.gauges()[PIPELINE] ?? {}).toSorted()).toEqual(['filter', 'in', 'out']);
  expect(gaugesOf('filter')).toMatchObject({ nodeId: 'filter', nodeType: 'TRANSFORM', buffer: null });
  await bench.components.source('in').push(...lines(1000));
  expect(gaugesOf('filter')?.busyMs).toBeGreaterThan(0);
  await bench.engine.deploy(
    planOf([source('in'), dropLines('filter', 'x'), sink('out')], ['in>filter', 'filter>out'], {
      disabled: ['filter'],
    }),
  );
  expect(gaugesOf('filter')).toBeUndefined();
});

it.each([
  ['memory', memory],
  ['disk', disk],
])('a blocked destination shows its %s buffer, oldest age and work', async (_mode, config) => {
  await bench.engine.deploy(planOf([source('in'), sink('out', config)], ['in>out']));
  const out = bench.components.sink('out');
  out.hold();
  const pushed = bench.components.source('in').push('twenty bytes of text');
  await eventually(() => expect(out.tries).toBe(1));
  await eventually(() => {
    const gauges = gaugesOf('out');
    expect(gauges?.buffer?.bytes).toBeGreaterThanOrEqual(20);
    expect(gauges?.buffer?.oldestAgeMs).toBeGreaterThan(20);
    expect(gauges?.busyMs).toBeGreaterThan(20);
  });
  out.free();
  await pushed;
  await eventually(() => expect(gaugesOf('out')?.buffer).toMatchObject({ bytes: 0, oldestAgeMs: 0 }));
});

it('retries are counted, and stop when the destination is back', async () => {
  await bench.engine.deploy(planOf([source('in'), sink('out')], ['in>out']));
  const out = bench.components.sink('out');
  out.isDown = true;
  const pushed = bench.components.source('in').push('a');
  await eventually(() => expect(gaugesOf('out')?.retries).toBeGreaterThan(0));
  out.isDown = false;
  await pushed;
  const retries = gaugesOf('out')?.retries;
  await bench.components.source('in').push('b');
  expect(gaugesOf('out')?.retries).toBe(retries);
});

it('a source counts as busy while full buffers hold it back', async () => {
  const block = { buffer: { mode: 'memory', maxBytes: 1000, whenFull: 'block' } };
  await bench.engine.deploy(planOf([source('in'), sink('out', block)], ['in>out']));
  const input = bench.components.source('in');
  const out = bench.components.sink('out');
  out.hold();
  const big = 'x'.repeat(900_000);
  const pushes = Array.from({ length: 6 }, () => input.push(big));
  await eventually(() => expect(gaugesOf('in')?.busyMs).toBeGreaterThan(20));
  out.free();
  await Promise.all(pushes);
  const busy = gaugesOf('in')?.busyMs;
  expect(gaugesOf('in')?.busyMs).toBe(busy);
});

it.each([
  ['memory', memory],
  ['disk', disk],
])('latency covers the wait in the %s buffer, weighted by events', async (_mode, config) => {
  await bench.engine.deploy(planOf([source('in'), sink('out', config)], ['in>out']));
  const out = bench.components.sink('out');
  await bench.components.source('in').push('quick');
  await eventually(() => expect(countsOf('out')).toBe(1));
  const before = gaugesOf('out')?.latency;
  out.hold();
  const began = performance.now();
  const pushed = bench.components.source('in').push(...lines(99));
  await eventually(() => expect(gaugesOf('out')?.buffer?.oldestAgeMs).toBeGreaterThan(60));
  out.free();
  await pushed;
  await eventually(() => expect(countsOf('out')).toBe(100));
  const latency = gaugesOf('out')?.latency;
  const waited = ((latency?.sumMs ?? 0) - (before?.sumMs ?? 0)) / 99;
  expect(waited).toBeGreaterThan(50);
  expect(waited).toBeLessThanOrEqual(performance.now() - began + 1);
  expect(computeLatency(latency?.counts ?? [], 0.99)).toBeGreaterThan(50);
});
