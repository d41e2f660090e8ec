import type { ReactNode } from 'react';

export type GalleryState = {
  /** Unique within its page; used by tests and the URL. */
  name: string;
  render: () => ReactNode;
  heightPx?: number;
  /** Covers the page or takes the focus: shown only at its own URL. */
  isAlone?: boolean;
};

/** Default export of `<widget>.gallery.tsx`. The gallery and the browser tests find these files by name. */
export type GalleryPage = {
  /** Unique; in lower case it is the URL. */
  title: string;
  states: readonly GalleryState[];
};
