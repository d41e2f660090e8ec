import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';

const BUNDLE = resolve(import.meta.dirname, '../../.build/console');
const INDEX = join(BUNDLE, 'index.html');

/**
 * First load of the dashboard: what is shipped, in bytes of gzip -9, so that no machine moves the figure. A
 * ratchet: it may shrink, never grow. The budget is 160 kB; the schemas of the contract are what is over it.
 */
const SCRIPT_BYTES_MAX = 190_000;
const STYLE_BYTES_MAX = 25_000;
/** Page, theme, scripts and styles; fonts, icon and the four first calls make the other eight of 15. */
const FILES_MAX = 7;

const STATIC_IMPORT = /(?:from|import)\s*"(\.\.?\/[^"]+\.js)"/g;

const attributesIn = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map((match) => match[1]!);

/** Scripts that the page names, and all they import statically. */
function firstScripts(html: string): string[] {
  const found = new Set<string>();
  const follow = (path: string) => {
    if (found.has(path)) return;
    found.add(path);
    const text = readFileSync(join(BUNDLE, path), 'utf8');
    for (const imported of attributesIn(text, STATIC_IMPORT))
      follow(new URL(imported, `http://x${path}`).pathname);
  };
  for (const path of attributesIn(html, /<script[^>]+src="([^"]+)"/g)) follow(path);
  for (const path of attributesIn(html, /<link rel="modulepreload"[^>]+href="([^"]+)"/g)) follow(path);
  return [...found];
}

const gzipBytes = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(BUNDLE, path)), { level: 9 }).length, 0);

describe('the built console', () => {
  let html = '';
  beforeAll(() => {
    if (!existsSync(INDEX)) throw new Error(`${INDEX} is missing: build the console with 'npm run build'`);
    html = readFileSync(INDEX, 'utf8');
  });

  it('loads the dashboard with no more script than the ratchet allows', () => {
    const scripts = firstScripts(html);
    expect(scripts.some((path) => path.includes('/dashboard-'))).toBe(true);
    expect(gzipBytes(scripts), scripts.join(', ')).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
  });

  it('loads the dashboard with at most 25 kB of style, in at most 7 files with page and scripts', () => {
    const styles = attributesIn(html, /<link rel="stylesheet"[^>]+href="([^"]+)"/g);
    expect(styles.length).toBeGreaterThan(0);
    expect(gzipBytes(styles)).toBeLessThanOrEqual(STYLE_BYTES_MAX);
    expect(1 + firstScripts(html).length + styles.length).toBeLessThanOrEqual(FILES_MAX);
  });
});
