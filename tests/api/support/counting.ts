import type { Counters } from '../../../src/engine/port.ts';

export const T0 = 1_800_000_000_000;

export const createCounters = (
  eventsIn: number,
  eventsOut: number,
  more: Partial<Counters> = {},
): Counters => ({
  eventsIn,
  eventsOut,
  eventsDropped: eventsIn - eventsOut,
  eventsCreated: 0,
  eventsMerged: 0,
  eventsDeadLetter: 0,
  eventsBuffered: 0,
  bytesIn: eventsIn * 100,
  bytesOut: eventsOut * 100,
  bytesDropped: (more.eventsDropped ?? eventsIn - eventsOut) * 100,
  bytesDeadLetter: (more.eventsDeadLetter ?? 0) * 100,
  bytesBuffered: (more.eventsBuffered ?? 0) * 100,
  rawBytes: eventsIn * 101,
  errors: 0,
  objectsWritten: 0,
  lastEventAt: T0,
  ...more,
});

type Chain = { pipelineId: string; sourceId: string; transformId: string; sinkId: string };
type Totals = { bootId: string; at: number; taken: number; kept: number; errors?: number };

/** Totals since the engine's boot. */
export const createTotals = (made: Chain, { bootId, at, taken, kept, errors = 0 }: Totals) => ({
  type: 'counters' as const,
  bootId,
  at,
  pipelines: {
    [made.pipelineId]: {
      [made.sourceId]: createCounters(taken, taken, { lastEventAt: at }),
      [made.transformId]: createCounters(taken, kept, { errors, lastEventAt: at }),
      [made.sinkId]: createCounters(kept, kept, { lastEventAt: at }),
    },
  },
});

/** Seconds from `T0`. */
export const toRangeQuery = (fromSeconds: number, toSeconds: number) => ({
  'timeRange.startUnixTimeSeconds': T0 / 1000 + fromSeconds,
  'timeRange.endUnixTimeSeconds': T0 / 1000 + toSeconds,
});
