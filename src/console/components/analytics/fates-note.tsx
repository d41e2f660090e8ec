import type { Totals } from '../../../contract/totals.ts';
import * as css from './analytics.css.ts';
import { formatAmount, formatSaved } from './saved-text.ts';

type Fate = { id: 'waiting' | 'dead' | 'lost'; text: string };

type Unit = 'bytes' | 'events';

/** What was neither sent nor saved; empty if nothing. */
export const listFates = (totals: Totals, unit: Unit = 'bytes'): Fate[] =>
  (
    [
      ['waiting', totals.totalWaitingDataBytes, 'waiting'],
      ['dead', totals.totalDeadLetterDataBytes, 'dead letters'],
      ['lost', totals.totalLostDataBytes, 'lost'],
    ] as const
  ).flatMap(([id, amount, word]) =>
    amount > 0 ? [{ id, text: `${formatAmount(amount, unit)} ${word}` }] : [],
  );

type FatesNoteProps = {
  totals: Totals;
  /** False when waiting data, dead letters and losses have their own figures. */
  isWhole?: boolean;
  unit?: Unit;
  /** Omits waiting data that is just in transit. */
  isFlowing?: boolean;
};

/** Savings, and what waits, was given up or lost. */
export function FatesNote({ totals, isWhole = true, unit = 'bytes', isFlowing = false }: FatesNoteProps) {
  const fates = (isWhole ? listFates(totals, unit) : []).filter(({ id }) => !(isFlowing && id === 'waiting'));
  const saved = totals.percentDataOptimized === null ? [] : [formatSaved(totals.optimizedDataBytes, unit)];
  if (saved.length + fates.length === 0)
    return isWhole || listFates(totals).length === 0 ? 'No data received' : null;
  return (
    <span>
      {saved[0]}
      {fates.map(({ id, text }, index) => (
        <span key={id}>
          {saved.length + index > 0 && ', '}
          <span className={id === 'lost' ? css.lost : undefined}>{text}</span>
        </span>
      ))}
    </span>
  );
}
