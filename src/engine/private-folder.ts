import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The access of group and others. */
const NOT_OWNER = 0o077;
/** What destinations write may be read by the group too, as the programs that take it over are. */
export const OUTPUT_UMASK = 0o027;

const EVERYONE = 0o007;

/** Takes group and others their access; false when it is not ours to change. */
function close(path: string, mode: number): boolean {
  if ((mode & NOT_OWNER) === 0) return true;
  try {
    chmodSync(path, mode & ~NOT_OWNER & 0o7777);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes a folder for its owner alone, or closes one that is there, with the files and folders directly in it.
 * A folder of another owner is taken when only a group may open it, as volumes of containers are mounted.
 * @throws Error when it cannot be used, or everyone on the machine may open it
 */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  const { mode } = statSync(path);
  if (!close(path, mode) && (mode & EVERYONE) !== 0)
    throw new Error(
      'every user of this machine may open it, and its mode cannot be changed; let its owner run chmod 700 on it',
    );
  for (const name of readdirSync(path)) {
    const entry = join(path, name);
    const found = lstatSync(entry, { throwIfNoEntry: false });
    if (found?.isFile() || found?.isDirectory()) close(entry, found.mode);
  }
}
