import { chownSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LISTS = ['package.json', 'package-lock.json', '.npmrc'];

export type StagedPackages = {
  /** Puts them in the place of those in use, which stay when it fails. */
  swap(): void;
  /** Removes the folder, with the packages that were in use. */
  remove(): void;
};

/**
 * Installs packages into a folder beside those in use, since that takes minutes: nothing has to stop before
 * they are there.
 * @throws what `install` throws, with everything as it was
 */
export function stagePackages(root: string, install: (folder: string) => void): StagedPackages {
  const folder = join(root, '.upgrade');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  remove();
  mkdirSync(folder);
  const { uid, gid } = statSync(root);
  chownSync(folder, uid, gid);
  for (const name of LISTS)
    if (existsSync(join(root, name))) copyFileSync(join(root, name), join(folder, name));
  try {
    install(folder);
  } catch (error) {
    remove();
    throw error;
  }
  const used = join(root, 'node_modules');
  const replaced = join(folder, 'replaced');
  const swap = () => {
    renameSync(used, replaced);
    try {
      renameSync(join(folder, 'node_modules'), used);
    } catch (error) {
      renameSync(replaced, used);
      throw error;
    }
  };
  return { swap, remove };
}
