/** Never throws: values are lost in private windows or on full disks. */
const createSafeStore = (open: () => Storage) => ({
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
      // Kept in memory only.
    }
  },
  removeAll: (prefix: string): void => {
    try {
      for (const key of Object.keys(open())) if (key.startsWith(prefix)) open().removeItem(key);
    } catch {
      // Nothing was saved.
    }
  },
  remove: (key: string): void => {
    try {
      open().removeItem(key);
    } catch {
      // Nothing was saved.
    }
  },
});

/** Kept until the user clears it. */
export const storage = createSafeStore(() => localStorage);
/** Kept until the tab closes. */
export const sessionStore = createSafeStore(() => sessionStorage);

export const STORAGE_KEYS = {
  site: 'penstock.site',
  theme: 'penstock.theme',
  timeFilter: 'penstock.timeFilter',
  usage: 'penstock.commandUsage',
  recentPipelines: 'penstock.recentPipelines',
  /** Followed by the connection type. */
  recentTypes: 'penstock.recentTypes.',
  /** Followed by the filter bar id. */
  filters: 'penstock.filters.',
  /** Followed by the table name. */
  table: 'penstock.table.',
  ignorePipelineErrors: 'penstock.ignorePipelineErrors',
} as const;
