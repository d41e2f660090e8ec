import { chartResolutionSeconds } from '../../contract/limits.ts';
import { invalid } from '../http/input.ts';
import { HOUR_SECONDS } from '../store/series.ts';
import { COARSE_SECONDS, FINE_SECONDS } from './recorder.ts';

const FINE_REACH_SECONDS = 2 * 3600;
const MAX_POINTS = 5000;
/** Longer ranges have charts by six hours. */
const LONG_RANGE_SECONDS = 8 * 86_400;

/** Whole buckets that cover a range; `seconds` is the width of the stored rows to read. */
export type Coverage = {
  seconds: number;
  resolution: number;
  /** How the rows are added up when they are read. */
  sumOver: number | 'range';
  from: number;
  to: number;
};

type RangeQuery = {
  'timeRange.startUnixTimeSeconds': number;
  'timeRange.endUnixTimeSeconds': number;
  resolution?: number | undefined;
};

const down = (value: number, step: number): number => Math.floor(value / step) * step;
const up = (value: number, step: number): number => Math.ceil(value / step) * step;

/**
 * Widens a range to whole buckets: rows of 10 s while they are kept, else of a minute; totals of more than
 * eight days to whole hours, since the minutes at their ends would be as many rows as all the days between.
 * @param query seconds; the end must lie after the start.
 * @param nowMs Unix milliseconds.
 */
export function coverageOf(query: RangeQuery, nowMs: number, kind: 'totals' | 'series'): Coverage {
  const start = query['timeRange.startUnixTimeSeconds'];
  const end = query['timeRange.endUnixTimeSeconds'];
  if (end <= start) {
    const message = 'must be after timeRange.startUnixTimeSeconds';
    throw invalid([{ field: 'timeRange.endUnixTimeSeconds', rule: 'range', message }]);
  }
  const seconds = start >= nowMs / 1000 - FINE_REACH_SECONDS ? FINE_SECONDS : COARSE_SECONDS;
  const totalsWidth = end - start > LONG_RANGE_SECONDS ? HOUR_SECONDS : seconds;
  const asked = kind === 'totals' ? totalsWidth : (query.resolution ?? chartResolutionSeconds(end - start));
  const resolution = up(Math.max(asked, (end - start) / MAX_POINTS), seconds);
  const sumOver = kind === 'totals' ? 'range' : resolution;
  return { seconds, resolution, sumOver, from: down(start, resolution), to: up(end, resolution) };
}

export const coverageEntity = (coverage: Coverage) => ({
  startUnixTimeSeconds: coverage.from,
  endUnixTimeSeconds: coverage.to,
  resolutionSeconds: coverage.resolution,
});
