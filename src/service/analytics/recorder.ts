import type { ComponentCounters } from '../../contract/live.ts';
import { toCount } from '../../contract/parameters.ts';
import type { Counters, EngineReport } from '../../engine/port.ts';
import type { Clock } from '../ids.ts';
import type { Store } from '../store/index.ts';
import type { CounterBucketRow, CounterColumns } from '../store/schema.ts';
import type { BucketRange } from '../store/series.ts';
import { addFigures, differenceOf, emptyFigures, figuresOf, isEmpty } from './figures.ts';
import { createMutex } from './mutex.ts';

export const FINE_SECONDS = 10;
export const COARSE_SECONDS = 60;
const FINE_KEPT_SECONDS = 2 * 3600;
const COARSE_KEPT_SECONDS = 60 * 86_400;

export type Total = CounterColumns & { events_buffered: number; last_event_at: number };
type CountersReport = Extract<EngineReport, { type: 'counters' }>;
type Key = string;
type Place = { pipelineId: string; componentId: string };

const keyOf = (place: Place): Key => `${place.pipelineId}/${place.componentId}`;
const placeOf = (key: Key): Place => {
  const [pipelineId = '', componentId = ''] = key.split('/');
  return { pipelineId, componentId };
};

/** Adds the engine's counters up, keeps them over time, and reads them back without losing a count. */
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
  const mutex = createMutex();
  const totals = new Map<string, Map<string, Total>>();
  const lastEvents = new Map<string, number>();
  /** Bucket of 10 s → component → what came and is not stored. */
  let pending = new Map<number, Map<Key, CounterColumns>>();
  let boot = '';
  let baseline = new Map<Key, CounterColumns>();
  let changed = new Set<Key>();

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

  const take = (place: Place, counters: Counters, bucket: number) => {
    const key = keyOf(place);
    const figures = figuresOf(counters);
    const difference = differenceOf(figures, baseline.get(key));
    baseline.set(key, figures);
    const total = totalOf(place);
    total.events_buffered = counters.eventsBuffered;
    if (counters.lastEventAt > total.last_event_at) {
      total.last_event_at = counters.lastEventAt;
      changed.add(key);
    }
    sawEvent(place.componentId, counters.lastEventAt);
    if (isEmpty(difference)) return;
    addFigures(total, difference);
    changed.add(key);
    const inBucket = pending.get(bucket) ?? new Map<Key, CounterColumns>();
    pending.set(bucket, inBucket);
    inBucket.set(key, addFigures(inBucket.get(key) ?? emptyFigures(), difference));
  };

  const storePending = async () => {
    const buckets = pending;
    const keys = changed;
    pending = new Map();
    changed = new Set();
    // Totals are read before the first wait, so that they match the buckets taken.
    const rows = [...keys].map((key) => ({ place: placeOf(key), total: { ...totalOf(placeOf(key)) } }));
    try {
      await store.transaction(async (tx) => {
        await tx.series.add(bucketRows(buckets, FINE_SECONDS));
        await tx.series.add(bucketRows(buckets, COARSE_SECONDS));
        await tx.series.setTotals(
          rows.map(({ place, total: { events_buffered: _level, ...figures } }) => ({
            ...figures,
            pipeline_id: place.pipelineId,
            component_id: place.componentId,
          })),
        );
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
    },
    record(report) {
      if (report.bootId !== boot) {
        boot = report.bootId;
        baseline = new Map();
      }
      const bucket = bucketOf(report.at, FINE_SECONDS);
      for (const [pipelineId, components] of Object.entries(report.pipelines)) {
        for (const [componentId, counters] of Object.entries(components)) {
          take({ pipelineId, componentId }, counters, bucket);
        }
      }
    },
    flush: () => mutex(() => (pending.size === 0 && changed.size === 0 ? Promise.resolve() : storePending())),
    sweep: async () => {
      const now = clock() / 1000;
      await store.series.sweep(FINE_SECONDS, now - FINE_KEPT_SECONDS - COARSE_SECONDS);
      await store.series.sweep(COARSE_SECONDS, now - COARSE_KEPT_SECONDS - COARSE_SECONDS);
      await store.errors.sweep(now - COARSE_KEPT_SECONDS);
    },
    // Neither half of a flush can come between the stored rows and those in memory.
    read: (range) => mutex(async () => (await store.series.read(range)).concat(pendingRows(range))),
    totalsOf: (pipelineId) => Object.fromEntries(totals.get(pipelineId) ?? []),
    pipelineIds: () => [...totals.keys()],
    lastEventAt: (componentId) => lastEvents.get(componentId) ?? 0,
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
