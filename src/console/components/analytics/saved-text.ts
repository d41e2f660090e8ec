import { formatBytes, formatFigure } from '../../lib/format.ts';

/** Growth is shown as additional. */
export function formatSaved(bytes: number): string {
  const amount = formatFigure(formatBytes(Math.abs(bytes)));
  return bytes < 0 ? `${amount} more` : `${amount} saved`;
}
