import type { Totals } from '../../../contract/totals.ts';
import { formatBytes, formatFigure } from '../../lib/format.ts';
import * as css from './analytics.css.ts';
import { formatSaved } from './saved-text.ts';

type Fate = { id: 'waiting' | 'dead' | 'lost'; text: string };

const formatAmount = (value: number): string => formatFigure(formatBytes(value));

/** What neither went out nor was saved; empty when there is nothing of it. */
export const listFates = (totals: Totals): Fate[] =>
  (
    [
      ['waiting', totals.totalWaitingDataBytes, 'waiting'],
      ['dead', totals.totalDeadLetterDataBytes, 'dead letters'],
      ['lost', totals.totalLostDataBytes, 'lost'],
    ] as const
  ).flatMap(([id, bytes, word]) => (bytes > 0 ? [{ id, text: `${formatAmount(bytes)} ${word}` }] : []));

type FatesNoteProps = {
  totals: Totals;
  /** False where waiting, dead letters and losses have figures of their own. */
  isWhole?: boolean;
};

/** What was saved, and what waits, was given up or lost beside it. */
export function FatesNote({ totals, isWhole = true }: FatesNoteProps) {
  const fates = isWhole ? listFates(totals) : [];
  const saved = totals.percentDataOptimized === null ? [] : [formatSaved(totals.optimizedDataBytes)];
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
