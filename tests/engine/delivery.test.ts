import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { EngineBench, expectAccounted, lines } from './harness/bench.ts';
import { planOf, sink, source } from './harness/plans.ts';

let bench: EngineBench;
beforeEach(() => {
  bench = new EngineBench();
});
afterEach(() => bench.end());

const small = { mode: 'memory', maxBytes: 60, whenFull: 'block' };

const stateOf = (promise: Promise<unknown>) => Promise.race([promise, Promise.resolve('pending')]);

describe.each(['memory', 'disk'])('delivery through a buffer in mode %s', (mode) => {
  const buffer = { mode, maxBytes: 1 << 20, whenFull: 'block' };

  it('loses nothing while a destination is down, and keeps the order [R6]', async () => {
    await bench.engine.deploy(planOf([source('in'), sink('out', { buffer })], ['in>out']));
    const out = bench.components.sink('out');
    out.isDown = true;
    const input = bench.components.source('in');
    const sent = lines(50).map((line) => input.push(line));
    await eventually(() => expect(out.tries).toBeGreaterThan(1));
    expect(out.received).toEqual([]);
    expect(bench.counters('out').errors).toBeGreaterThan(0);
    out.isDown = false;
    await Promise.all(sent);
    await eventually(() => expect(out.received).toEqual(lines(50)));
    await eventually(() => expect(bench.counters('out').eventsBuffered).toBe(0));
    expectAccounted(bench.engine.counters());
  });

  it('splits a batch around poison events; their neighbors arrive [R12]', async () => {
    await bench.engine.deploy(planOf([source('in'), sink('out', { buffer })], ['in>out']));
    const out = bench.components.sink('out');
    out.poison = 'poison';
    const sent = [...lines(20), 'poison one', ...lines(20, 20), 'poison two', ...lines(5, 40)];
    expect(await bench.components.source('in').push(...sent)).toBe('accepted');
    await eventually(() => expect(out.received).toEqual(lines(45)));
    await eventually(() => expect(bench.counters('out').eventsDeadLetter).toBe(2));
    // Counted first, stored a moment later.
    const events = () => bench.deadLetters().map((letter) => letter.event);
    await eventually(() => expect(events()).toEqual(['poison one', 'poison two']));
    expect(bench.engine.takeErrors()).toMatchObject([{ errorName: 'Poison', componentId: 'out', count: 2 }]);
    expectAccounted(bench.engine.counters());
  });

  it('keeps one destination that is down from stopping the others [R8]', async () => {
    const nodes = [source('in'), sink('up', { buffer }), sink('down', { buffer }), sink('slow', { buffer })];
    await bench.engine.deploy(planOf(nodes, ['in>up', 'in>down', 'in>slow']));
    bench.components.sink('down').isDown = true;
    bench.components.sink('slow').hold();
    for (const line of lines(100)) void bench.components.source('in').push(line);
    await eventually(() => expect(bench.components.sink('up').received).toEqual(lines(100)));
    expect(bench.counters('down')).toMatchObject({ eventsOut: 0, eventsBuffered: 100 });
    bench.components.sink('down').isDown = false;
    bench.components.sink('slow').free();
    await eventually(() => expect(bench.components.sink('down').received).toEqual(lines(100)));
    await eventually(() => expect(bench.components.sink('slow').received).toEqual(lines(100)));
  });
});

describe('acknowledgement', () => {
  it('waits for a memory-buffered destination, and for every branch', async () => {
    await bench.engine.deploy(planOf([source('in'), sink('fast'), sink('held')], ['in>fast', 'in>held']));
    bench.components.sink('held').hold();
    const outcome = bench.components.source('in').push('a');
    await eventually(() => expect(bench.components.sink('fast').received).toEqual(['a']));
    expect(await stateOf(outcome)).toBe('pending');
    bench.components.sink('held').free();
    expect(await outcome).toBe('accepted');
  });

  it('comes with the disk buffer alone when there is one', async () => {
    const buffer = { mode: 'disk', maxBytes: 1 << 20, whenFull: 'block' };
    await bench.engine.deploy(planOf([source('in'), sink('out', { buffer })], ['in>out']));
    bench.components.sink('out').isDown = true;
    expect(await bench.components.source('in').push('a')).toBe('accepted');
    expect(bench.components.sink('out').received).toEqual([]);
    bench.components.sink('out').isDown = false;
    await eventually(() => expect(bench.components.sink('out').received).toEqual(['a']));
  });

  it('waits for every pipeline that uses the source (shared listener)', async () => {
    const other = { pipelineId: '300000000000000002' };
    await bench.engine.deploy(planOf([source('in'), sink('one')], ['in>one']));
    await bench.engine.deploy(planOf([source('in'), sink('two')], ['in>two'], other));
    expect(bench.components.source('in').starts).toBe(1);
    bench.components.sink('two').hold();
    const outcome = bench.components.source('in').push('a');
    await eventually(() => expect(bench.components.sink('one').received).toEqual(['a']));
    expect(await stateOf(outcome)).toBe('pending');
    bench.components.sink('two').free();
    expect(await outcome).toBe('accepted');
    expect(bench.counters('in', other.pipelineId)).toMatchObject({ eventsIn: 1, eventsOut: 1 });
  });
});

describe('a full buffer [R9]', () => {
  it('makes streaming sources wait when it blocks, and loses nothing', async () => {
    await bench.engine.deploy(planOf([source('in'), sink('out', { buffer: small })], ['in>out']));
    const out = bench.components.sink('out');
    const input = bench.components.source('in');
    out.hold();
    const big = 'x'.repeat(3 << 20);
    const sent = [input.push(big), input.push(big), input.push(big)];
    const wait = input.context!.ready();
    expect(wait).not.toBeNull();
    out.free();
    await wait;
    await Promise.all(sent);
    expect(out.received.length).toBe(3);
    expect(input.context!.ready()).toBeNull();
    expectAccounted(bench.engine.counters());
  });

  it.each(['memory', 'disk'])('drops the newest when configured, and counts each (%s)', async (mode) => {
    const buffer = { mode, maxBytes: 400, whenFull: 'drop_newest' };
    await bench.engine.deploy(planOf([source('in'), sink('out', { buffer })], ['in>out']));
    const out = bench.components.sink('out');
    out.hold();
    const input = bench.components.source('in');
    const sent = lines(200).map((line) => input.push(line));
    await eventually(() => expect(bench.counters('out').eventsDropped).toBeGreaterThan(0));
    expectAccounted(bench.engine.counters());
    out.free();
    await Promise.all(sent);
    await eventually(() => expect(bench.counters('out').eventsBuffered).toBe(0));
    const { eventsIn, eventsOut, eventsDropped } = bench.counters('out');
    expect({ eventsIn, eventsOut, lost: eventsDropped }).toEqual({
      eventsIn: 200,
      eventsOut: out.received.length,
      lost: 200 - out.received.length,
    });
  });
});

describe('retries', () => {
  it('do not come before Retry-After is over [R7]', async () => {
    await bench.engine.deploy(planOf([source('in'), sink('out')], ['in>out']));
    const out = bench.components.sink('out');
    out.isDown = true;
    out.retryAfterMs = 300;
    const start = performance.now();
    const outcome = bench.components.source('in').push('a');
    await eventually(() => expect(out.tries).toBe(1));
    out.isDown = false;
    await outcome;
    expect(performance.now() - start).toBeGreaterThanOrEqual(295);
    expect(out.tries).toBe(2);
  });
});
