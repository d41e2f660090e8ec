import type { Saving } from '../../../contract/entities/analytics.ts';
import { formatBytes, formatFigure } from '../../lib/format.ts';

/** In bytes; growth is shown as additional. */
export function formatSaved({ saved }: Saving): string {
  const amount = formatFigure(formatBytes(Math.abs(saved)));
  return saved < 0 ? `${amount} more` : `${amount} saved`;
}
