import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runBuildScript } from './build-turn.ts';
import { builtModule, PROGRAM_FOLDER } from './built-module.ts';
import { fingerprintOf } from './fingerprint.ts';

/** Includes tests: a needless build, but never a missed one. */
const SOURCES = [
  'package-lock.json',
  'machines',
  ...['charts', 'cli', 'collector', 'contract', 'engine', 'graph', 'program', 'service'].map(
    (room) => `src/${room}`,
  ),
];
const ROOT = resolve(import.meta.dirname, '../..');

/** Where the program of these sources is built: one that runs keeps its own files when they change. */
export const programFolder = (root: string): string =>
  join(root, '.build', 'program', fingerprintOf(root, SOURCES).slice(0, 16));

/** Builds the service, the engine and the command line unless these sources are built already. */
export async function refreshProgram(root: string): Promise<string> {
  const folder = programFolder(root);
  if (!existsSync(folder))
    await runBuildScript(join(import.meta.dirname, 'build.ts'), root, 'The service and the engine');
  return folder;
}

/**
 * Imports a module from the built program, which it and its processes and threads then run from.
 * @param source below `src`, such as `service/main.ts`
 */
export async function importBuilt<Module>(source: string): Promise<Module> {
  process.env[PROGRAM_FOLDER] = await refreshProgram(ROOT);
  return import(pathToFileURL(builtModule(join(ROOT, 'src', source))).href) as Promise<Module>;
}
