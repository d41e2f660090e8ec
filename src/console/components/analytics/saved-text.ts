import { formatBytes, formatCount, formatFigure } from '../../lib/format.ts';

/** `unit`: events when the engine counts only those. */
export const formatAmount = (amount: number, unit: 'bytes' | 'events'): string =>
  unit === 'bytes' ? formatFigure(formatBytes(amount)) : `${formatFigure(formatCount(amount))} events`;

/** Growth is shown as additional. */
export function formatSaved(saved: number, unit: 'bytes' | 'events' = 'bytes'): string {
  const amount = formatAmount(Math.abs(saved), unit);
  return saved < 0 ? `${amount} more` : `${amount} saved`;
}
