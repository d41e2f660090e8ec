import { chownSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UnitError } from './unit.ts';

const LISTS = ['package.json', 'package-lock.json', '.npmrc'];

export type StagedPackages = {
  /**
   * Swaps in the new packages; on failure the current ones stay.
   * @throws UnitError with advice when the current packages cannot be moved, else system errors
   */
  swap(): void;
  remove(): void;
};

/** An overlay file system, as in a container image, cannot rename folders of its lower layer. */
function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error;
    throw new UnitError(
      `'${from}' cannot be moved: it lies on another file system than '${to}', or in a lower layer of an overlay. The packages in use stay. Stop the service, run 'npm ci' in the folder of Penstock, and start it again; in a container, build a new image instead.`,
    );
  }
}

/**
 * Installs packages beside the current ones, since that takes minutes in which the service runs on.
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
    move(used, replaced);
    try {
      renameSync(join(folder, 'node_modules'), used);
    } catch (error) {
      renameSync(replaced, used);
      throw error;
    }
  };
  return { swap, remove };
}
