import { parseErrorText } from '../../../contract/errors.ts';
import { formatExact } from '../../lib/format.ts';
import type { Notification } from '../../state/types.ts';

/** `1 dead letter`, `1,200 dead letters`. */
export const formatLetters = (count: number): string =>
  count === 1 ? '1 dead letter' : `${formatExact(count)} dead letters`;

/** `inProgress` wait for their destination; `refused` stay because of `reason`. */
export type ReplayOutcome = { replayed: number; inProgress: number; refused: number; reason: string };

const WAITS = 'in progress until their destination accepts them';

/** Lists the nonzero outcomes. */
export function describeReplay({ replayed, inProgress, refused, reason }: ReplayOutcome): Notification {
  if (refused > 0) {
    const taken = replayed + inProgress;
    const others = taken > 0 ? `; ${formatLetters(taken)} replayed` : '';
    return {
      message: `${formatLetters(refused)} not replayed: ${parseErrorText(reason).title}${others}`,
      status: 'error',
    };
  }
  if (replayed === 0 && inProgress === 0)
    return { message: 'No dead letter was replayed: they are gone already', status: 'info' };
  if (replayed === 0) return { message: `${formatLetters(inProgress)} ${WAITS}`, status: 'success' };
  const waiting = inProgress > 0 ? `, ${formatExact(inProgress)} ${WAITS}` : '';
  return { message: `${formatLetters(replayed)} replayed${waiting}`, status: 'success' };
}
