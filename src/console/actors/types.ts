import type { NewToast } from '../../../machines/toasts/index.ts';

/** What `notify` takes (R3-66): a text, or the JSON form of R8-30 for one with causes and resolutions. */
export type Notification = NewToast;

export type Theme = 'dark' | 'light';

/** Events that commands send to the actors of the shell. Views publish their own actors in their scopes. */
export type Actors = {
  notify: (notification: Notification) => void;
  /** A time range in address form: `1h`, `1763700000-1763703600` (Unix seconds). */
  selectTimeRange: (range: string) => void;
  /** Back to the default range. */
  resetTimeRange: () => void;
  /** The popover of the time filter, at its presets or at Custom Range. */
  openTimePanel: (at: 'presets' | 'custom') => void;
  /** What changed in the time range in force. */
  explain: () => void;
  selectSite: (siteId: string) => void;
  setTheme: (theme: Theme) => void;
  theme: Theme;
  openPalette: () => void;
  openHelp: () => void;
  openErrorDetails: () => void;
  /** What was said since the page was opened. */
  openHistory: () => void;
  /** Forgets the site, the filters of this tab and all data (R4-103). */
  logOut: () => void;
  /** True while a toast is shown. */
  hasErrorDetails: boolean;
  /** Fetches again what is on screen. */
  reload: () => void;
  copyText: (text: string) => void;
};
