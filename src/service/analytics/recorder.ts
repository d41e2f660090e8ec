import type { ComponentCounters } from '../../contract/live.ts';
import { toCount } from '../../contract/parameters.ts';
import type { Counters, EngineReport } from '../../engine/port.ts';
import type { Clock } from '../clock.ts';
import type { Store } from '../store/index.ts';
import type { CounterBucketRow, CounterColumns } from '../store/schema.ts';
import {
  type BucketRange,
  DAY_SECONDS,
  HOUR_SECONDS,
  MINUTE_SECONDS,
  SIX_HOURS_SECONDS,
} from '../store/series.ts';
import { listBucketRows, toBucketRows } from './bucket-rows.ts';
import {
  addFigures,
  computeWaitingChange,
  createFigures,
  isEmpty,
  negateFigures,
  toFigures,
} from './figures.ts';
import { formatPlace, formatPodPlace, type Key, type Place, parsePlace } from './places.ts';
import { createPods } from './pods.ts';
import { createReadWriteLock } from './read-write-lock.ts';
import { createRecentAdditions } from './recent-additions.ts';
import { createSeen, type Seen } from './seen.ts';

export const FINE_SECONDS = 10;
export const COARSE_SECONDS = MINUTE_SECONDS;
const FINE_KEPT_SECONDS = 2 * 3600;
export const COARSE_KEPT_SECONDS = 60 * 86_400;
const WIDE_SECONDS = [HOUR_SECONDS, SIX_HOURS_SECONDS, DAY_SECONDS];
const SEEN_KEPT_SECONDS = 86_400;

export type Total = CounterColumns & {
  last_event_at: number;
  /** The instance that counted last holds the backlog. */
  pod: number;
};
const NOTHING_WAITS = { eventsBuffered: 0, bytesBuffered: 0 };
type CountersReport = Extract<EngineReport, { type: 'counters' }>;

/**
 * Stores sums of the engine's counters. Each boot's position is stored with them, so that after a crash the
 * rest is added once.
 */
export type Recorder = {
  load(): Promise<void>;
  record(report: CountersReport): void;
  flush(): Promise<void>;
  sweep(): Promise<void>;
  /**
   * Includes unstored figures; a place may have several rows and negative figures.
   * @param until Unix milliseconds, at most `RECENT_MS` ago: later reports do not count
   */
  read(range: BucketRange & { until?: number | undefined }): Promise<CounterBucketRow[]>;
  readPods(range: BucketRange): Promise<string[]>;
  findPods(names: readonly string[]): number[];
  /** Backlog change by place since a moment (Unix milliseconds, at most `RECENT_MS` ago). */
  changesSince(until: number, pods?: readonly number[]): ReadonlyMap<Key, CounterColumns>;
  findBegin(pipelineIds: readonly string[]): Promise<number | undefined>;
  totalsOf(pipelineId: string): Record<string, Total>;
  totalsAt(moment: number): (pipelineId: string) => Record<string, Total>;
  pipelineIds(): string[];
  lastEventAt(componentId: string): number;
  lastEventIn(place: Place): number;
};

/** Bucket in Unix seconds, report in Unix milliseconds. */
type Time = { bucket: number; at: number };

const floorToBucket = (ms: number, seconds: number): number => Math.floor(ms / 1000 / seconds) * seconds;

export function createRecorder(store: Store, clock: Clock): Recorder {
  const lock = createReadWriteLock();
  const totals = new Map<string, Map<string, Total>>();
  const lastEvents = new Map<string, number>();
  let pending = new Map<number, Map<Key, CounterColumns>>();
  let changed = new Set<Key>();
  const seen = createSeen();
  const pods = createPods();
  const recent = createRecentAdditions(clock);
  /** Reports that arrive before the stored state is loaded. */
  let early: CountersReport[] | undefined = [];

  /** First stored count by pipeline, cached. A sweep does not update it; the gap shows as zeros. */
  const begins = new Map<string, number>();

  const findTotal = ({ pipelineId, componentId }: Place): Total => {
    const ofPipeline = totals.get(pipelineId) ?? new Map<string, Total>();
    totals.set(pipelineId, ofPipeline);
    const total = ofPipeline.get(componentId) ?? { ...createFigures(), last_event_at: 0, pod: 0 };
    ofPipeline.set(componentId, total);
    return total;
  };

  const noteEvent = (componentId: string, at: number) => {
    lastEvents.set(componentId, Math.max(at, lastEvents.get(componentId) ?? 0));
  };

  const add = (key: Key, difference: CounterColumns, { bucket, at }: Time, pod: number) => {
    if (isEmpty(difference)) return;
    const place = parsePlace(key);
    addFigures(findTotal(place), difference);
    changed.add(key);
    const podKey = formatPodPlace({ ...place, pod });
    recent.add({ at, bucket, key: podKey, figures: { ...difference } });
    const begin = begins.get(place.pipelineId);
    if (begin !== undefined && bucket < begin) begins.set(place.pipelineId, bucket);
    const inBucket = pending.get(bucket) ?? new Map<Key, CounterColumns>();
    pending.set(bucket, inBucket);
    inBucket.set(podKey, addFigures(inBucket.get(podKey) ?? createFigures(), difference));
  };

  /** The backlog moves along when another instance takes over. */
  const moveTo = (key: Key, pod: number, time: Time) => {
    const total = findTotal(parsePlace(key));
    if (total.pod === pod) return;
    add(key, computeWaitingChange(NOTHING_WAITS, total), time, total.pod);
    total.pod = pod;
    changed.add(key);
  };

  const noteLastEvent = (key: Key, counters: Counters) => {
    const place = parsePlace(key);
    const total = findTotal(place);
    if (counters.lastEventAt > total.last_event_at) {
      total.last_event_at = counters.lastEventAt;
      changed.add(key);
    }
    noteEvent(place.componentId, counters.lastEventAt);
  };

  const take = (report: CountersReport) => {
    const time = { bucket: floorToBucket(report.at, FINE_SECONDS), at: report.at };
    const isNewest = !report.isFormer && seen.isNewest(report);
    const found = new Map<Key, CounterColumns>();
    for (const [pipelineId, components] of Object.entries(report.pipelines)) {
      for (const [componentId, counters] of Object.entries(components)) {
        const key = formatPlace({ pipelineId, componentId });
        found.set(key, toFigures(counters));
        noteLastEvent(key, counters);
        // A repeated report has an old backlog.
        if (!isNewest) continue;
        moveTo(key, pods.ofPipeline(report, pipelineId), time);
        const total = findTotal({ pipelineId, componentId });
        add(key, computeWaitingChange(counters, total), time, total.pod);
      }
    }
    const { differences, forgotten } = seen.take(report, found);
    for (const [key, difference] of differences)
      add(key, difference, time, pods.ofPipeline(report, parsePlace(key).pipelineId));
    if (!isNewest) return;
    for (const key of forgotten) {
      const total = findTotal(parsePlace(key));
      add(key, computeWaitingChange(NOTHING_WAITS, total), time, total.pod);
    }
  };

  const storePending = async () => {
    const buckets = pending;
    const keys = changed;
    pending = new Map();
    changed = new Set();
    // Read before the first await, so that totals match the buckets.
    const rows = [...keys].map((key) => ({
      place: parsePlace(key),
      total: { ...findTotal(parsePlace(key)) },
    }));
    const newlySeen: Seen[] = seen.takeChanged();
    const newPods = pods.takeUnsaved();
    try {
      await store.transaction(async (tx) => {
        await tx.series.addPods(newPods);
        for (const seconds of [FINE_SECONDS, COARSE_SECONDS, ...WIDE_SECONDS])
          await tx.series.add(toBucketRows(buckets, seconds));
        await tx.series.setTotals(
          rows.map(({ place, total }) => ({
            ...total,
            pipeline_id: place.pipelineId,
            component_id: place.componentId,
          })),
        );
        await tx.series.setSeen(newlySeen);
        for (const { place, total } of rows) {
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
          again.set(key, addFigures(again.get(key) ?? createFigures(), figures));
        }
      }
      for (const key of keys) changed.add(key);
      seen.putBack(newlySeen);
      pods.putBack(newPods);
      throw error;
    }
  };

  const findBeginOf = async (pipelineId: string): Promise<number | undefined> => {
    const known = begins.get(pipelineId);
    if (known !== undefined) return known;
    const unsaved = [...pending].flatMap(([bucket, components]) =>
      [...components.keys()].some((key) => parsePlace(key).pipelineId === pipelineId) ? [bucket] : [],
    );
    const minute = await store.series.findFirstBucket(COARSE_SECONDS, pipelineId);
    const exact =
      minute !== undefined && minute >= clock() / 1000 - FINE_KEPT_SECONDS
        ? await store.series.findFirstBucket(FINE_SECONDS, pipelineId)
        : undefined;
    const stored = exact ?? minute;
    if (stored !== undefined) begins.set(pipelineId, stored);
    const all = stored === undefined ? unsaved : [stored, ...unsaved];
    return all.length === 0 ? undefined : Math.min(...all);
  };

  return {
    load: async () => {
      pods.load(await store.series.pods());
      for (const row of await store.series.totals()) {
        const { pipeline_id: pipelineId, component_id: componentId, ...figures } = row;
        Object.assign(findTotal({ pipelineId, componentId }), figures);
        noteEvent(componentId, row.last_event_at);
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
      await store.series.sweepSeen(
        seen.heard(),
        (now - SEEN_KEPT_SECONDS) * 1000,
        (now - COARSE_KEPT_SECONDS) * 1000,
      );
    },
    // The lock keeps a flush from coming between stored rows and those in memory.
    read: ({ until, ...range }) =>
      lock.read(async () => {
        const stored = await store.series.read(range);
        const later = until === undefined ? [] : recent.listTakenOff(range, until);
        return [...stored, ...listBucketRows(pending, range), ...later];
      }),
    readPods: (range) =>
      lock.read(async () => {
        const unsaved = listBucketRows(pending, range).map((row) => row.pod ?? 0);
        const found = new Set([...(await store.series.readPods(range)), ...unsaved]);
        return [...found].map(pods.toName).toSorted();
      }),
    findPods: pods.toNumbers,
    changesSince: recent.sumSince,
    findBegin: async (pipelineIds) => {
      const counted = pipelineIds.filter((id) => totals.has(id));
      const found = await lock.read(() => Promise.all(counted.map(findBeginOf)));
      const known = found.filter((one) => one !== undefined);
      return known.length === 0 ? undefined : Math.min(...known);
    },
    totalsOf: (pipelineId) => Object.fromEntries(totals.get(pipelineId) ?? []),
    totalsAt: (moment) => {
      const since = recent.sumSince(moment);
      return (pipelineId) =>
        Object.fromEntries(
          [...(totals.get(pipelineId) ?? [])].map(([componentId, total]) => {
            const change = since.get(formatPlace({ pipelineId, componentId }));
            const then = { ...total };
            if (change) addFigures(then, negateFigures(change));
            return [componentId, then];
          }),
        );
    },
    pipelineIds: () => [...totals.keys()],
    lastEventAt: (componentId) => lastEvents.get(componentId) ?? 0,
    lastEventIn: ({ pipelineId, componentId }) =>
      totals.get(pipelineId)?.get(componentId)?.last_event_at ?? 0,
  };
}

export const toLiveCounters = (total: Total): ComponentCounters => ({
  eventsIn: toCount(total.events_in),
  eventsOut: toCount(total.events_out),
  eventsDropped: toCount(total.events_dropped),
  eventsCreated: toCount(total.events_created),
  eventsMerged: toCount(total.events_merged),
  eventsDeadLetter: toCount(total.events_dead_letter),
  eventsBuffered: toCount(total.events_waiting),
  bytesIn: toCount(total.bytes_in),
  bytesOut: toCount(total.bytes_out),
  bytesDropped: toCount(total.bytes_dropped),
  bytesDeadLetter: toCount(total.bytes_dead_letter),
  bytesBuffered: toCount(total.bytes_waiting),
  errors: toCount(total.errors),
  lastEventAt: total.last_event_at / 1000,
});
