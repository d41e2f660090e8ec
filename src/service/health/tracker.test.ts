import { expect, test } from 'vitest';
import type { Counters, EngineReport, Gauges } from '../../engine/port.ts';
import { createHealthTracker } from './tracker.ts';

const T0 = 1_800_000_000_000;
const COUNTERS: Counters = {
  eventsIn: 0,
  eventsOut: 0,
  eventsDropped: 0,
  eventsCreated: 0,
  eventsMerged: 0,
  eventsDeadLetter: 0,
  eventsBuffered: 0,
  bytesIn: 0,
  bytesOut: 0,
  bytesDropped: 0,
  bytesDeadLetter: 0,
  bytesBuffered: 0,
  rawBytes: 0,
  errors: 0,
  objectsWritten: 0,
  lastEventAt: 0,
};
type More = { counters?: Partial<Counters>; gauges?: Partial<Gauges>; bootId?: string };

const report = (seconds: number, { counters, gauges, bootId = 'a' }: More = {}): EngineReport => ({
  type: 'counters',
  bootId,
  // The engine's first report was lost.
  sequence: seconds + 1,
  at: T0 + seconds * 1000,
  pipelines: { p: { out: { ...COUNTERS, ...counters } } },
  gauges: { p: { out: { nodeId: 'out', nodeType: 'SINK', busyMs: 0, retries: 0, buffer: null, ...gauges } } },
});
const failure = (seconds: number, count = 1): EngineReport => ({
  type: 'errors',
  errors: [
    {
      pipelineId: 'p',
      componentId: 'out',
      nodeId: 'out',
      errorName: 'ConnectionRefused',
      message: 'the connection was refused',
      causes: [],
      resolutions: [],
      level: 'ERROR',
      count,
      lastAt: T0 + seconds * 1000,
      exampleEvent: '',
    },
  ],
});
const reader = () => {
  let now = T0;
  const { take, read } = createHealthTracker(() => now);
  const tracker = {
    take: (told: EngineReport) => {
      if (told.type === 'counters') now = told.at;
      if (told.type === 'errors') now = Math.max(now, ...told.errors.map(({ lastAt }) => lastAt));
      return take(told);
    },
    read,
  };
  return { tracker, node: () => tracker.read()[0] };
};

test('counts are of the last minute, and a share needs some seconds', () => {
  const { tracker, node } = reader();
  tracker.take(report(0, { counters: { eventsIn: 5 } }));
  expect(node()?.figures).toMatchObject({ eventsIn: '0', utilisation: null });
  for (let second = 1; second <= 120; second++)
    tracker.take(report(second, { counters: { eventsIn: 5 + second }, gauges: { busyMs: second * 250 } }));
  expect(node()?.figures).toMatchObject({ windowSeconds: 60, eventsIn: '60', utilisation: 0.25 });
});

test('the first second counts for the last minute, earlier time does not', () => {
  const { tracker, node } = reader();
  const nothingRuns = { ...report(0), pipelines: {}, gauges: {} } as EngineReport;
  tracker.take(nothingRuns);
  tracker.take(report(1, { counters: { eventsIn: 9, eventsDropped: 2 }, gauges: { retries: 3 } }));
  expect(node()?.figures).toMatchObject({ eventsIn: '9', eventsLost: '2', retries: '3' });
  const standsStill = {
    ...report(2, { counters: { eventsIn: 9, eventsDropped: 2 } }),
    gauges: {},
  } as EngineReport;
  tracker.take(standsStill);
  tracker.take(report(3, { counters: { eventsIn: 10, eventsDropped: 2 } }));
  expect(node()?.figures).toMatchObject({ eventsIn: '1', eventsLost: '0' });
});

test('the first report of an engine counts for the last minute', () => {
  const { tracker, node } = reader();
  tracker.take({ ...report(0, { counters: { eventsIn: 9 } }), sequence: 0 } as EngineReport);
  expect(node()?.figures).toMatchObject({ eventsIn: '9', utilisation: null });
  tracker.take(report(1, { counters: { eventsIn: 10 } }));
  expect(node()?.figures).toMatchObject({ eventsIn: '10' });
});

test('a failing destination is announced once, and again when it delivers', () => {
  const { tracker, node } = reader();
  tracker.take(report(0, { counters: { eventsOut: 1, lastEventAt: T0 } }));
  tracker.take(failure(1));
  const waiting = { eventsOut: 1, lastEventAt: T0, eventsBuffered: 3 };
  expect(tracker.take(report(2, { counters: waiting }))).toEqual([
    { pipelineId: 'p', componentId: 'out', before: 'healthy', now: 'failing' },
  ]);
  expect(tracker.take(report(3, { counters: waiting }))).toEqual([]);
  expect(node()?.reasons[0]?.text).toBe('Nothing is delivered: the connection was refused');
  const delivered = { eventsOut: 4, lastEventAt: T0 + 4000 };
  expect(tracker.take(report(5, { counters: delivered }))[0]?.now).toBe('atRisk');
  expect(tracker.take(report(62, { counters: delivered }))[0]?.now).toBe('healthy');
});

test('lag excludes what a destination defers; fill is part of the buffer', () => {
  const { tracker, node } = reader();
  tracker.take(
    report(0, { gauges: { buffer: { bytes: 50, maxBytes: 200, oldestAgeMs: 9000, lingerMs: 5000 } } }),
  );
  expect(node()?.figures).toMatchObject({ bufferShare: 0.25, lagSeconds: 4 });
});

test('an engine restart measures anew; ended nodes are forgotten', () => {
  const { tracker, node } = reader();
  tracker.take(report(0, { counters: { eventsIn: 100, eventsDropped: 90 } }));
  tracker.take(report(10, { bootId: 'b', counters: { eventsIn: 2 } }));
  expect(node()?.figures).toMatchObject({ eventsIn: '0', eventsLost: '0', windowSeconds: 0 });
  tracker.take({ type: 'counters', bootId: 'b', sequence: 11, at: T0 + 11_000, pipelines: {}, gauges: {} });
  expect(tracker.read()).toEqual([]);
});

test('bad health right after the start is announced as well', () => {
  const { tracker } = reader();
  tracker.take(failure(0));
  const changes = tracker.take(report(1, { counters: { eventsIn: 5, eventsBuffered: 5 } }));
  expect(changes).toEqual([{ pipelineId: 'p', componentId: 'out', before: 'waiting', now: 'failing' }]);
});

test('latency is that of the last minute, unknown before a delivery', () => {
  const { tracker, node } = reader();
  const counted = (fast: number, slow: number) => ({
    latency: { counts: [fast, 0, 0, 0, 0, 0, slow], sumMs: 0 },
  });
  tracker.take(report(0, { gauges: counted(0, 0) }));
  expect(node()?.figures).toMatchObject({ latencyP50Milliseconds: null, latencyP99Milliseconds: null });
  tracker.take(report(5, { gauges: counted(98, 2) }));
  expect(node()?.figures).toMatchObject({ latencyP50Milliseconds: 50 / 98, latencyP99Milliseconds: 75 });
  tracker.take(report(70, { gauges: counted(98, 2) }));
  tracker.take(report(130, { gauges: counted(98, 2) }));
  expect(node()?.figures).toMatchObject({ latencyP50Milliseconds: null, latencyP99Milliseconds: null });
});
