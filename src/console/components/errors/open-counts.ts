import type { ErrorEntry } from '../../../contract/entities/analytics.ts';

export type OpenCounts = { errors: number; warnings: number; infos: number };

/** Counts rows, not occurrences. */
export function countOpenErrors(errors: readonly ErrorEntry[]): OpenCounts {
  const countOf = (level: string) =>
    errors.filter((error) => error.errorLevel === level && !error.isAcknowledged).length;
  return { errors: countOf('ERROR'), warnings: countOf('WARN'), infos: countOf('INFO') };
}
