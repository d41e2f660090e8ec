import type { Clock } from '../clock.ts';

const QUIET_MS = 600_000;
const KEPT_MAX = 5000;

/** Recently audited searches: pages and refreshes of one query are one record. */
export type SearchNotes = { isNew(owner: string, siteId: string, query: string): boolean };

/** @param clock monotonic, in ms */
export function createSearchNotes(clock: Clock): SearchNotes {
  const noted = new Map<string, number>();
  return {
    isNew(owner, siteId, query) {
      const key = JSON.stringify([owner, siteId, query]);
      const now = clock();
      const before = noted.get(key);
      if (before !== undefined && now - before < QUIET_MS) return false;
      noted.delete(key);
      noted.set(key, now);
      const [oldest] = noted.keys();
      if (noted.size > KEPT_MAX && oldest !== undefined) noted.delete(oldest);
      return true;
    },
  };
}
