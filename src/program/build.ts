import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { takeBuildTurn } from './build-turn.ts';
import { builtName } from './built-module.ts';
import { programFolder } from './refresh.ts';

/**
 * Bundles service, engine and command line: `node src/program/build.ts ROOT`. From a thousand files each, a start
 * takes twice the processor time and the service 70 MiB more memory. `--if-stale` keeps an up-to-date program.
 */
const asked = process.argv.slice(2);
const root = resolve(asked.find((argument) => !argument.startsWith('--')) ?? '.');
const src = join(root, 'src');
/** The program before this one may still run. */
const KEPT = 2;

/** Plain JavaScript that is loaded at the start; others are loaded when they are needed, some with files beside them. */
const BUNDLED_PACKAGES = [
  'zod',
  'hono',
  '@hono/node-server',
  'kysely',
  'xstate',
  'hyparquet',
  'hyparquet-writer',
  '@bufbuild/protobuf',
  'aws4fetch',
  'croner',
  'diff',
  'mmdb-lib',
  'quickjs-emscripten-core',
  'yaml',
];

const OWN_URL = /new URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url/g;

/** What starts by itself: main modules, threads, and modules that threads import by their address. */
function findEntries(): string[] {
  const sources = globSync('{cli,engine,service}/**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] });
  const started = sources.filter((path) => /(^|\/)main\.ts$/.test(path));
  const named = sources.flatMap((path) =>
    [...readFileSync(join(src, path), 'utf8').matchAll(OWN_URL)].map(([, target = '']) =>
      join(dirname(path), target),
    ),
  );
  return [...new Set([...started, ...named])].sort();
}

/** A module finds its neighbours, and the root, where its source is. */
const keepPlaces: Plugin = {
  name: 'penstock-places',
  transform: {
    order: 'pre',
    handler(code, id) {
      if (!id.startsWith(src) || !code.includes('import.meta.')) return null;
      const path = `../../../src/${relative(src, id)}`;
      return code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${dirname(path)}')`)
        .replaceAll('import.meta.url', `new URL('${path}', import.meta.url).href`);
    },
  },
};

async function buildProgram(folder: string): Promise<void> {
  const { build } = await import('vite');
  const unfinished = `${folder}.unfinished`;
  const input = findEntries().map((path) => [builtName(path).replace(/\.js$/, ''), join(src, path)]);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [keepPlaces],
    ssr: { noExternal: BUNDLED_PACKAGES },
    build: {
      ssr: true,
      target: 'node24',
      minify: false,
      outDir: unfinished,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(input),
        output: { entryFileNames: '[name].js', chunkFileNames: 'part-[name]-[hash].js', comments: false },
      },
    },
  });
  renameSync(unfinished, folder);
}

function removeOld(programs: string): void {
  const folders = globSync('*', { cwd: programs }).map((name) => join(programs, name));
  const byAge = folders.toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of byAge.slice(KEPT)) rmSync(folder, { recursive: true, force: true });
}

const turn = takeBuildTurn(root, 'program');
// The previous holder may have built the same.
const folder = programFolder(root);
if (!existsSync(folder) || !asked.includes('--if-stale')) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  await buildProgram(folder);
  removeOld(dirname(folder));
}
turn.end();
