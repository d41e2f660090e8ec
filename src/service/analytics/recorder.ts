import type { ComponentCounters } from '../../contract/live.ts';
import { toCount } from '../../contract/parameters.ts';
import type { Counters, EngineReport } from '../../engine/port.ts';
import type { Clock } from '../ids.ts';
import type { Store } from '../store/index.ts';
import type { CounterBucketRow, CounterColumns } from '../store/schema.ts';
import {
  type BucketRange,
  DAY_SECONDS,
  HOUR_SECONDS,
  MINUTE_SECONDS,
  SIX_HOURS_SECONDS,
} from '../store/series.ts';
import { addFigures, emptyFigures, figuresOf, isEmpty } from './figures.ts';
import { type Key, keyOf, type Place, placeOf } from './places.ts';
import { createReadWriteLock } from './read-write-lock.ts';
import { createSeen, type Seen } from './seen.ts';

export const FINE_SECONDS = 10;
export const COARSE_SECONDS = MINUTE_SECONDS;
const FINE_KEPT_SECONDS = 2 * 3600;
const COARSE_KEPT_SECONDS = 60 * 86_400;
/** Wider rows, kept as long as those of a minute. */
const WIDE_SECONDS = [HOUR_SECONDS, SIX_HOURS_SECONDS, DAY_SECONDS];
const SEEN_KEPT_SECONDS = 86_400;

export type Total = CounterColumns & { events_buffered: number; last_event_at: number };
type CountersReport = Extract<EngineReport, { type: 'counters' }>;

/**
 * Adds the engine's counters up, keeps them over time, and reads them back without losing a count. How far
 * the counters of each boot were added is stored with the sums: after a crash the rest is added, once.
 */
export type Recorder = {
  load(): Promise<void>;
  record(report: CountersReport): void;
  /** Stores what is only in memory; called every few seconds and when the service stops. */
  flush(): Promise<void>;
  sweep(): Promise<void>;
  /** Sums of a range with what is not stored yet; several rows may be of one place. */
  read(range: BucketRange): Promise<CounterBucketRow[]>;
  totalsOf(pipelineId: string): Record<string, Total>;
  pipelineIds(): string[];
  lastEventAt(componentId: string): number;
  lastEventIn(place: Place): number;
};

type Buckets = ReadonlyMap<number, ReadonlyMap<Key, CounterColumns>>;

/** Rows of that width, one per bucket and component. */
function bucketRows(buckets: Buckets, seconds: number): CounterBucketRow[] {
  const rows = new Map<string, CounterBucketRow>();
  for (const [fine, components] of buckets) {
    const bucket = fine - (fine % seconds);
    for (const [key, figures] of components) {
      const { pipelineId: pipeline_id, componentId: component_id } = placeOf(key);
      const id = `${bucket}/${key}`;
      const row = rows.get(id) ?? { ...emptyFigures(), seconds, bucket, pipeline_id, component_id };
      addFigures(row, figures);
      rows.set(id, row);
    }
  }
  return [...rows.values()];
}

const bucketOf = (ms: number, seconds: number): number => Math.floor(ms / 1000 / seconds) * seconds;

export function createRecorder(store: Store, clock: Clock): Recorder {
  const lock = createReadWriteLock();
  const totals = new Map<string, Map<string, Total>>();
  const lastEvents = new Map<string, number>();
  /** Bucket of 10 s → component → what came and is not stored. */
  let pending = new Map<number, Map<Key, CounterColumns>>();
  let changed = new Set<Key>();
  const seen = createSeen();
  /** Reports that came before what is stored was read. */
  let early: CountersReport[] | undefined = [];

  const totalOf = ({ pipelineId, componentId }: Place): Total => {
    const ofPipeline = totals.get(pipelineId) ?? new Map<string, Total>();
    totals.set(pipelineId, ofPipeline);
    const total = ofPipeline.get(componentId) ?? {
      ...emptyFigures(),
      events_buffered: 0,
      last_event_at: 0,
    };
    ofPipeline.set(componentId, total);
    return total;
  };

  const sawEvent = (componentId: string, at: number) => {
    lastEvents.set(componentId, Math.max(at, lastEvents.get(componentId) ?? 0));
  };

  const add = (key: Key, difference: CounterColumns, bucket: number) => {
    if (isEmpty(difference)) return;
    addFigures(totalOf(placeOf(key)), difference);
    changed.add(key);
    const inBucket = pending.get(bucket) ?? new Map<Key, CounterColumns>();
    pending.set(bucket, inBucket);
    inBucket.set(key, addFigures(inBucket.get(key) ?? emptyFigures(), difference));
  };

  const noteState = (key: Key, counters: Counters, isFormer: boolean) => {
    const place = placeOf(key);
    const total = totalOf(place);
    if (!isFormer) total.events_buffered = counters.eventsBuffered;
    if (counters.lastEventAt > total.last_event_at) {
      total.last_event_at = counters.lastEventAt;
      changed.add(key);
    }
    sawEvent(place.componentId, counters.lastEventAt);
  };

  const take = (report: CountersReport) => {
    const bucket = bucketOf(report.at, FINE_SECONDS);
    const found = new Map<Key, CounterColumns>();
    for (const [pipelineId, components] of Object.entries(report.pipelines)) {
      for (const [componentId, counters] of Object.entries(components)) {
        const key = keyOf({ pipelineId, componentId });
        found.set(key, figuresOf(counters));
        noteState(key, counters, report.isFormer === true);
      }
    }
    for (const [key, difference] of seen.take(report, found)) add(key, difference, bucket);
  };

  const storePending = async () => {
    const buckets = pending;
    const keys = changed;
    pending = new Map();
    changed = new Set();
    // Totals are read before the first wait, so that they match the buckets taken.
    const rows = [...keys].map((key) => ({ place: placeOf(key), total: { ...totalOf(placeOf(key)) } }));
    const newlySeen: Seen[] = seen.takeChanged();
    try {
      await store.transaction(async (tx) => {
        for (const seconds of [FINE_SECONDS, COARSE_SECONDS, ...WIDE_SECONDS])
          await tx.series.add(bucketRows(buckets, seconds));
        await tx.series.setTotals(
          rows.map(({ place, total: { events_buffered: _level, ...figures } }) => ({
            ...figures,
            pipeline_id: place.pipelineId,
            component_id: place.componentId,
          })),
        );
        await tx.series.setSeen(newlySeen);
        for (const { place, total } of rows) {
          // Only sources and sinks are shown with a sign of life.
          if (total.last_event_at > 0 && place.componentId.startsWith('2')) {
            await tx.nodes.setLastAlive(place.componentId, total.last_event_at);
          }
        }
      });
    } catch (error) {
      for (const [bucket, components] of buckets) {
        const again = pending.get(bucket) ?? new Map<Key, CounterColumns>();
        pending.set(bucket, again);
        for (const [key, figures] of components) {
          again.set(key, addFigures(again.get(key) ?? emptyFigures(), figures));
        }
      }
      for (const key of keys) changed.add(key);
      seen.putBack(newlySeen);
      throw error;
    }
  };

  /** Beside the stored sums of the same places, not added to them. */
  const pendingRows = (range: BucketRange): CounterBucketRow[] =>
    bucketRows(pending, range.seconds).filter(
      (row) =>
        row.bucket >= range.from &&
        row.bucket < range.to &&
        (range.pipelineIds?.includes(row.pipeline_id) ?? true) &&
        (range.componentId === undefined || range.componentId === row.component_id),
    );

  return {
    load: async () => {
      for (const row of await store.series.totals()) {
        const { pipeline_id: pipelineId, component_id: componentId, ...figures } = row;
        Object.assign(totalOf({ pipelineId, componentId }), figures);
        sawEvent(componentId, row.last_event_at);
      }
      seen.load(await store.series.seen());
      for (const report of early ?? []) take(report);
      early = undefined;
    },
    record(report) {
      if (early) early.push(report);
      else take(report);
    },
    flush: () =>
      lock.write(() =>
        pending.size === 0 && changed.size === 0 && !seen.hasChanged() ? Promise.resolve() : storePending(),
      ),
    sweep: async () => {
      const now = clock() / 1000;
      await store.series.sweep(FINE_SECONDS, now - FINE_KEPT_SECONDS - COARSE_SECONDS);
      await store.series.sweep(COARSE_SECONDS, now - COARSE_KEPT_SECONDS - COARSE_SECONDS);
      for (const seconds of WIDE_SECONDS)
        await store.series.sweep(seconds, now - COARSE_KEPT_SECONDS - seconds);
      await store.errors.sweep(now - COARSE_KEPT_SECONDS);
      // A boot that can still be told anew was told since this service started.
      await store.series.sweepSeen(
        seen.heard(),
        (now - SEEN_KEPT_SECONDS) * 1000,
        (now - COARSE_KEPT_SECONDS) * 1000,
      );
    },
    // Neither half of a flush can come between the stored rows and those in memory.
    read: (range) => lock.read(async () => (await store.series.read(range)).concat(pendingRows(range))),
    totalsOf: (pipelineId) => Object.fromEntries(totals.get(pipelineId) ?? []),
    pipelineIds: () => [...totals.keys()],
    lastEventAt: (componentId) => lastEvents.get(componentId) ?? 0,
    lastEventIn: ({ pipelineId, componentId }) =>
      totals.get(pipelineId)?.get(componentId)?.last_event_at ?? 0,
  };
}

/** Totals as the live channel sends them. */
export const liveCounters = (total: Total): ComponentCounters => ({
  eventsIn: toCount(total.events_in),
  eventsOut: toCount(total.events_out),
  eventsDropped: toCount(total.events_dropped),
  eventsCreated: toCount(total.events_created),
  eventsMerged: toCount(total.events_merged),
  eventsDeadLetter: toCount(total.events_dead_letter),
  eventsBuffered: toCount(total.events_buffered),
  bytesIn: toCount(total.bytes_in),
  bytesOut: toCount(total.bytes_out),
  errors: toCount(total.errors),
  lastEventAt: total.last_event_at / 1000,
});
