import type { GalleryPage } from '../widgets/gallery.ts';

const modules = import.meta.glob<GalleryPage>('../**/*.gallery.tsx', { eager: true, import: 'default' });

/** Every page, by title. */
export const PAGES: readonly GalleryPage[] = Object.values(modules).sort((a, b) =>
  a.title.localeCompare(b.title),
);

/** A title as it stands in the address. */
export const slugOf = (title: string): string => title.toLowerCase().replace(/\s+/g, '-');
