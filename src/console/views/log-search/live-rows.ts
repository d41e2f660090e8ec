import type { LogRow } from '../../../contract/entities/log-search.ts';

/** More would slow down the page; reloading finds older ones. */
export const LIVE_ROWS_MAX = 5000;

const isNewer = (a: LogRow, b: LogRow): number =>
  a.metadata.received < b.metadata.received ? 1 : a.metadata.received > b.metadata.received ? -1 : 0;

/** Rows below the last visible one appear when scrolling. */
export function dropBelow(came: readonly LogRow[], shown: readonly LogRow[]): readonly LogRow[] {
  const last = shown.at(-1)?.metadata.received;
  return last === undefined ? came : came.filter(({ metadata }) => metadata.received >= last);
}

/**
 * New rows before shown ones, unique, newest first. Events are archived with a delay, so new ones may be
 * below others.
 */
export function mergeRows(shown: readonly LogRow[], came: readonly LogRow[]): readonly LogRow[] {
  const known = new Set(shown.map(({ id }) => id));
  const fresh = came.filter(({ id }) => !known.has(id));
  return fresh.length === 0 ? shown : [...fresh, ...shown].sort(isNewer);
}
