import { open, readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { type FoundFile, findFile, isExcluded, isPattern } from './find-files.ts';
import { type Fingerprint, hasFingerprint } from './fingerprint.ts';

/** Suffix from rotation: a number or date, or a word for the previous one. */
const ADDED = /^[._-](?:.*\d.*|old|bak|prev|last|orig|save)$/i;
const COMPRESSED = /\.(?:gz|bz2|xz|zst|lz4|lzma|zip|tmp|swp|part)$|~$/i;

/** Whether rotation may have given `path` this name: `app.log.1`, `app.log-20261123`, `app-1.log`. */
function isGenerationName(name: string, path: string): boolean {
  const base = basename(path);
  const ending = extname(base);
  const stem = base.slice(0, base.length - ending.length);
  if (COMPRESSED.test(name)) return false;
  if (name.startsWith(base)) return ADDED.test(name.slice(base.length));
  const isInner = ending !== '' && name.startsWith(stem) && name.endsWith(ending);
  return isInner && ADDED.test(name.slice(stem.length, name.length - ending.length));
}

const makeId = ({ dev, ino }: Pick<FoundFile, 'dev' | 'ino'>): string => `${dev}:${ino}`;
const byAge = (a: FoundFile, b: FoundFile): number => a.mtimeMs - b.mtimeMs;

/**
 * Finds files that were renamed by rotation before they were seen. A pattern needs none: it matches them
 * itself.
 */
export class Generations {
  private readonly path: string;
  private readonly exclude: readonly string[];
  private known = new Set<string>();

  constructor(path: string, exclude: readonly string[]) {
    this.path = path;
    this.exclude = exclude;
  }

  /** Ignores existing files, unless written after `since`. Oldest first. */
  async begin(since: number): Promise<FoundFile[]> {
    const all = await this.list();
    this.known = new Set(all.map(makeId));
    return all.filter(({ mtimeMs }) => mtimeMs > since).sort(byAge);
  }

  /** New files since the last look, oldest first. */
  async look(): Promise<FoundFile[]> {
    const all = await this.list();
    const fresh = all.filter((file) => !this.known.has(makeId(file)));
    this.known = new Set(all.map(makeId));
    return fresh.sort(byAge);
  }

  private async list(): Promise<FoundFile[]> {
    if (isPattern(this.path)) return [];
    const folder = dirname(this.path);
    const names = await readdir(folder).catch(() => []);
    const paths = names.filter((name) => isGenerationName(name, this.path)).map((name) => join(folder, name));
    const files = await Promise.all(paths.map(findFile));
    return files.filter((file) => file !== null && !isExcluded(file.path, this.exclude)) as FoundFile[];
  }
}

/** True for a copy of a file with one of these beginnings, as copytruncate makes. */
export async function isCopy(file: FoundFile, heads: readonly Fingerprint[]): Promise<boolean> {
  const handle = await open(file.path, 'r');
  try {
    for (const head of heads) if (head.bytes > 0 && (await hasFingerprint(handle, head))) return true;
    return false;
  } finally {
    await handle.close();
  }
}
