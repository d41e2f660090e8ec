import type { GalleryPage } from '../components/widgets/gallery.ts';

const modules = import.meta.glob<GalleryPage>('../**/*.gallery.tsx', { eager: true, import: 'default' });

export const PAGES: readonly GalleryPage[] = Object.values(modules).sort((a, b) =>
  a.title.localeCompare(b.title),
);

export const toSlug = (title: string): string => title.toLowerCase().replace(/\s+/g, '-');
