import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

export const BUNDLE = resolve(import.meta.dirname, '../../.build/console');

/** Scripts in bytes of gzip -9; requests until the dashboard's content. */
export const FIRST_LOAD_BUDGET = { scriptBytes: 160_000, styleBytes: 25_000, requests: 15 } as const;

const STATIC_IMPORT = /(?:from|import)\s*"(\.\.?\/[^"]+\.js)"/g;

const matchesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1]!);

/** Scripts the page names, with all their static imports. */
export function scriptsOfPage(html: string): string[] {
  const found = new Set<string>();
  const follow = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    const text = readFileSync(join(BUNDLE, path), 'utf8');
    for (const imported of matchesIn(text, STATIC_IMPORT))
      follow(new URL(imported, `http://x${path}`).pathname);
  };
  for (const path of matchesIn(html, /<script[^>]+src="([^"]+)"/g)) follow(path);
  for (const path of matchesIn(html, /<link rel="modulepreload"[^>]+href="([^"]+)"/g)) follow(path);
  return [...found].sort();
}

export const stylesOfPage = (html: string): string[] =>
  matchesIn(html, /<link rel="stylesheet"[^>]+href="([^"]+)"/g);

/** Total of gzip -9 per file, as transferred. */
export const gzipBytes = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(BUNDLE, path)), { level: 9 }).length, 0);

/** Call before opening: marks the time of the empty dashboard's first content. */
export const markFirstContent = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const drawn = () => document.querySelector('main [data-command="example.create"]') !== null;
    new MutationObserver((_, observer) => {
      if (!drawn()) return;
      observer.disconnect();
      performance.mark('first-content');
    }).observe(document, { childList: true, subtree: true });
  });

/** Paths requested before that mark, without the page itself; call once the content is there. */
export const pathsBeforeContent = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const contentAt = performance.getEntriesByName('first-content')[0]?.startTime ?? 0;
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry.startTime < contentAt)
      .map((entry) => new URL(entry.name).pathname);
  });
