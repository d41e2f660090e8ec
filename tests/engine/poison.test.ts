import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpPeer } from '../../src/engine/components/testing/http-peer.ts';
import { type ComponentProblem, PermanentError } from '../../src/engine/components/types.ts';
import { liveEvents } from '../../src/engine/topology/batch-pool.ts';
import { eventually } from '../harness/eventually.ts';
import { EngineBench, expectAccounted, lines } from './harness/bench.ts';
import { PIPELINE, planOf, sink, source } from './harness/plans.ts';

const MAX_TRIES = 5;
/** Each batch with a bad event is followed by another batch. */
const ROUNDS = process.env.PENSTOCK_TEST_LONG === '1' ? 200 : 2;
const PATIENCE_MS = 120_000;
const REFUSED: ComponentProblem = {
  errorName: 'Refused',
  message: 'The receiver refuses an event',
  causes: ['The test asked for it'],
  resolutions: ['Nothing to do'],
};
/** One refused batch, then four rounds of splits. */
const requestsFor = (size: number) => 1 + 4 * Math.ceil(size ** 0.25);

let bench: EngineBench;
beforeEach(() => {
  bench = new EngineBench();
});
afterEach(() => bench.end(), PATIENCE_MS);

type Course = { requests: number; delivered: string[]; tries: Map<string, number> };

/** The destination takes up to 50,000 events per write and refuses writes with any bad one. */
async function open(): Promise<(size: number, bad: ReadonlySet<number>) => Promise<Course>> {
  const out = bench.components.sink('out');
  out.batching = { maxEvents: 50_000, maxBytes: 64 << 20, timeoutMs: 0 };
  let course: Course = { requests: 0, delivered: [], tries: new Map() };
  out.write = async (batch) => {
    course.requests++;
    const events = liveEvents(batch).map((event) => batch.bytesOf(event).toString());
    for (const event of events) course.tries.set(event, (course.tries.get(event) ?? 0) + 1);
    if (events.some((event) => event.startsWith('bad'))) throw new PermanentError(REFUSED);
    course.delivered.push(...events);
    return { bytes: events.length };
  };
  const buffer = { mode: 'memory', maxBytes: 64 << 20, whenFull: 'block' };
  await bench.engine.deploy(planOf([source('in'), sink('out', { buffer })], ['in>out']));
  const input = bench.components.source('in');
  return async (size, bad) => {
    course = { requests: 0, delivered: [], tries: new Map() };
    const events = Array.from({ length: size }, (_, n) => `${bad.has(n) ? 'bad' : 'good'} ${n}`);
    const before = bench.counters('out');
    expect(await input.push(...events)).toBe('accepted');
    const after = bench.counters('out');
    expect(course.delivered).toEqual(events.filter((event) => event.startsWith('good')));
    expect(after.eventsOut - before.eventsOut).toBe(size - bad.size);
    expect(after.eventsDeadLetter - before.eventsDeadLetter).toBe(bad.size);
    expect(after.eventsBuffered).toBe(0);
    expectAccounted(bench.engine.counters());
    return course;
  };
}

const mostOf = ({ tries }: Course) => [...tries.values()].reduce((most, times) => Math.max(most, times), 0);

describe('an event that a destination refuses [R12]', () => {
  it.each([1, 2, 3, 16, 17, 1000, 50_000])(
    `is tried ${MAX_TRIES} times at most in batches of %i; others arrive`,
    async (size) => {
      const send = await open();
      for (const one of new Set([0, size >> 1, size - 1])) {
        const course = await send(size, new Set([one]));
        expect(mostOf(course)).toBeLessThanOrEqual(MAX_TRIES);
        expect(course.requests).toBeLessThanOrEqual(requestsFor(size));
      }
      const several = new Set([0, size >> 2, size >> 1, size - 1]);
      expect(mostOf(await send(size, several))).toBeLessThanOrEqual(MAX_TRIES);
      const all = await send(size, new Set(Array.from({ length: size }, (_, n) => n)));
      expect(mostOf(all)).toBeLessThanOrEqual(MAX_TRIES);
    },
    PATIENCE_MS,
  );

  it(
    `is tried ${MAX_TRIES} times at most in whatever batch`,
    async () => {
      const send = await open();
      const batch = fc
        .integer({ min: 1, max: 700 })
        .chain((size) => fc.tuple(fc.constant(size), fc.uniqueArray(fc.nat(size - 1))));
      const property = fc.asyncProperty(batch, async ([size, bad]) => {
        expect(mostOf(await send(size, new Set(bad)))).toBeLessThanOrEqual(MAX_TRIES);
      });
      await fc.assert(property, { numRuns: 60 });
    },
    PATIENCE_MS,
  );

  it.each(['memory', 'disk'])(
    'delays the others by as few requests as possible (%s buffer)',
    async (mode) => {
      const peer = await new HttpPeer().listen();
      try {
        peer.answer = ({ body }) => ({ status: body.includes('bad') ? 400 : 200 });
        const batch = { maxEvents: 1000, maxBytes: 1 << 20, timeoutMs: 0 };
        const buffer = { mode, maxBytes: 16 << 20, whenFull: 'block' };
        const config = { url: `${peer.url}/`, eventId: true, compression: 'none', batch, buffer };
        await bench.engine.deploy(planOf([source('in'), sink('out', config, 'http')], ['in>out']));
        const input = bench.components.source('in');
        let longestMs = 0;
        for (let round = 1; round <= ROUNDS; round++) {
          const first = [...lines(700), `bad ${round}`, ...lines(299, 700)];
          const outcomes = [input.push(...first), input.push(...lines(1000, 999))];
          await eventually(() => expect(bench.counters('out').eventsOut).toBe(round * 1999), PATIENCE_MS);
          expect(await Promise.all(outcomes)).toEqual(['accepted', 'accepted']);
          const requests = peer.received.splice(0);
          const [bad, good] = [true, false].map((isBad) =>
            requests.map(({ body }) => body.toString()).filter((body) => body.includes('bad') === isBad),
          );
          expect([...good!.join('').matchAll(/line \d+/g)].map(([line]) => line)).toEqual(lines(1999));
          // The next batch adds one request.
          expect(requests.length).toBeLessThanOrEqual(requestsFor(1000) + 1);
          const tries = bad!.flatMap((body) => body.split('\n').filter((line) => line.includes('bad')));
          expect(tries.length).toBeLessThanOrEqual(MAX_TRIES);
          expect(new Set(tries).size).toBe(1);
          longestMs = Math.max(longestMs, requests.at(-1)!.at - requests[0]!.at);
        }
        expect(bench.engine.gauges()[PIPELINE]!.out!.retries).toBe(0);
        expect(bench.deadLetters()).toHaveLength(ROUNDS);
        console.log(
          `R12 ${mode}: ${ROUNDS} bad events, what was behind one held ${Math.ceil(longestMs)} ms at most`,
        );
        expectAccounted(bench.engine.counters());
      } finally {
        await peer.close();
      }
    },
    PATIENCE_MS,
  );
});
