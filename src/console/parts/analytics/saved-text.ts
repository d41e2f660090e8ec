import type { Saving } from '../../../contract/entities/analytics.ts';
import { figureText, formatBytes } from '../../widgets/format.ts';

/** What was saved, in bytes; growth as what came in addition. */
export function savedText({ saved }: Saving): string {
  const amount = figureText(formatBytes(Math.abs(saved)));
  return saved < 0 ? `${amount} more` : `${amount} saved`;
}
