import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

export const BUNDLE = resolve(import.meta.dirname, '../../.build/console');

/** Scripts in bytes of gzip -9; requests until the dashboard's content. */
export const FIRST_LOAD_BUDGET = { scriptBytes: 180_000, styleBytes: 25_000, requests: 15 } as const;

const STATIC_IMPORT = /(?:from|import)\s*"(\.\.?\/[^"]+\.js)"/g;

const listMatches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1]!);

/** Scripts the page names, with all their static imports. */
export function listScriptsOfPage(html: string): string[] {
  const found = new Set<string>();
  const followImports = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    const text = readFileSync(join(BUNDLE, path), 'utf8');
    for (const imported of listMatches(text, STATIC_IMPORT))
      followImports(new URL(imported, `http://x${path}`).pathname);
  };
  for (const path of listMatches(html, /<script[^>]+src="([^"]+)"/g)) followImports(path);
  for (const path of listMatches(html, /<link rel="modulepreload"[^>]+href="([^"]+)"/g)) followImports(path);
  return [...found].sort();
}

export const listStylesOfPage = (html: string): string[] =>
  listMatches(html, /<link rel="stylesheet"[^>]+href="([^"]+)"/g);

/** Total of gzip -9 per file, as transferred. */
export const sumGzipBytes = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(BUNDLE, path)), { level: 9 }).length, 0);

/** Call before opening: marks the time of the empty dashboard's first content. */
export const markFirstContent = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const isDrawn = () => document.querySelector('main [data-command="example.create"]') !== null;
    new MutationObserver((_, observer) => {
      if (!isDrawn()) return;
      observer.disconnect();
      performance.mark('first-content');
    }).observe(document, { childList: true, subtree: true });
  });

/** Paths requested before that mark, without the page itself; call once the content is there. */
export const listPathsBeforeContent = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const contentAt = performance.getEntriesByName('first-content')[0]?.startTime ?? 0;
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry.startTime < contentAt)
      .map((entry) => new URL(entry.name).pathname);
  });
