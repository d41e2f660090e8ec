import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { EngineBench, expectAccounted, lines } from './harness/bench.ts';
import { PIPELINE, planOf, sink, source } from './harness/plans.ts';

const isLong = process.env.PENSTOCK_TEST_LONG === '1';
const EVENTS = isLong ? 1_000_000 : 20_000;
const FLIPS = isLong ? 1000 : 30;
const RESTARTS = isLong ? 20 : 5;
const PER_PUSH = 500;
/** Per life between restarts. */
const PUSHES = isLong ? EVENTS / RESTARTS / PER_PUSH : 20;
const PER_LIVE_PUSH = isLong ? PER_PUSH : 50;
const PATIENCE_MS = 60_000;

let bench: EngineBench;
beforeEach(() => {
  bench = new EngineBench();
});
afterEach(() => bench.end());

describe.each(['memory', 'disk'])('through a buffer in mode %s', (mode) => {
  const buffer = { mode, maxBytes: 16 << 20, whenFull: 'block' };

  it(`${EVENTS} events arrive once each, in their order, when nothing fails [R4, R5, R17]`, async () => {
    await bench.engine.deploy(planOf([source('in'), sink('out', { buffer })], ['in>out']));
    const input = bench.components.source('in');
    const { received } = bench.components.sink('out');
    let arrived = 0;
    const check = () => {
      for (const line of received.splice(0)) expect(line).toBe(`line ${arrived++}`);
    };
    for (let from = 0; from < EVENTS; from += PER_PUSH) {
      expect(await input.push(...lines(PER_PUSH, from))).toBe('accepted');
      check();
    }
    await eventually(() => expect(bench.counters('out').eventsOut).toBe(EVENTS), PATIENCE_MS);
    check();
    expect(arrived).toBe(EVENTS);
    await eventually(() => expect(bench.counters('out').eventsBuffered).toBe(0));
    expectAccounted(bench.engine.counters());
  }, 900_000);

  it(`a destination that flaps ${FLIPS} times gets every event in order [R7]`, async () => {
    await bench.engine.deploy(planOf([source('in'), sink('out', { buffer })], ['in>out']));
    const input = bench.components.source('in');
    const out = bench.components.sink('out');
    const outcomes: Promise<string>[] = [];
    for (let flip = 0; flip < FLIPS; flip++) {
      out.isDown = true;
      const { tries } = out;
      outcomes.push(input.push(...lines(10, flip * 10)));
      await eventually(() => expect(out.tries).toBeGreaterThan(tries), PATIENCE_MS);
      out.isDown = false;
      await eventually(() => expect(out.received).toHaveLength((flip + 1) * 10), PATIENCE_MS);
    }
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['accepted']));
    expect(out.received).toEqual(lines(FLIPS * 10));
    expectAccounted(bench.engine.counters());
  }, 1_800_000);
});

it(`${RESTARTS} restarts among ${RESTARTS * PUSHES * PER_LIVE_PUSH} events reorder and lose nothing [R5, R15]`, async () => {
  const buffer = { mode: 'disk', maxBytes: 16 << 20, whenFull: 'block' };
  const plan = planOf([source('in'), sink('out', { buffer })], ['in>out']);
  const received: string[] = [];
  let sent = 0;
  for (let life = 0; life <= RESTARTS; life++) {
    await bench.engine.deploy(plan);
    const input = bench.components.source('in');
    const out = bench.components.sink('out');
    if (life < RESTARTS) {
      for (let n = 0; n < PUSHES; n++, sent += PER_LIVE_PUSH)
        expect(await input.push(...lines(PER_LIVE_PUSH, sent))).toBe('accepted');
    } else await eventually(() => expect(received.length + out.received.length).toBe(sent), PATIENCE_MS);
    if (life < RESTARTS) await bench.restart();
    for (const line of out.received) received.push(line);
  }
  expect(received.length).toBe(sent);
  expect(received.findIndex((line, n) => line !== `line ${n}`)).toBe(-1);
}, 900_000);

it('one dead destination of three stops others only when full [R8]', async () => {
  const own = { mode: 'memory', maxBytes: 100_000, whenFull: 'drop_newest' };
  const nodes = [source('in'), sink('a'), sink('b'), sink('dead', { buffer: own })];
  await bench.engine.deploy(planOf(nodes, ['in>a', 'in>b', 'in>dead']));
  bench.components.sink('dead').isDown = true;
  const input = bench.components.source('in');
  for (let from = 0; from < 20_000; from += PER_PUSH) void input.push(...lines(PER_PUSH, from));
  for (const id of ['a', 'b'])
    await eventually(() => expect(bench.components.sink(id).received).toHaveLength(20_000), PATIENCE_MS);
  const { eventsIn, eventsDropped, eventsBuffered } = bench.counters('dead', PIPELINE);
  expect(eventsDropped).toBeGreaterThan(0);
  expect(eventsIn).toBe(eventsDropped + eventsBuffered);
  bench.components.sink('dead').isDown = false;
  await eventually(
    () => expect(bench.components.sink('dead').received).toHaveLength(20_000 - eventsDropped),
    PATIENCE_MS,
  );
});
