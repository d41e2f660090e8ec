import type { TimeSpan } from '../../../../machines/time-filter/index.ts';
import { getNowUnixSeconds } from '../../state/time-filter.ts';

const KEPT_SECONDS = 60 * 86_400;

/** The period of the same length before; undefined beyond retention. */
export function computeFormerSpan({ start, end }: TimeSpan): TimeSpan | undefined {
  const former = { start: start - (end - start), end: start };
  return former.start < getNowUnixSeconds() - KEPT_SECONDS ? undefined : former;
}
