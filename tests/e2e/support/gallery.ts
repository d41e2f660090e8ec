import { type PreviewServer, preview } from 'vite';
import { test } from './test.ts';

export function galleryOfFile() {
  let server: PreviewServer | undefined;
  test.beforeAll(async () => {
    server = await preview({
      mode: 'gallery',
      logLevel: 'error',
      build: { outDir: '.build/gallery' },
      preview: { host: '127.0.0.1', port: 0, open: false },
    });
  });
  test.afterAll(() => server?.close());
  return {
    url: (page: string, more: { state?: string; theme?: 'light' } = {}): string => {
      const origin = server?.resolvedUrls?.local[0];
      if (origin === undefined) throw new Error('the gallery of this file is not served');
      return `${origin}src/console/gallery/index.html?${new URLSearchParams({ page, ...more })}`;
    },
  };
}
