import { findRangeProblem, formatRange } from '../../../machines/time-filter/index.ts';
import { changeQuery } from '../lib/paths.ts';
import { goTo } from '../state/location.tsx';
import { getNowUnixSeconds, getTimeRange } from '../state/time-filter.ts';

const buildAddressAt = (time: string): string =>
  `${window.location.pathname}${changeQuery(window.location.search, { time })}`;

/**
 * In Unix seconds. Back returns to the previous range, which is written into its history entry. Returns an
 * error message for an invalid range.
 */
export function selectChartRange(start: number, end: number): string | undefined {
  const problem = findRangeProblem(start, end, getNowUnixSeconds());
  if (problem !== undefined) return problem;
  goTo(buildAddressAt(formatRange(getTimeRange())), { replace: true });
  goTo(buildAddressAt(`${start}-${end}`));
  return undefined;
}
