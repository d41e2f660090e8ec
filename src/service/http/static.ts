import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Context } from 'hono';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'zstd', suffix: '.zst' },
  { name: 'gzip', suffix: '.gz' },
] as const;
const YEAR_SECONDS = 31_536_000;
const INDEX = '/index.html';

export type ConsoleBundle = {
  serve(c: Context): Response | undefined;
  /** For the content security policy. */
  styleHashes: string[];
};

const hashStyle = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const findInlineStyles = (html: string): string[] =>
  [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1] ?? '');

const LIST_AGAIN_MS = 1000;
const BEING_BUILT = 'The console is being built again. Reload the page in a moment.';

const listFiles = (folder: string): Set<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`),
  );

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Undefined without a build. A later build is picked up. */
export function openConsole(folder: string): ConsoleBundle | undefined {
  const readBuildTime = () => statSync(join(folder, INDEX), { throwIfNoEntry: false })?.mtimeMs;
  let listed = { build: readBuildTime(), at: performance.now() };
  if (listed.build === undefined) return undefined;
  let files = listFiles(folder);
  const listAgain = () => {
    listed = { build: readBuildTime(), at: performance.now() };
    files = listFiles(folder);
  };
  /** Another build, or one that may have been incomplete when listed. */
  const isOld = () => readBuildTime() !== listed.build || performance.now() - listed.at > LIST_AGAIN_MS;
  const send = (c: Context, path: string): Response => {
    const accepted = (c.req.header('accept-encoding') ?? '')
      .split(',')
      .map((one) => one.split(';')[0]?.trim());
    const encoding = ENCODINGS.find((one) => accepted.includes(one.name) && files.has(path + one.suffix));
    const headers: Record<string, string> = {
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': path.startsWith('/assets/')
        ? `public, max-age=${YEAR_SECONDS}, immutable`
        : 'no-store',
      Vary: 'Accept-Encoding',
    };
    if (encoding) headers['Content-Encoding'] = encoding.name;
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    return c.body(new Uint8Array(readFileSync(join(folder, path + (encoding?.suffix ?? '')))), 200, headers);
  };
  return {
    styleHashes: findInlineStyles(readFileSync(join(folder, INDEX), 'utf8')).map(hashStyle),
    serve(c) {
      const path = c.req.path;
      const wanted = path === '/' || (extname(path) === '' && !files.has(path)) ? INDEX : path;
      try {
        if (!files.has(wanted) && isOld()) listAgain();
        // Only listed files are read: no path of a request reaches the disk.
        return files.has(wanted) ? send(c, wanted) : undefined;
      } catch (error) {
        // A newer build removed the file.
        if (!isMissing(error)) throw error;
      }
      try {
        listAgain();
        if (files.has(wanted)) return send(c, wanted);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      return wanted === INDEX ? c.text(BEING_BUILT, 503, { 'Retry-After': '2' }) : undefined;
    },
  };
}
