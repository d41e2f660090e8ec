import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const NOT_OWNER = 0o077;
/** The group may read what destinations write, for programs that collect it. */
export const OUTPUT_UMASK = 0o027;

const EVERYONE = 0o007;

/** Removes access of group and others; false when not permitted. */
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
 * Creates an owner-only folder, or restricts an existing one with its direct content. Another owner's folder
 * is accepted when at most a group may open it, as container volumes are mounted.
 * @throws Error when it is unusable, or open to everyone
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
