import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Context } from 'hono';
import { createPages, type Pages } from './pages.ts';

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
const PAGE_LIST = '/pages.json';

export type ConsoleBundle = {
  serve(c: Context): Response | undefined;
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

/** Undefined without a build. Later builds are picked up. */
export function openConsole(folder: string): ConsoleBundle | undefined {
  const readBuildTime = () => statSync(join(folder, INDEX), { throwIfNoEntry: false })?.mtimeMs;
  let listed = { build: readBuildTime(), at: performance.now() };
  if (listed.build === undefined) return undefined;
  let files = listFiles(folder);
  let pages: Pages | undefined;
  const listAgain = () => {
    listed = { build: readBuildTime(), at: performance.now() };
    files = listFiles(folder);
    pages = undefined;
  };
  /** Another build, or one possibly listed while incomplete. */
  const isOld = () => readBuildTime() !== listed.build || performance.now() - listed.at > LIST_AGAIN_MS;
  const readAccepted = (c: Context): string[] =>
    (c.req.header('accept-encoding') ?? '').split(',').map((one) => one.split(';')[0]?.trim() ?? '');
  const answer = (
    c: Context,
    path: string,
    bytes: () => Uint8Array<ArrayBuffer>,
    encoding?: string,
  ): Response => {
    const headers: Record<string, string> = {
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': path.startsWith('/assets/')
        ? `public, max-age=${YEAR_SECONDS}, immutable`
        : 'no-store',
      Vary: 'Accept-Encoding',
    };
    if (encoding !== undefined) headers['Content-Encoding'] = encoding;
    return c.req.method === 'HEAD' ? c.body(null, 200, headers) : c.body(bytes(), 200, headers);
  };
  const sendFile = (c: Context, path: string): Response => {
    const accepted = readAccepted(c);
    const encoding = ENCODINGS.find((one) => accepted.includes(one.name) && files.has(path + one.suffix));
    const file = join(folder, path + (encoding?.suffix ?? ''));
    return answer(c, path, () => new Uint8Array(readFileSync(file)), encoding?.name);
  };
  const sendPage = (c: Context): Response => {
    // Another build may have replaced the index that was read.
    if (readBuildTime() !== listed.build) listAgain();
    pages ??= createPages(readFileSync(join(folder, INDEX), 'utf8'), join(folder, PAGE_LIST));
    const { bytes, encoding } = pages.render(c.req.path, readAccepted(c));
    return answer(c, INDEX, () => bytes, encoding);
  };
  const send = (c: Context, path: string): Response => (path === INDEX ? sendPage(c) : sendFile(c, path));
  return {
    styleHashes: findInlineStyles(readFileSync(join(folder, INDEX), 'utf8')).map(hashStyle),
    serve(c) {
      const path = c.req.path;
      const wanted = path === '/' || (extname(path) === '' && !files.has(path)) ? INDEX : path;
      try {
        if (!files.has(wanted) && isOld()) listAgain();
        // Only listed files are read: no request path reaches the disk.
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
