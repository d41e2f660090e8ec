import type { LogRow } from '../../../contract/entities/log-search.ts';

/** More would make the page slow; older ones are found by a reload. */
export const LIVE_ROWS_MAX = 5000;

const isNewer = (a: LogRow, b: LogRow): number =>
  a.metadata.received < b.metadata.received ? 1 : a.metadata.received > b.metadata.received ? -1 : 0;

/** Not those below the last row that is shown: they are shown as one scrolls. */
export function dropBelow(came: readonly LogRow[], shown: readonly LogRow[]): readonly LogRow[] {
  const last = shown.at(-1)?.metadata.received;
  return last === undefined ? came : came.filter(({ metadata }) => metadata.received >= last);
}

/**
 * What came since, before what is shown: each event once, the newest first. An event is archived after it came,
 * so it may stand below others.
 */
export function mergeRows(shown: readonly LogRow[], came: readonly LogRow[]): readonly LogRow[] {
  const known = new Set(shown.map(({ id }) => id));
  const fresh = came.filter(({ id }) => !known.has(id));
  return fresh.length === 0 ? shown : [...fresh, ...shown].sort(isNewer);
}
