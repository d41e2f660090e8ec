import type { ErrorEntry } from './entities/analytics.ts';
import { fromCount } from './parameters.ts';

/** Kinds are rows of the error list: one error name of one component at one level. */
type Count = { kinds: number; occurrences: number };

/** Unacknowledged per level, and acknowledged; used by every screen. */
export type ErrorTally = { errors: Count; warnings: Count; acknowledged: Count };

type Counted = Pick<ErrorEntry, 'errorLevel' | 'isAcknowledged' | 'count'>;

function count(entries: readonly Counted[]): Count {
  return {
    kinds: entries.length,
    occurrences: entries.reduce((sum, one) => sum + fromCount(one.count), 0),
  };
}

export function tallyErrors(entries: readonly Counted[]): ErrorTally {
  const failures = entries.filter(({ errorLevel }) => errorLevel === 'ERROR' || errorLevel === 'WARN');
  const open = failures.filter(({ isAcknowledged }) => !isAcknowledged);
  return {
    errors: count(open.filter(({ errorLevel }) => errorLevel === 'ERROR')),
    warnings: count(open.filter(({ errorLevel }) => errorLevel === 'WARN')),
    acknowledged: count(failures.filter(({ isAcknowledged }) => isAcknowledged)),
  };
}

export const sumOpen = ({ errors, warnings }: ErrorTally): Count => ({
  kinds: errors.kinds + warnings.kinds,
  occurrences: errors.occurrences + warnings.occurrences,
});
