import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';

const BUILD = resolve(import.meta.dirname, '../../../.build');
const ASSETS = join(BUILD, 'console/assets');
/** Has one folder, of the last build, with its name. */
const FUNCTIONS = join(BUILD, 'console-functions');
const UNFINISHED = 'unfinished-';
const ENTRY = /<script type="module" crossorigin src="\/assets\/(\w+)\/index\.js">/;

type Exports = Record<string, unknown>;
type Chunk = (
  load: (specifier: string) => Exports,
  loadLater: (specifier: string) => Promise<Exports>,
  meta: { url: string },
  addExport: (name: string, get: () => unknown) => void,
) => void;
/** Names that Vite gives them. */
const PARAMETERS = [
  '__vite_ssr_import__',
  '__vite_ssr_dynamic_import__',
  '__vite_ssr_import_meta__',
  '__vite_ssr_exportName__',
];

function readBuildName(): string {
  const [, name] = ENTRY.exec(readFileSync(join(BUILD, 'console/index.html'), 'utf8')) ?? [];
  if (name === undefined) throw new Error('the built console has no entry');
  return name;
}

/** Writes each chunk of the build as the body of a function. */
async function writeFunctions(folder: string): Promise<void> {
  const { moduleRunnerTransform } = await import('vite');
  mkdirSync(FUNCTIONS, { recursive: true });
  const beside = mkdtempSync(join(FUNCTIONS, UNFINISHED));
  const assets = join(ASSETS, basename(folder));
  const chunks = readdirSync(assets).filter((name) => name.endsWith('.js'));
  for (const chunk of chunks) {
    const transformed = await moduleRunnerTransform(
      readFileSync(join(assets, chunk), 'utf8'),
      null,
      chunk,
      '',
    );
    if (!transformed) throw new Error(`Vite made no function of ${chunk}`);
    const body = transformed.code.replaceAll('await __vite_ssr_import__(', '__vite_ssr_import__(');
    await writeFile(join(beside, chunk), `'use strict';${body}`);
  }
  const outdated = readdirSync(FUNCTIONS).filter((name) => !name.startsWith(UNFINISHED));
  for (const name of outdated)
    if (name !== basename(folder)) rmSync(join(FUNCTIONS, name), { recursive: true });
  try {
    renameSync(beside, folder);
  } catch (error) {
    // Another process was first.
    rmSync(beside, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

const compiled = new Map<string, Chunk>();

function compileChunk(folder: string, name: string): Chunk {
  const known = compiled.get(name);
  if (known) return known;
  const filename = join(folder, name);
  const chunk = compileFunction(readFileSync(filename, 'utf8'), PARAMETERS, { filename }) as Chunk;
  compiled.set(name, chunk);
  return chunk;
}

/**
 * Runs the console as it was built, with modules of its own each time, as each page of a browser has. The chunks
 * are functions, compiled once for all pages of a process: to compile modules anew and run them cold takes longer
 * than most tests. Node has to load this file itself: Vitest has imports of its own.
 */
export async function loadConsole(): Promise<void> {
  const build = readBuildName();
  const folder = join(FUNCTIONS, build);
  if (!existsSync(folder)) await writeFunctions(folder);
  const loaded = new Map<string, Exports>();
  const load = (specifier: string): Exports => {
    const name = specifier.replace('./', '');
    const known = loaded.get(name);
    if (known) return known;
    const exports: Exports = {};
    // Before it runs: chunks import each other in circles.
    loaded.set(name, exports);
    const addExport = (exported: string, get: () => unknown) =>
      Object.defineProperty(exports, exported, { enumerable: true, get });
    const meta = { url: pathToFileURL(join(ASSETS, build, name)).href };
    compileChunk(folder, name)(load, loadLater, meta, addExport);
    return exports;
  };
  const loadLater = async (specifier: string): Promise<Exports> => {
    await turn();
    return load(specifier);
  };
  load('index.js');
}
