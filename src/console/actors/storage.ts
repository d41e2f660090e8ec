/** Local storage that never throws: private windows and full disks fall back to forgetting. */
export const storage = {
  read: (key: string): string | undefined => {
    try {
      return localStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write: (key: string, value: string): void => {
    try {
      localStorage.setItem(key, value);
    } catch {
      // The value lives on in memory until the page closes.
    }
  },
  remove: (key: string): void => {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was stored.
    }
  },
};

export const STORAGE_KEYS = {
  site: 'penstock.site',
  theme: 'penstock.theme',
  timeFilter: 'penstock.timeFilter',
  usage: 'penstock.commandUsage',
  recentPipelines: 'penstock.recentPipelines',
} as const;
