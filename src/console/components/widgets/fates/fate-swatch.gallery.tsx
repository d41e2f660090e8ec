import type { GalleryPage } from '../gallery.ts';
import { FateLegend } from './fate-swatch.tsx';

export default {
  title: 'Fates',
  states: [
    {
      name: 'all five',
      render: () => (
        <FateLegend
          figures={{
            delivered: '32.9 KB/s',
            dropped: '84.8 KB/s',
            waiting: '6 MB',
            dead: '37',
            lost: '0',
          }}
        />
      ),
    },
  ],
} satisfies GalleryPage;
