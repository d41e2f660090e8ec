import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileRoots, pathRefusal } from '../../schema/file-roots.ts';
import { ComponentError } from '../../types.ts';

/** Where a path leads through links; what of it does not exist yet stays as it is. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(await realOf(folder), basename(path));
  }
}

/** True when the path lies in an allowed folder also through the links on its way. */
export async function isInRoots(path: string): Promise<boolean> {
  const roots = fileRoots();
  if (roots === null) return true;
  return pathRefusal(await realOf(resolve(path)), await Promise.all(roots.map(realOf))) === null;
}

/** @throws ComponentError for a path that leads out of the allowed folders. */
export async function requireInRoots(path: string): Promise<void> {
  if (await isInRoots(path)) return;
  throw new ComponentError({
    errorName: 'FileNotAllowed',
    message: `path: '${path}' leads out of the folders that PENSTOCK_FILE_ROOTS allows`,
    causes: ['A link on the way leads elsewhere', 'The folders that are allowed were changed'],
    resolutions: ['Choose a path in one of these folders', 'Let an administrator allow the folder'],
  });
}
