import { createHash } from 'node:crypto';
import { type AlertMetric, METRIC_INFO } from '../../contract/alerts/metrics.ts';
import type { AlertCondition } from '../../contract/entities/alert.ts';
import { computePercentOptimized } from '../../contract/entities/analytics.ts';
import { type Analytics, readNodeTypes } from '../analytics/analytics.ts';
import { formatPlace } from '../analytics/places.ts';
import { addVolumes, computePipelineVolume, type Volume } from '../analytics/volume.ts';
import type { Repositories } from '../store/index.ts';
import type { AlertRunRow, CounterBucketRow, CounterColumns } from '../store/schema.ts';
import { HOUR_SECONDS, MINUTE_SECONDS } from '../store/series.ts';
import type { Points } from './judge.ts';
import type { Watched } from './targets.ts';

/** Measured beside what rules can watch: that a pipeline ran. */
export const RUNNING = 'running';
const DAY_SECONDS = 86_400;
const USUAL_DAYS = 7;
const USUAL_MIN_DAYS = 3;
/** An hour of which less is known is not compared. */
const KNOWN_HOUR_MINUTES = 55;

/** Whole minutes in Unix seconds, end exclusive. */
export type Span = { from: number; to: number };

export const countMinutes = ({ from, to }: Span): number =>
  Math.max(0, Math.round((to - from) / MINUTE_SECONDS));

const COLUMNS: readonly (keyof CounterColumns)[] = [
  'events_in',
  'events_out',
  'events_dropped',
  'events_dead_letter',
  'bytes_in',
  'bytes_out',
  'bytes_dropped',
  'bytes_dead_letter',
  'bytes_waiting',
  'errors',
];

const COUNTED: Partial<Record<AlertMetric, (row: CounterColumns, kind: Watched['kind']) => number>> = {
  sourceEvents: (row) => row.events_in,
  sourceBytes: (row) => row.bytes_in,
  destinationEvents: (row) => row.events_out,
  destinationBytes: (row) => row.bytes_out,
  errors: (row) => row.errors,
  // What a transform drops is dropped by a rule.
  lostEvents: (row, kind) => row.events_dead_letter + (kind === 'node' ? 0 : row.events_dropped),
};

/** Under which the matches of a query in what is watched are stored. */
export const formatMatchesKey = (targetKey: string, query: string): string =>
  `${targetKey}#${createHash('sha256').update(query).digest('hex').slice(0, 16)}`;

export type SeriesTools = {
  analytics: Pick<Analytics, 'rows' | 'lastEventIn'>;
  tx: Repositories;
  /** Counts what matches now; what was stored when it was judged if omitted. */
  countMatches?: (target: Watched, query: string, span: Span) => Promise<(number | null)[]>;
};

/** What is read of a condition. */
type Asked = Pick<AlertCondition, 'metric' | 'windowMinutes' | 'query'>;

type Scope = {
  siteId: string;
  span: Span;
  pipelineIds: string[];
  /** For a long span and few targets: reads each for itself. */
  isNarrow?: boolean;
};

const createUnknown = (length: number): (number | null)[] => new Array(length).fill(null);

/** Values of minutes from runs of equal ones. */
export function spreadRuns(runs: readonly AlertRunRow[], span: Span): (number | null)[] {
  const points = createUnknown(countMinutes(span));
  for (const { from_minute, to_minute, value } of runs) {
    const begin = Math.max(0, Math.round((from_minute - span.from) / MINUTE_SECONDS));
    const end = Math.min(points.length, Math.round((to_minute - span.from) / MINUTE_SECONDS));
    for (let index = begin; index < end; index++) points[index] = value;
  }
  return points;
}

/**
 * What the evaluator sees of a span: stored figures with what is not stored yet, and measured values. Each is
 * read once, when it is first asked for.
 */
export function createSeriesView(
  { analytics, tx, countMatches }: SeriesTools,
  { siteId, span, pipelineIds, isNarrow = false }: Scope,
) {
  const length = countMinutes(span);
  const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
    let found: Promise<T> | undefined;
    return () => {
      found ??= read();
      return found;
    };
  };
  const coverage = {
    seconds: MINUTE_SECONDS,
    resolution: MINUTE_SECONDS,
    sumOver: MINUTE_SECONDS,
    ...span,
  };
  const readAll = once(async () => {
    const rows = length === 0 ? [] : await analytics.rows(coverage, { pipelineIds, columns: COLUMNS });
    return {
      byPlace: Map.groupBy(rows, (row) =>
        formatPlace({ pipelineId: row.pipeline_id, componentId: row.component_id }),
      ),
      byPipeline: Map.groupBy(rows, (row) => row.pipeline_id),
    };
  });
  const readPlace = async ({ pipelineId, componentId, key }: Watched): Promise<CounterBucketRow[]> =>
    isNarrow
      ? analytics.rows(coverage, { pipelineIds: [pipelineId], componentId, columns: COLUMNS })
      : ((await readAll()).byPlace.get(key) ?? []);
  /** By node, or by the kind of node. */
  const readPipeline = async (pipelineId: string): Promise<CounterBucketRow[]> =>
    isNarrow
      ? analytics.rows(coverage, { pipelineIds: [pipelineId], byKind: true, columns: COLUMNS })
      : ((await readAll()).byPipeline.get(pipelineId) ?? []);
  const runs = new Map<string, () => Promise<Map<string, AlertRunRow[]>>>();
  const readRuns = (metric: string) => {
    const known =
      runs.get(metric) ??
      once(async () => {
        const found = await tx.alerts.runs(siteId, [metric], span.from - DAY_SECONDS * USUAL_DAYS, span.to);
        return Map.groupBy(found, (run) => run.target_key);
      });
    runs.set(metric, known);
    return known();
  };
  const toIndex = ({ bucket }: CounterBucketRow) => Math.round((bucket - span.from) / MINUTE_SECONDS);
  const running = new Map<string, Promise<(number | null)[]>>();
  const readRunning = (pipelineId: string): Promise<(number | null)[]> => {
    const known =
      running.get(pipelineId) ??
      readRuns(RUNNING).then((found) => spreadRuns(found.get(pipelineId) ?? [], span));
    running.set(pipelineId, known);
    return known;
  };
  /** Minutes in which the pipeline ran as far as is known, or counted anything. */
  const findObserved = async (pipelineId: string, rows: readonly CounterBucketRow[]): Promise<boolean[]> => {
    const minutes = (await readRunning(pipelineId)).map((value) => value !== null);
    for (const row of rows) {
      const index = toIndex(row);
      if (index >= 0 && index < length) minutes[index] = true;
    }
    return minutes;
  };

  const readCounted = async (metric: AlertMetric, target: Watched): Promise<Points> => {
    const pick = COUNTED[metric];
    if (!pick) return createUnknown(length);
    const isSource = target.kind === 'source';
    // A source that never received anything is not silent: nobody sends yet.
    if (isSource && analytics.lastEventIn(target) === 0) return createUnknown(length);
    const rows = await readPlace(target);
    const ofPipeline = isNarrow ? rows : await readPipeline(target.pipelineId);
    const minutes = await findObserved(target.pipelineId, ofPipeline);
    const points: (number | null)[] = minutes.map((isKnown) => (isKnown ? 0 : null));
    for (const row of rows) {
      const index = toIndex(row);
      if (index >= 0 && index < length) points[index] = (points[index] ?? 0) + pick(row, target.kind);
    }
    return points;
  };

  const readOptimization = async ({ pipelineId }: Watched, windowMinutes: number): Promise<Points> => {
    const rows = await readPipeline(pipelineId);
    const minutes = await findObserved(pipelineId, rows);
    const types = await readNodeTypes(
      tx,
      rows.map((row) => row.component_id),
    );
    const byMinute = Map.groupBy(rows, toIndex);
    const volumes: Volume[] = minutes.map((_, index) =>
      computePipelineVolume(
        (byMinute.get(index) ?? []).map((figures) => ({
          nodeType: types.get(figures.component_id) ?? 'TRANSFORM',
          figures,
        })),
        'EVENTS_BYTES',
      ),
    );
    return minutes.map((_, index) => {
      const from = index - windowMinutes + 1;
      if (from < 0 || minutes.slice(from, index + 1).includes(false)) return null;
      return computePercentOptimized(addVolumes(volumes.slice(from, index + 1)));
    });
  };

  const readHours = once(async () => {
    const from =
      Math.floor(span.from / HOUR_SECONDS) * HOUR_SECONDS - USUAL_DAYS * DAY_SECONDS - HOUR_SECONDS;
    const to = Math.floor(span.to / HOUR_SECONDS) * HOUR_SECONDS;
    const coverage = { seconds: MINUTE_SECONDS, resolution: HOUR_SECONDS, sumOver: HOUR_SECONDS, from, to };
    const rows = to <= from ? [] : await analytics.rows(coverage, { pipelineIds, columns: ['bytes_in'] });
    const byKey = new Map<string, number>();
    const places = new Map<string, Set<number>>();
    for (const row of rows) {
      const key = formatPlace({ pipelineId: row.pipeline_id, componentId: row.component_id });
      // What is not stored yet is in narrower rows.
      const hour = Math.floor(row.bucket / HOUR_SECONDS) * HOUR_SECONDS;
      byKey.set(`${key}@${hour}`, (byKey.get(`${key}@${hour}`) ?? 0) + row.bytes_in);
      places.set(row.pipeline_id, (places.get(row.pipeline_id) ?? new Set()).add(hour));
    }
    return { byKey, counted: places };
  });

  /** Percent of the mean of the same hour of other days; judged at the end of each hour. */
  const readAgainstUsual = async ({ pipelineId, key }: Watched): Promise<Points> => {
    const { byKey, counted } = await readHours();
    const running = (await readRuns(RUNNING)).get(pipelineId) ?? [];
    const firstMeasured = running[0]?.from_minute ?? Number.POSITIVE_INFINITY;
    const readHour = (hour: number): number | null => {
      const known = spreadRuns(running, { from: hour, to: hour + HOUR_SECONDS }).filter(
        (one) => one !== null,
      );
      const isWhole = known.length >= KNOWN_HOUR_MINUTES;
      // Before minutes were measured, an hour in which the pipeline counted anything is a whole one.
      const isBefore = hour + HOUR_SECONDS <= firstMeasured && counted.get(pipelineId)?.has(hour) === true;
      return isWhole || isBefore ? (byKey.get(`${key}@${hour}`) ?? 0) : null;
    };
    const points: (number | null | undefined)[] = new Array(length).fill(undefined);
    for (
      let end = Math.ceil((span.from + MINUTE_SECONDS) / HOUR_SECONDS) * HOUR_SECONDS;
      end <= span.to;
      end += HOUR_SECONDS
    ) {
      const index = Math.round((end - span.from) / MINUTE_SECONDS) - 1;
      const value = readHour(end - HOUR_SECONDS);
      const others = [];
      for (let day = 1; day <= USUAL_DAYS; day++) {
        const other = readHour(end - HOUR_SECONDS - day * DAY_SECONDS);
        if (other !== null) others.push(other);
      }
      const usual = others.reduce((sum, one) => sum + one, 0) / Math.max(1, others.length);
      const isComparable = value !== null && others.length >= USUAL_MIN_DAYS && usual > 0;
      points[index] = isComparable ? (100 * value) / usual : null;
    }
    return points;
  };

  const readMatches = async (query: string, target: Watched): Promise<Points> => {
    if (countMatches) return countMatches(target, query, span);
    return spreadRuns((await readRuns('logMatches')).get(formatMatchesKey(target.key, query)) ?? [], span);
  };

  const read = async ({ metric, windowMinutes, query = '' }: Asked, target: Watched): Promise<Points> => {
    if (metric === 'logMatches') return readMatches(query, target);
    if (metric === 'optimization') return readOptimization(target, windowMinutes);
    if (metric === 'volumeAgainstUsual') return readAgainstUsual(target);
    if (METRIC_INFO[metric].isCounted) return readCounted(metric, target);
    return spreadRuns((await readRuns(metric)).get(target.key) ?? [], span);
  };
  const cache = new Map<string, Promise<Points>>();
  return {
    span,
    length,
    /** A value for each minute of the span, of a whole window for the optimization. */
    read: (asked: Asked, target: Watched): Promise<Points> => {
      const { metric, windowMinutes, query = '' } = asked;
      const key = `${metric}/${metric === 'optimization' ? windowMinutes : ''}/${target.key}/${query}`;
      const known = cache.get(key) ?? read(asked, target);
      cache.set(key, known);
      return known;
    },
    /** Minutes in which the engine of the site was away. */
    readAway: async (): Promise<(index: number) => boolean> => {
      const points = spreadRuns((await readRuns('engineAway')).get(siteId) ?? [], span);
      return (index) => (points[index] ?? 0) > 0;
    },
  };
}

export type SeriesView = ReturnType<typeof createSeriesView>;
