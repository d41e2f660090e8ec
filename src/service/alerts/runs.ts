import type { AlertRunRow } from '../store/schema.ts';
import { MINUTE_SECONDS } from '../store/series.ts';

/** Whole minutes in Unix seconds, end exclusive. */
export type Span = { from: number; to: number };

export const countMinutes = ({ from, to }: Span): number =>
  Math.max(0, Math.round((to - from) / MINUTE_SECONDS));

export const createUnknown = (length: number): (number | null)[] => new Array(length).fill(null);

/** Minute values from runs of equal ones. */
export function spreadRuns(runs: readonly AlertRunRow[], span: Span): (number | null)[] {
  const points = createUnknown(countMinutes(span));
  for (const { from_minute, to_minute, value } of runs) {
    const begin = Math.max(0, Math.round((from_minute - span.from) / MINUTE_SECONDS));
    const end = Math.min(points.length, Math.round((to_minute - span.from) / MINUTE_SECONDS));
    for (let index = begin; index < end; index++) points[index] = value;
  }
  return points;
}
