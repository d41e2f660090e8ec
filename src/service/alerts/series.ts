import { type AlertMetric, METRIC_INFO } from '../../contract/alerts/metrics.ts';
import type { AlertCondition } from '../../contract/entities/alert.ts';
import { computePercentOptimized } from '../../contract/entities/analytics.ts';
import { type Analytics, readNodeTypes } from '../analytics/analytics.ts';
import { formatPlace } from '../analytics/places.ts';
import { addVolumes, computePipelineVolume, type Volume } from '../analytics/volume.ts';
import type { Repositories } from '../store/index.ts';
import type { AlertRunRow, CounterBucketRow, CounterColumns } from '../store/schema.ts';
import { HOUR_SECONDS, MINUTE_SECONDS } from '../store/series.ts';
import { type AlertGroup, combinePoints } from './groups.ts';
import type { Points } from './judge.ts';
import { type CountMatches, createMatchReader } from './match-series.ts';
import { countMinutes, createUnknown, type Span, spreadRuns } from './runs.ts';
import type { Watched } from './targets.ts';

/** Measured besides watchable metrics: the pipeline ran. */
export const RUNNING = 'running';
const DAY_SECONDS = 86_400;
const USUAL_DAYS = 7;
const USUAL_MIN_DAYS = 3;
/** Hours with less data are not compared. */
const KNOWN_HOUR_MINUTES = 55;

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
  // Transforms drop by rule, so that is no loss.
  lostEvents: (row, kind) => row.events_dead_letter + (kind === 'node' ? 0 : row.events_dropped),
};

export type SeriesTools = {
  analytics: Pick<Analytics, 'rows' | 'lastEventIn'>;
  tx: Repositories;
  /** Counts current matches; by default, reads the stored ones. */
  countMatches?: CountMatches;
};

type Asked = Pick<
  AlertCondition,
  'metric' | 'windowMinutes' | 'query' | 'aggregation' | 'operator' | 'groupField'
>;

type Scope = {
  siteId: string;
  span: Span;
  pipelineIds: string[];
  isNarrow?: boolean;
};

/**
 * The evaluator's data for a span: stored figures, unstored ones, and measurements. Each is read once, on
 * first use.
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
  const readPipeline = async (pipelineId: string): Promise<CounterBucketRow[]> =>
    isNarrow
      ? analytics.rows(coverage, { pipelineIds: [pipelineId], byKind: true, columns: COLUMNS })
      : ((await readAll()).byPipeline.get(pipelineId) ?? []);
  const runs = new Map<string, () => Promise<Map<string, AlertRunRow[]>>>();
  /** @param from earlier than the span where needed */
  const readRuns = (metric: string, from = span.from) => {
    const key = `${metric}/${from}`;
    const known =
      runs.get(key) ??
      once(async () => {
        const found = await tx.alerts.runs(siteId, [metric], from, span.to);
        return Map.groupBy(found, (run) => run.target_key);
      });
    runs.set(key, known);
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
  /** Minutes in which the pipeline ran or counted anything. */
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
    // A source that never received anything is not silent yet.
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

  /** Per minute; undefined without data. */
  const readVolumes = async ({ pipelineId }: Watched): Promise<(Volume | undefined)[]> => {
    const rows = await readPipeline(pipelineId);
    const minutes = await findObserved(pipelineId, rows);
    const types = await readNodeTypes(
      tx,
      rows.map((row) => row.component_id),
    );
    const byMinute = Map.groupBy(rows, toIndex);
    return minutes.map((isKnown, index) =>
      isKnown
        ? computePipelineVolume(
            (byMinute.get(index) ?? []).map((figures) => ({
              nodeType: types.get(figures.component_id) ?? 'TRANSFORM',
              figures,
            })),
            'EVENTS_BYTES',
          )
        : undefined,
    );
  };
  const volumes = new Map<string, Promise<(Volume | undefined)[]>>();
  const readVolumesOnce = (target: Watched) => {
    const known = volumes.get(target.key) ?? readVolumes(target);
    volumes.set(target.key, known);
    return known;
  };

  /** Over all input of the pipelines; each minute needs data of at least one. */
  const readOptimization = async (things: readonly Watched[], windowMinutes: number): Promise<Points> => {
    const all: (Volume | undefined)[][] = [];
    for (const thing of things) all.push(await readVolumesOnce(thing));
    const together = Array.from({ length }, (_, index) => {
      const known = all.flatMap((volumes) => volumes[index] ?? []);
      return known.length === 0 ? undefined : addVolumes(known);
    });
    return together.map((_, index) => {
      const from = index - windowMinutes + 1;
      const window = from < 0 ? [] : together.slice(from, index + 1).filter((one) => one !== undefined);
      return window.length < windowMinutes ? null : computePercentOptimized(addVolumes(window));
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
      // Unstored figures have narrower rows.
      const hour = Math.floor(row.bucket / HOUR_SECONDS) * HOUR_SECONDS;
      byKey.set(`${key}@${hour}`, (byKey.get(`${key}@${hour}`) ?? 0) + row.bytes_in);
      places.set(row.pipeline_id, (places.get(row.pipeline_id) ?? new Set()).add(hour));
    }
    return { byKey, counted: places };
  });

  /** Per hour ending in the span: actual and usual volume; null when not comparable. */
  const readHourPairs = async ({
    pipelineId,
    key,
  }: Watched): Promise<Map<number, { value: number; usual: number } | null>> => {
    const { byKey, counted } = await readHours();
    const usualFrom = span.from - DAY_SECONDS * USUAL_DAYS - HOUR_SECONDS;
    const running = (await readRuns(RUNNING, usualFrom)).get(pipelineId) ?? [];
    const firstMeasured = running[0]?.from_minute ?? Number.POSITIVE_INFINITY;
    const readHour = (hour: number): number | null => {
      const known = spreadRuns(running, { from: hour, to: hour + HOUR_SECONDS }).filter(
        (one) => one !== null,
      );
      const isWhole = known.length >= KNOWN_HOUR_MINUTES;
      // Before minutes were measured, an hour with any count was complete.
      const isBefore = hour + HOUR_SECONDS <= firstMeasured && counted.get(pipelineId)?.has(hour) === true;
      return isWhole || isBefore ? (byKey.get(`${key}@${hour}`) ?? 0) : null;
    };
    const pairs = new Map<number, { value: number; usual: number } | null>();
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
      pairs.set(index, isComparable ? { value, usual } : null);
    }
    return pairs;
  };

  /** Percent of the mean of the same hour on other days; evaluated at the end of each hour. */
  const readAgainstUsual = async (things: readonly Watched[]): Promise<Points> => {
    const points: (number | null | undefined)[] = new Array(length).fill(undefined);
    const totals = new Map<number, { value: number; usual: number }>();
    for (const thing of things)
      for (const [index, pair] of await readHourPairs(thing)) {
        points[index] ??= null;
        if (!pair) continue;
        const { value, usual } = totals.get(index) ?? { value: 0, usual: 0 };
        totals.set(index, { value: value + pair.value, usual: usual + pair.usual });
      }
    for (const [index, { value, usual }] of totals) points[index] = (100 * value) / usual;
    return points;
  };

  const matches = createMatchReader(span, (metric) => readRuns(metric), countMatches);

  const read = async ({ metric, windowMinutes, query = '' }: Asked, target: Watched): Promise<Points> => {
    if (metric === 'logMatches') return matches.readAll({ query }, target);
    if (metric === 'optimization') return readOptimization([target], windowMinutes);
    if (metric === 'volumeAgainstUsual') return readAgainstUsual([target]);
    if (METRIC_INFO[metric].isCounted) return readCounted(metric, target);
    return spreadRuns((await readRuns(metric)).get(target.key) ?? [], span);
  };
  const cache = new Map<string, Promise<Points>>();
  const readOnce = (asked: Asked, target: Watched): Promise<Points> => {
    const { metric, windowMinutes, query = '' } = asked;
    const key = `${metric}/${metric === 'optimization' ? windowMinutes : ''}/${target.key}/${query}`;
    const known = cache.get(key) ?? read(asked, target);
    cache.set(key, known);
    return known;
  };
  return {
    span,
    length,
    /** One value per minute; for optimization, of a whole window. */
    read: async (asked: Asked, { target, things }: AlertGroup): Promise<Points> => {
      const { metric, windowMinutes } = asked;
      if (!target.group) return readOnce(asked, target);
      if (metric === 'optimization') return readOptimization(things, windowMinutes);
      if (metric === 'volumeAgainstUsual') return readAgainstUsual(things);
      const all: Points[] = [];
      const isField = target.group.by === 'FIELD';
      for (const thing of things)
        all.push(await (isField ? matches.readValue(asked, thing, target.name) : readOnce(asked, thing)));
      return combinePoints(asked, all);
    },
    readValues: matches.readValues,
    readAway: async (): Promise<(index: number) => boolean> => {
      const points = spreadRuns((await readRuns('engineAway')).get(siteId) ?? [], span);
      return (index) => (points[index] ?? 0) > 0;
    },
  };
}

export type SeriesView = ReturnType<typeof createSeriesView>;
