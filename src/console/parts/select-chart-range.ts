import { rangeProblem } from '../../../machines/time-filter/index.ts';
import { nowUnixSeconds, selectTimeRange } from '../actors/time-filter.ts';

/**
 * Sets the time filter to what was picked on a chart (R2.8-55); Unix seconds. Answers the message of the
 * rule that is broken, if one is.
 */
export function selectChartRange(start: number, end: number): string | undefined {
  const problem = rangeProblem(start, end, nowUnixSeconds());
  if (problem === undefined) selectTimeRange(`${start}-${end}`);
  return problem;
}
