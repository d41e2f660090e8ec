import { formatBytes, formatCount, formatFigure } from '../../lib/format.ts';

/** Growth is shown as additional. */
export function formatSaved(saved: number, unit: 'bytes' | 'events' = 'bytes'): string {
  const size = Math.abs(saved);
  const amount =
    unit === 'bytes' ? formatFigure(formatBytes(size)) : `${formatFigure(formatCount(size))} events`;
  return saved < 0 ? `${amount} more` : `${amount} saved`;
}
