import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileRoots, pathRefusal } from '../../schema/file-roots.ts';
import { ComponentError } from '../../types.ts';

/** Keeps parts that do not exist yet. */
async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(await resolveLinks(folder), basename(path));
  }
}

/** Resolves links first. */
export async function isInRoots(path: string): Promise<boolean> {
  const roots = fileRoots();
  if (roots === null) return true;
  return pathRefusal(await resolveLinks(resolve(path)), await Promise.all(roots.map(resolveLinks))) === null;
}

/** @throws ComponentError for a path outside the allowed folders */
export async function requireInRoots(path: string): Promise<void> {
  if (await isInRoots(path)) return;
  throw new ComponentError({
    errorName: 'FileNotAllowed',
    message: `path: '${path}' leads out of the folders that PENSTOCK_FILE_ROOTS allows`,
    causes: ['A link on the way leads elsewhere', 'The folders that are allowed were changed'],
    resolutions: ['Choose a path in one of these folders', 'Ask an administrator to allow the folder'],
  });
}
