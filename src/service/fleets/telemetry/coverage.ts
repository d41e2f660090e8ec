import { chartResolutionSeconds } from '../../../contract/limits.ts';
import { type Coverage, computeCoverage } from '../../analytics/ranges.ts';
import { HOUR_SECONDS, MINUTE_SECONDS, MINUTES_KEPT_SECONDS } from './volumes.ts';

type RangeQuery = Parameters<typeof computeCoverage>[0];

/**
 * Whole points that cover a range: minutes while they are kept, else hours.
 * @param nowMs Unix milliseconds
 * @throws ContractError VALIDATION_FAILED for a range that ends before it starts
 */
export function computeVolumeCoverage(query: RangeQuery, nowMs: number): Coverage {
  const start = query['timeRange.startUnixTimeSeconds'];
  const span = query['timeRange.endUnixTimeSeconds'] - start;
  const asked = query.resolution ?? chartResolutionSeconds(span);
  const width = start >= nowMs / 1000 - (MINUTES_KEPT_SECONDS - HOUR_SECONDS) ? MINUTE_SECONDS : HOUR_SECONDS;
  const resolution = Math.ceil(Math.max(asked, 1) / width) * width;
  return computeCoverage({ ...query, resolution }, nowMs, 'series');
}
