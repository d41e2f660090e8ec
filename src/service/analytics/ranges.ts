import { chartResolutionSeconds } from '../../contract/limits.ts';
import { invalid } from '../http/input.ts';
import { HOUR_SECONDS } from '../store/series.ts';
import { RECENT_MS } from './recent-additions.ts';
import { COARSE_KEPT_SECONDS, COARSE_SECONDS, FINE_SECONDS } from './recorder.ts';

const FINE_REACH_SECONDS = 2 * 3600;
const MAX_POINTS = 5000;
const LONG_RANGE_SECONDS = 8 * 86_400;
/** Shorter charts get 10 s points; minutes would give next to none. */
const YOUNG_SECONDS = 600;

/** Whole buckets of a range; `seconds` is the width of stored rows. */
export type Coverage = {
  seconds: number;
  resolution: number;
  sumOver: number | 'range';
  from: number;
  to: number;
  /** Unix milliseconds. For ranges that end now: ignores later reports, so that answers agree. */
  until?: number;
  /** Unix milliseconds of the last report of an engine that is away. */
  knownUntil?: number;
  /** Unix seconds; set when at least one point lies before what is kept. */
  keptFrom?: number;
};

type RangeQuery = {
  'timeRange.startUnixTimeSeconds': number;
  'timeRange.endUnixTimeSeconds': number;
  resolution?: number | undefined;
};

const roundDown = (value: number, step: number): number => Math.floor(value / step) * step;
const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step;

const pickResolution = (spanSeconds: number, isYoung: boolean): number =>
  isYoung && spanSeconds <= YOUNG_SECONDS ? FINE_SECONDS : chartResolutionSeconds(spanSeconds);

const isNow = (end: number, nowMs: number): boolean =>
  end * 1000 <= nowMs && end * 1000 > nowMs - RECENT_MS * (2 / 3);

/**
 * Widens a range to whole buckets: 10 s while those rows exist, else a minute; totals over eight days use
 * hours.
 * @param query seconds
 * @param nowMs Unix milliseconds
 * @param begin first count, in Unix seconds: a series starts one point before it, since earlier zeros would
 * look like an outage
 */
export function computeCoverage(
  query: RangeQuery,
  nowMs: number,
  kind: 'totals' | 'series',
  begin?: number,
): Coverage {
  const askedStart = query['timeRange.startUnixTimeSeconds'];
  const end = query['timeRange.endUnixTimeSeconds'];
  if (end <= askedStart) {
    const message = 'must be after timeRange.startUnixTimeSeconds';
    throw invalid([{ field: 'timeRange.endUnixTimeSeconds', rule: 'range', message }]);
  }
  const isYoung = kind === 'series' && begin !== undefined && begin > askedStart && begin < end;
  const start = isYoung ? begin : askedStart;
  const seconds = start >= nowMs / 1000 - FINE_REACH_SECONDS ? FINE_SECONDS : COARSE_SECONDS;
  const totalsWidth = end - start > LONG_RANGE_SECONDS ? HOUR_SECONDS : seconds;
  const asked = kind === 'totals' ? totalsWidth : (query.resolution ?? pickResolution(end - start, isYoung));
  const resolution = roundUp(Math.max(asked, (end - start) / MAX_POINTS), seconds);
  const sumOver = kind === 'totals' ? 'range' : resolution;
  const from = roundDown(start, resolution) - (isYoung ? resolution : 0);
  const keptFrom = roundUp(nowMs / 1000 - COARSE_KEPT_SECONDS, seconds);
  return {
    seconds,
    resolution,
    sumOver,
    from: Math.max(from, roundDown(askedStart, resolution)),
    to: roundUp(end, resolution),
    ...(isNow(end, nowMs) ? { until: end * 1000 } : {}),
    ...(askedStart < keptFrom - resolution ? { keptFrom } : {}),
  };
}

export const toCoverageEntity = ({ until: asked, knownUntil: until = asked, ...coverage }: Coverage) => ({
  startUnixTimeSeconds: coverage.from,
  endUnixTimeSeconds: coverage.to,
  resolutionSeconds: coverage.resolution,
  ...(coverage.keptFrom === undefined ? {} : { keptFromUnixTimeSeconds: coverage.keptFrom }),
  ...(until === undefined ? {} : { countedUntilUnixTimeSeconds: until / 1000 }),
});
