import type { ErrorEntry } from '../../../contract/entities/analytics.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { counted } from '../../../contract/values.ts';
import { formatCount, formatFigure } from '../../lib/format.ts';

/** Kinds are rows of the list of errors: one error name of one component at one level. */
type Count = { kinds: number; occurrences: number };

/** What every screen says of errors: what is not acknowledged, per level, and what is. */
export type ErrorTally = { errors: Count; warnings: Count; acknowledged: Count };

type Counted = Pick<ErrorEntry, 'errorLevel' | 'isAcknowledged' | 'count'>;

function count(entries: readonly Counted[]): Count {
  return {
    kinds: entries.length,
    occurrences: entries.reduce((sum, one) => sum + fromCount(one.count), 0),
  };
}

/** Counts errors and warnings; other levels report nothing that went wrong. */
export function tallyErrors(entries: readonly Counted[]): ErrorTally {
  const failures = entries.filter(({ errorLevel }) => errorLevel === 'ERROR' || errorLevel === 'WARN');
  const open = failures.filter(({ isAcknowledged }) => !isAcknowledged);
  return {
    errors: count(open.filter(({ errorLevel }) => errorLevel === 'ERROR')),
    warnings: count(open.filter(({ errorLevel }) => errorLevel === 'WARN')),
    acknowledged: count(failures.filter(({ isAcknowledged }) => isAcknowledged)),
  };
}

/** Of errors and warnings that are not acknowledged. */
export const sumOpen = ({ errors, warnings }: ErrorTally): Count => ({
  kinds: errors.kinds + warnings.kinds,
  occurrences: errors.occurrences + warnings.occurrences,
});

export const getTallyTone = ({ errors, warnings }: ErrorTally): 'err' | 'warn' | undefined =>
  errors.kinds > 0 ? 'err' : warnings.kinds > 0 ? 'warn' : undefined;

/** The words beside the number of occurrences: '2 kinds, 43 acknowledged'. */
export function describeTally(tally: ErrorTally): string {
  const { kinds } = sumOpen(tally);
  const acknowledged = tally.acknowledged.occurrences;
  const parts = [
    ...(kinds > 0 ? [counted(kinds, 'kind')] : []),
    ...(acknowledged > 0 ? [`${formatFigure(formatCount(acknowledged))} acknowledged`] : []),
  ];
  return parts.length === 0 ? 'None' : parts.join(', ');
}

/** What the badge of a tab counts, after its number. */
export const nameOpenKinds = (kinds: number): string => `${kinds === 1 ? 'kind' : 'kinds'} not acknowledged`;

/** Figure, color and words of a total named 'Errors'. */
export const buildErrorFigure = (tally: ErrorTally) => ({
  figure: formatCount(sumOpen(tally).occurrences),
  tone: getTallyTone(tally),
  sub: describeTally(tally),
});
