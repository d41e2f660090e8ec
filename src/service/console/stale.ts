import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/** Includes tests: a needless rebuild, but never a missed one. */
const SOURCES = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'src/charts',
  'src/console',
  'src/contract',
  'src/graph',
  'machines',
  'styles',
];

function collect(root: string, path: string, found: string[]): void {
  const full = join(root, path);
  const stats: Stats | undefined = statSync(full, { throwIfNoEntry: false });
  if (!stats) return;
  if (!stats.isDirectory()) {
    found.push(`${path}:${stats.mtimeMs}:${stats.size}`);
    return;
  }
  for (const name of readdirSync(full).sort()) collect(root, `${path}/${name}`, found);
}

export function sourceFingerprint(root: string): string {
  const found: string[] = [];
  for (const path of SOURCES) collect(root, path, found);
  return createHash('sha256').update(found.join('\n')).digest('hex');
}

export const bundleFolder = (root: string): string => join(root, '.build', 'console');
export const stampFile = (root: string): string => join(root, '.build', 'console.stamp');

export function isStale(root: string): boolean {
  if (!statSync(join(bundleFolder(root), 'index.html'), { throwIfNoEntry: false })) return true;
  try {
    return readFileSync(stampFile(root), 'utf8') !== sourceFingerprint(root);
  } catch {
    return true;
  }
}
