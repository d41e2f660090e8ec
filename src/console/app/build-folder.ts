import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Plugin } from 'vite';

const FILES = 'assets';
/** Placeholder for the build's name until all files exist. */
const UNNAMED = '~build~';
export const UNNAMED_FOLDER = `${FILES}/${UNNAMED}`;

const WITH_REFERENCES = ['.js', '.css', '.html', '.json'];
const NAME_LENGTH = 8;

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** Moves a build's files into a folder named after their content, and updates their references. */
export function nameBuild(folder: string): void {
  const files = listFiles(folder);
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(folder.length)).update(readFileSync(file));
  const name = hash.digest('hex').slice(0, NAME_LENGTH);
  for (const file of files) {
    if (!WITH_REFERENCES.includes(extname(file))) continue;
    const text = readFileSync(file, 'utf8');
    if (text.includes(UNNAMED)) writeFileSync(file, text.replaceAll(UNNAMED, name));
  }
  mkdirSync(join(folder, FILES), { recursive: true });
  renameSync(join(folder, UNNAMED_FOLDER), join(folder, FILES, name));
}

/**
 * Names the folder instead of each file: files reference each other two thousand times, and hashes would be
 * over 1 % of all script. Cached files then always belong to one build.
 */
export function createBuildFolderPlugin(): Plugin {
  let folder = '';
  return {
    name: 'penstock-build-folder',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    writeBundle: { order: 'post', sequential: true, handler: () => nameBuild(folder) },
  };
}
