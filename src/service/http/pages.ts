import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Files a screen needs beyond the index's, from the build. */
type Page = { patterns: readonly RegExp[]; tags: string };

export type PageBody = { bytes: Uint8Array<ArrayBuffer>; encoding: 'br' | 'gzip' | undefined };

export type Pages = {
  /** @param accepted the browser's encodings */
  render(path: string, accepted: readonly string[]): PageBody;
};

/** Written by the build only, but a quote would break out of the attribute. */
const SAFE_NAME = /^\/[\w./~-]+$/;

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const toPattern = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`);

const toTags = (scripts: readonly string[], styles: readonly string[]): string =>
  [
    // Preload only: the screen's loader adds it, and reports when it is missing.
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
  ].join('');

/** Without a readable list, pages only load slower. */
function readList(text: string | undefined): Page[] {
  let list: unknown;
  try {
    list = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    const { patterns, scripts, styles }: Record<string, unknown> = { ...(entry as object) };
    if (!isNames(patterns) || !isNames(scripts) || !isNames(styles)) return [];
    if (![...scripts, ...styles].every((file) => SAFE_NAME.test(file))) return [];
    return [{ patterns: patterns.map(toPattern), tags: toTags(scripts, styles) }];
  });
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const BROTLI_QUALITY = 9;

function compress(text: string, encoding: PageBody['encoding']): Uint8Array<ArrayBuffer> {
  if (encoding === 'gzip') return new Uint8Array(gzipSync(text, { level: 9 }));
  if (encoding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
    return new Uint8Array(brotliCompressSync(text, { params }));
  }
  return new TextEncoder().encode(text);
}

/**
 * The index naming the files of an address's screen, to be fetched at once. Contains no data, so each is made
 * once.
 * @param html the index @param listFile `pages.json` of the build
 */
export function createPages(html: string, listFile: string): Pages {
  const pages = readList(readText(listFile));
  const made = new Map<string, PageBody>();
  return {
    render(path, accepted) {
      const at = pages.findIndex(({ patterns }) => patterns.some((pattern) => pattern.test(path)));
      const encoding = (['br', 'gzip'] as const).find((one) => accepted.includes(one));
      const key = `${at} ${encoding ?? ''}`;
      const known = made.get(key);
      if (known) return known;
      const tags = pages[at]?.tags ?? '';
      const body = {
        bytes: compress(
          html.replace('</head>', () => `${tags}</head>`),
          encoding,
        ),
        encoding,
      };
      made.set(key, body);
      return body;
    },
  };
}
