import { type ErrorTally, sumOpen } from '../../../contract/error-tally.ts';
import { counted } from '../../../contract/values.ts';
import { formatCount, formatFigure } from '../../lib/format.ts';

export { type ErrorTally, sumOpen, tallyErrors } from '../../../contract/error-tally.ts';

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
