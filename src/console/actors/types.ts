import type { ToastStatus } from '../../contract/enums.ts';

/** What `notify` takes (R3-66). Errors stay until closed unless told otherwise. */
export type Notification = {
  message: string;
  status: ToastStatus;
  /** Dismisses itself after 5 s (R4-110). */
  shouldTimeout?: boolean;
  showTimestamp?: boolean;
  /** Shows a second toast even when the same one stands already. */
  isDuplicateForced?: boolean;
  causes?: string[];
  resolutions?: string[];
};

export type Theme = 'dark' | 'light';

/** Events that commands send to the actors of the shell. Views publish their own actors in their scopes. */
export type Actors = {
  notify: (notification: Notification) => void;
  /** A time range in address form: `1h`, `1763700000-1763703600` (Unix seconds). */
  selectTimeRange: (range: string) => void;
  selectSite: (siteId: string) => void;
  setTheme: (theme: Theme) => void;
  theme: Theme;
  openPalette: () => void;
  openHelp: () => void;
  openErrorDetails: () => void;
  /** Fetches again what is on screen. */
  reload: () => void;
  copyText: (text: string) => void;
};
