import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

export const BUNDLE = resolve(import.meta.dirname, '../../.build/console');

/** First load of the dashboard: script in bytes of gzip -9, and requests until its content is there. */
export const FIRST_LOAD_BUDGET = { scriptBytes: 160_000, styleBytes: 25_000, requests: 15 } as const;

const STATIC_IMPORT = /(?:from|import)\s*"(\.\.?\/[^"]+\.js)"/g;

const matchesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1]!);

/** Paths of the scripts that the page names, and of all they import statically. */
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

/** Bytes of gzip -9 of files of the bundle, each by itself, as they travel. */
export const gzipBytes = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(BUNDLE, path)), { level: 9 }).length, 0);
