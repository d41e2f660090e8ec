import { createHash } from 'node:crypto';
import { readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

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

/** Changes with the name, the time or the size of any file in these paths under `root`. */
export function fingerprintOf(root: string, paths: readonly string[]): string {
  const found: string[] = [];
  for (const path of paths) collect(root, path, found);
  return createHash('sha256').update(found.join('\n')).digest('hex');
}
