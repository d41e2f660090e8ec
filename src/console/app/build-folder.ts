import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Plugin } from 'vite';

const FILES = 'assets';
/** Stands for the name of the build until all of its files are there. */
const UNNAMED = '~build~';
export const UNNAMED_FOLDER = `${FILES}/${UNNAMED}`;

const WITH_REFERENCES = ['.js', '.css', '.html', '.json'];
const NAME_LENGTH = 8;

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** Moves the files of a build into a folder that is named after all of them, and has them refer to each other there. */
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
 * Files name each other two thousand times: a hash in each name would be more than a hundredth of all script. One
 * folder has it for all, so that what is cached for good is always of one build.
 */
export function createBuildFolderPlugin(): Plugin {
  let folder = '';
  return {
    name: 'penstock-build-folder',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    closeBundle: { order: 'post', sequential: true, handler: (error) => void (error || nameBuild(folder)) },
  };
}
