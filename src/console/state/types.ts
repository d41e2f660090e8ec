import type { NewToast } from '../../../machines/toasts/index.ts';

/** Plain text, or the JSON form of an error text with causes and resolutions. */
export type Notification = NewToast;

export type Theme = 'dark' | 'light';

/** Views publish their own actors in their scopes. */
export type Actors = {
  notify: (notification: Notification) => void;
  /** Address form: `1h`, `1763700000-1763703600` (Unix seconds). */
  selectTimeRange: (range: string) => void;
  resetTimeRange: () => void;
  openTimePanel: (at: 'presets' | 'custom') => void;
  explain: () => void;
  selectSite: (siteId: string) => void;
  setTheme: (theme: Theme) => void;
  theme: Theme;
  openPalette: () => void;
  openHelp: () => void;
  openErrorDetails: () => void;
  openHistory: () => void;
  logOut: () => void;
  hasErrorDetails: boolean;
  reload: () => void;
  copyText: (text: string) => void;
};
