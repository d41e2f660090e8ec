import { type Browser, chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { CHROMIUM_FLAGS, getChromiumPath } from '../harness/chromium.ts';

/** `url` is the address of one state of a page. */
export async function withGallery<T>(
  asked: { page: string; state: string },
  use: (browser: Browser, url: string) => Promise<T>,
): Promise<T> {
  await build({ mode: 'gallery', logLevel: 'error' });
  const server = await preview({
    mode: 'gallery',
    logLevel: 'error',
    build: { outDir: '.build/gallery' },
    preview: {
      host: '127.0.0.1',
      port: 0,
      open: false,
      // As the service says of the console's files: else icons are fetched and read again with each new one.
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    },
  });
  const browser = await chromium.launch({ executablePath: getChromiumPath(), args: CHROMIUM_FLAGS });
  try {
    const origin = server.resolvedUrls?.local[0];
    if (origin === undefined) throw new Error('the gallery is not served');
    return await use(browser, `${origin}src/console/gallery/index.html?${new URLSearchParams(asked)}`);
  } finally {
    await browser.close();
    await server.close();
  }
}
