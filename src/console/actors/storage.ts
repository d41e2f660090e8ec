/** Storage of the browser that never throws: private windows and full disks fall back to forgetting. */
const safe = (open: () => Storage) => ({
  read: (key: string): string | undefined => {
    try {
      return open().getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write: (key: string, value: string): void => {
    try {
      open().setItem(key, value);
    } catch {
      // The value lives on in memory until the page closes.
    }
  },
  /** Removes every value whose key begins so. */
  removeAll: (prefix: string): void => {
    try {
      for (const key of Object.keys(open())) if (key.startsWith(prefix)) open().removeItem(key);
    } catch {
      // Nothing was stored.
    }
  },
  remove: (key: string): void => {
    try {
      open().removeItem(key);
    } catch {
      // Nothing was stored.
    }
  },
});

/** Kept until the person clears it. */
export const storage = safe(() => localStorage);
/** Kept as long as the tab. */
export const sessionStore = safe(() => sessionStorage);

export const STORAGE_KEYS = {
  site: 'penstock.site',
  theme: 'penstock.theme',
  timeFilter: 'penstock.timeFilter',
  usage: 'penstock.commandUsage',
  recentPipelines: 'penstock.recentPipelines',
  /** Followed by the kind of connection. */
  recentTypes: 'penstock.recentTypes.',
  /** Followed by the id of the filter bar. */
  filters: 'penstock.filters.',
  /** Followed by the name of the table. */
  table: 'penstock.table.',
  ignorePipelineErrors: 'penstock.ignorePipelineErrors',
} as const;
