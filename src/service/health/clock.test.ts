import { expect, test } from 'vitest';
import type { EngineReport } from '../../engine/port.ts';
import { createHealthTracker } from './tracker.ts';

const T0 = 1_800_000_000_000;
const DAY_MS = 86_400_000;

/** Separate clocks for engine and service. */
function bench() {
  let now = T0;
  let ahead = 0;
  let sequence = 0;
  let knownAt = 0;
  const tracker = createHealthTracker(
    () => now,
    () => knownAt,
  );
  let isDeployed = true;
  const counts = { in: 0, inAt: 0, out: 0, outAt: 0, buffered: 0 };
  const counters = (eventsIn: number, lastEventAt: number, eventsBuffered = 0) => ({
    eventsIn,
    eventsOut: eventsIn,
    eventsDropped: 0,
    eventsCreated: 0,
    eventsMerged: 0,
    eventsDeadLetter: 0,
    eventsBuffered,
    bytesIn: 0,
    bytesOut: 0,
    bytesDropped: 0,
    bytesDeadLetter: 0,
    bytesBuffered: 0,
    rawBytes: 0,
    errors: 0,
    objectsWritten: 0,
    lastEventAt,
  });
  const gauges = (nodeId: string, nodeType: 'SOURCE' | 'SINK') => ({
    nodeId,
    nodeType,
    busyMs: 0,
    retries: 0,
    buffer: null,
  });
  const bench = {
    setDeployed: (is: boolean) => {
      isDeployed = is;
    },
    setClock: (ms: number) => {
      ahead += ms;
    },
    event: () => {
      counts.in++;
      counts.out++;
      counts.inAt = now + ahead;
      counts.outAt = now + ahead;
      counts.buffered = 0;
    },
    /** A deployment resets the nodes' counters; the service remembers the last event. */
    deployAnew: () => {
      knownAt = counts.inAt;
      Object.assign(counts, { in: 0, inAt: 0, out: 0, outAt: 0 });
    },
    failure: () => {
      counts.buffered = 1;
      const error: Extract<EngineReport, { type: 'errors' }>['errors'][number] = {
        pipelineId: 'p',
        componentId: 'out',
        nodeId: 'out',
        errorName: 'ConnectionRefused',
        message: 'the connection was refused',
        causes: [],
        resolutions: [],
        level: 'ERROR',
        count: 1,
        lastAt: now + ahead,
        exampleEvent: '',
      };
      tracker.take({ type: 'errors', errors: [error] });
    },
    seconds: (count: number, each = () => {}) => {
      for (let second = 0; second < count; second++) {
        now += 500;
        each();
        now += 500;
        tracker.take({
          type: 'counters',
          bootId: 'a',
          sequence: sequence++,
          at: now + ahead,
          pipelines: isDeployed
            ? {
                p: {
                  in: counters(counts.in, counts.inAt),
                  out: counters(counts.out, counts.outAt, counts.buffered),
                },
              }
            : {},
          gauges: isDeployed ? { p: { in: gauges('in', 'SOURCE'), out: gauges('out', 'SINK') } } : {},
        });
      }
    },
    rules: () => tracker.read().flatMap(({ reasons }) => reasons.map(({ rule }) => rule)),
    figures: (id: string) => tracker.read().find(({ componentId }) => componentId === id)?.figures,
  };
  return bench;
}

test('clock put forward a day: a recent sender is not silent [R20]', () => {
  const { event, seconds, setClock, rules } = bench();
  seconds(1, event);
  seconds(60);
  setClock(DAY_MS);
  seconds(30);
  expect(rules()).toEqual([]);
  seconds(3600);
  expect(rules()).toEqual(['silence']);
});

test('clock put forward: a source deployed that second is not silent [R20]', () => {
  const { event, seconds, setClock, setDeployed, rules } = bench();
  setDeployed(false);
  seconds(5);
  setDeployed(true);
  event();
  setClock(DAY_MS);
  seconds(30);
  expect(rules()).toEqual([]);
  seconds(3600);
  expect(rules()).toEqual(['silence']);
});

test('clock put forward: an engine started that second is not silent [R20]', () => {
  const { event, seconds, setClock, rules } = bench();
  event();
  setClock(DAY_MS);
  seconds(30);
  expect(rules()).toEqual([]);
  seconds(3600);
  expect(rules()).toEqual(['silence']);
});

test('clock put forward: a source deployed anew is not silent [R20]', () => {
  const { event, seconds, setClock, deployAnew, rules } = bench();
  seconds(1, event);
  seconds(60);
  setClock(DAY_MS);
  seconds(5);
  deployAnew();
  seconds(5);
  expect(rules()).toEqual([]);
});

test('clock put back: a destination that delivers again is not down [R20]', () => {
  const { event, failure, seconds, setClock, rules } = bench();
  seconds(5, event);
  seconds(5, failure);
  expect(rules()).toContain('delivery');
  setClock(-DAY_MS);
  seconds(1, event);
  expect(rules()).not.toContain('delivery');
  seconds(61, event);
  expect(rules()).toEqual([]);
});

test('clock put back: a destination that fails is down [R20]', () => {
  const { event, failure, seconds, setClock, rules } = bench();
  seconds(5, event);
  setClock(-DAY_MS);
  seconds(2, failure);
  expect(rules()).toContain('delivery');
});

test.each([
  ['forward', DAY_MS],
  ['back', -DAY_MS],
])('counts are of the last minute when the clock is put %s [R20]', (_, ms) => {
  const { event, seconds, setClock, figures } = bench();
  seconds(100, event);
  setClock(ms);
  seconds(30, event);
  // The window begins at a report, one every five seconds.
  const expectOneMinute = () => {
    expect(figures('in')!.windowSeconds).toBe(60);
    expect(Number(figures('in')!.eventsIn)).toBeGreaterThanOrEqual(60);
    expect(Number(figures('in')!.eventsIn)).toBeLessThanOrEqual(65);
  };
  expectOneMinute();
  seconds(100, event);
  expectOneMinute();
  expect(figures('in')!.lastEventUnixTimeSeconds).toBe(Math.floor((T0 + 229_500 + ms) / 1000));
});
