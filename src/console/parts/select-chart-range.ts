import { rangeProblem, rangeToText } from '../../../machines/time-filter/index.ts';
import { nowUnixSeconds, rangeInForce } from '../actors/time-filter.ts';
import { goTo } from '../app/location.tsx';
import { changeQuery } from '../app/paths.ts';

const addressAt = (time: string): string =>
  `${window.location.pathname}${changeQuery(window.location.search, { time })}`;

/**
 * Sets the time filter to what was picked on a chart (R2.8-55); Unix seconds. It is a step of its own in the
 * browser's history, and the former step names its range, so that Back leads to it. Answers the message of
 * the rule that is broken, if one is.
 */
export function selectChartRange(start: number, end: number): string | undefined {
  const problem = rangeProblem(start, end, nowUnixSeconds());
  if (problem !== undefined) return problem;
  goTo(addressAt(rangeToText(rangeInForce())), { replace: true });
  goTo(addressAt(`${start}-${end}`));
  return undefined;
}
