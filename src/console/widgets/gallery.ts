import type { ReactNode } from 'react';

/** A widget in one state, as the gallery shows it. */
export type GalleryState = {
  /** Unique within its page; the tests and the address name it. */
  name: string;
  render: () => ReactNode;
  /** Fixed height for widgets that fill the room they are given. */
  heightPx?: number;
  /** Covers the page, takes the focus or is a page of its own: drawn only at its own address, without frame. */
  isAlone?: boolean;
};

/**
 * What `<widget>.gallery.tsx` exports as default. The gallery finds these files by their names, so a new
 * widget shows up, and is checked by the browser tests, without another list to keep.
 */
export type GalleryPage = {
  /** Unique; its lower case is its address. */
  title: string;
  states: readonly GalleryState[];
};
