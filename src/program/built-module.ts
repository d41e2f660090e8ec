import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Names the folder of the built program, for a process and all that it starts. */
export const PROGRAM_FOLDER = 'PENSTOCK_PROGRAM';

const SOURCES = resolve(import.meta.dirname, '..');

/** @param source below `src`, such as `engine/main.ts` */
export const builtName = (source: string): string => `${source.replace(/\.ts$/, '').replaceAll(sep, '.')}.js`;

/**
 * The file to start a process or a thread with, or to import by path: the built one in a built program, which loads a
 * few large files in place of a thousand, else the source itself.
 * @param source the path of a module
 */
export function builtModule(source: string): string {
  const folder = process.env[PROGRAM_FOLDER];
  if (!folder || !source.startsWith(SOURCES + sep)) return source;
  const built = join(folder, builtName(relative(SOURCES, source)));
  return existsSync(built) ? built : source;
}

/** The same by address; one that names no file stays. */
export const builtAddress = (module: URL): URL =>
  module.protocol === 'file:' ? pathToFileURL(builtModule(fileURLToPath(module))) : module;
