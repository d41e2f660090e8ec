import { glob, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { isInRoots } from '../../shared/files/real-roots.ts';
import { isDenied } from './problems.ts';

export type FoundFile = {
  readonly path: string;
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
};

export const isPattern = (path: string): boolean => /[*?[{]/.test(path);

export async function findFile(path: string): Promise<FoundFile | null> {
  try {
    const stats = await stat(path);
    const { dev, ino, size, mtimeMs } = stats;
    return stats.isFile() && (await isInRoots(path)) ? { path, dev, ino, size, mtimeMs } : null;
  } catch {
    return null;
  }
}

/** Null when the path is readable or absent. */
export async function findReadError(path: string): Promise<unknown> {
  try {
    await stat(path);
    return null;
  } catch (error) {
    return isDenied(error) ? error : null;
  }
}

/** A pattern without a folder matches file names. */
export const isExcluded = (path: string, exclude: readonly string[]): boolean =>
  exclude.some((pattern) => matchesGlob(pattern.includes('/') ? path : basename(path), pattern));

export async function findFiles(
  pathOrPattern: string,
  exclude: readonly string[] = [],
): Promise<FoundFile[]> {
  const all = await findAll(pathOrPattern);
  return all.filter(({ path }) => !isExcluded(path, exclude));
}

async function findAll(pathOrPattern: string): Promise<FoundFile[]> {
  const literal = await findFile(pathOrPattern);
  if (literal || !isPattern(pathOrPattern)) return literal ? [literal] : [];
  const paths: string[] = [];
  for await (const path of glob(pathOrPattern)) paths.push(path);
  const files = await Promise.all(paths.sort().map(findFile));
  return files.filter((file) => file !== null);
}

/** Finds a file renamed while it was not watched: same inode, same folder. */
export async function findRenamed(former: { path: string; ino: number }): Promise<FoundFile | null> {
  const folder = dirname(former.path);
  const names = await readdir(folder).catch(() => []);
  const stem = basename(former.path).split('.')[0] ?? '';
  for (const name of names.filter((candidate) => candidate.startsWith(stem))) {
    const file = await findFile(join(folder, name));
    if (file?.ino === former.ino) return file;
  }
  return null;
}

export function watchedFolder(pathOrPattern: string): string {
  let folder = dirname(pathOrPattern);
  while (isPattern(folder)) folder = dirname(folder);
  return folder;
}
