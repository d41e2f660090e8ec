import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { EngineBench, expectAccounted, lines } from './harness/bench.ts';
import { dropLines, planOf, sink, source } from './harness/plans.ts';

let bench: EngineBench;
beforeEach(() => {
  bench = new EngineBench();
});
afterEach(() => bench.end());

const nodes = [source('in'), dropLines('filter', 'noise'), sink('out'), sink('also')];
const edges = ['in>filter', 'filter>out', 'filter>also'];
const plan = (mode: 'run' | 'pause' | 'bypass') => planOf(nodes, edges, { mode });

describe('modes', () => {
  it('pause takes nothing in and empties buffers; resume goes on', async () => {
    await bench.engine.deploy(plan('run'));
    const input = bench.components.source('in');
    const out = bench.components.sink('out');
    out.hold();
    const before = input.push('before');
    await bench.engine.deploy(plan('pause'));
    expect(input.context!.paused).toBe(true);
    expect(await input.push('refused')).toBe('unavailable');
    const wait = input.context!.ready();
    out.free();
    expect(await before).toBe('accepted');
    expect(out.received).toEqual(['before']);
    await bench.engine.deploy(plan('run'));
    await wait;
    expect(await input.push('after')).toBe('accepted');
    expect(out.received).toEqual(['before', 'after']);
    expect(input.starts).toBe(1);
    expect(bench.counters('in').eventsIn).toBe(2);
  });

  it('pause of one pipeline leaves another on the same source alone', async () => {
    await bench.engine.deploy(plan('run'));
    await bench.engine.deploy(planOf([source('in'), sink('other')], ['in>other'], { pipelineId: '3' }));
    await bench.engine.deploy(plan('pause'));
    expect(await bench.components.source('in').push('a')).toBe('accepted');
    expect(bench.components.sink('other').received).toEqual(['a']);
    expect(bench.components.sink('out').received).toEqual([]);
  });

  it('bypass sends raw events to every destination', async () => {
    await bench.engine.deploy(plan('bypass'));
    await bench.components.source('in').push('a', 'noise');
    expect(bench.components.sink('out').received).toEqual(['a', 'noise']);
    expect(bench.components.sink('also').received).toEqual(['a', 'noise']);
    expect(bench.counters('out').eventsIn).toBe(2);
    await bench.engine.deploy(plan('run'));
    await bench.components.source('in').push('noise', 'b');
    expect(bench.components.sink('out').received).toEqual(['a', 'noise', 'b']);
  });
});

describe('stopping', () => {
  it('writes what is in memory and acknowledges it [R15]', async () => {
    bench.components.sink('out').batching = { maxEvents: 1000, maxBytes: 1 << 20, timeoutMs: 60_000 };
    await bench.engine.deploy(planOf([source('in'), sink('out')], ['in>out']));
    const input = bench.components.source('in');
    const sent = lines(100).map((line) => input.push(line));
    await bench.engine.stop(5000);
    expect(new Set(await Promise.all(sent))).toEqual(new Set(['accepted']));
    expect(bench.components.sink('out')).toMatchObject({ received: lines(100), closes: 1 });
    expect(input.stops).toBe(1);
    expectAccounted(bench.engine.counters());
  });

  it('sets aside what a dead destination does not take in time', async () => {
    await bench.engine.deploy(planOf([source('in'), sink('out')], ['in>out']));
    bench.components.sink('out').isDown = true;
    void bench.components.source('in').push('a', 'b');
    await bench.engine.stop(30);
    expect(bench.deadLetters().map((letter) => letter.event)).toEqual(['a', 'b']);
    expectAccounted(bench.engine.counters());
  });

  it('leaves a disk buffer to the next engine, carried over in its counters [R17]', async () => {
    const durable = { buffer: { mode: 'disk', maxBytes: 1 << 20, whenFull: 'block' } };
    const kept = planOf([source('in'), sink('out', durable)], ['in>out']);
    await bench.engine.deploy(kept);
    bench.components.sink('out').isDown = true;
    await bench.components.source('in').push(...lines(30));
    await bench.restart();
    await bench.engine.deploy(kept);
    await eventually(() => expect(bench.components.sink('out').received).toEqual(lines(30)));
    await eventually(() => expect(bench.counters('out').eventsBuffered).toBe(0));
    expect(bench.counters('out')).toMatchObject({
      eventsIn: 0,
      eventsCreated: 0,
      eventsCarried: 30,
      eventsOut: 30,
    });
  });

  it('delivers a former disk buffer although the destination has none now', async () => {
    const durable = { buffer: { mode: 'disk', maxBytes: 1 << 20, whenFull: 'block' } };
    await bench.engine.deploy(planOf([source('in'), sink('out', durable)], ['in>out']));
    bench.components.sink('out').isDown = true;
    await bench.components.source('in').push(...lines(3));
    await bench.restart();
    await bench.engine.deploy(planOf([source('in'), sink('out')], ['in>out']));
    await eventually(() => expect(bench.components.sink('out').received).toEqual(lines(3)));
  });

  it('a disk buffer without its destination becomes dead letters', async () => {
    const durable = { buffer: { mode: 'disk', maxBytes: 1 << 20, whenFull: 'block' } };
    await bench.engine.deploy(planOf([source('in'), sink('gone', durable)], ['in>gone']));
    bench.components.sink('gone').isDown = true;
    await bench.components.source('in').push(...lines(3));
    await bench.restart();
    await bench.engine.deploy(planOf([source('in'), sink('out')], ['in>out']));
    expect(bench.deadLetters().map((letter) => letter.event)).toEqual(lines(3));
    expect(bench.counters('gone')).toMatchObject({ eventsCreated: 0, eventsCarried: 3, eventsDeadLetter: 3 });
    await bench.restart();
    await bench.engine.deploy(planOf([source('in'), sink('out')], ['in>out']));
    expect(bench.deadLetters().length).toBe(3);
  });
});
