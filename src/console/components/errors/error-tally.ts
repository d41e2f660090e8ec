import { type ErrorTally, sumOpen } from '../../../contract/error-tally.ts';
import { counted } from '../../../contract/values.ts';
import { formatCount, formatFigure } from '../../lib/format.ts';

export { type ErrorTally, sumOpen, tallyErrors } from '../../../contract/error-tally.ts';

export const getTallyTone = ({ errors, warnings }: ErrorTally): 'err' | 'warn' | undefined =>
  errors.kinds > 0 ? 'err' : warnings.kinds > 0 ? 'warn' : undefined;

/** Text beside the occurrences: '2 kinds, 43 acknowledged'. */
export function describeTally(tally: ErrorTally): string {
  const { kinds } = sumOpen(tally);
  const acknowledged = tally.acknowledged.occurrences;
  const parts = [
    ...(kinds > 0 ? [counted(kinds, 'kind')] : []),
    ...(acknowledged > 0 ? [`${formatFigure(formatCount(acknowledged))} acknowledged`] : []),
  ];
  return parts.length === 0 ? 'None' : parts.join(', ');
}

/** Accessible name of a tab's badge. */
export const nameOpenKinds = (kinds: number): string => `${kinds === 1 ? 'kind' : 'kinds'} not acknowledged`;

/** The total 'Errors' with color and text. */
export const buildErrorFigure = (tally: ErrorTally) => ({
  figure: formatCount(sumOpen(tally).occurrences),
  tone: getTallyTone(tally),
  sub: describeTally(tally),
});
