import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, constants, zstdCompressSync } from 'node:zlib';
import zopfli from '@gfx/zopfli';
import type { Plugin, Rolldown } from 'vite';
import { printReport } from './report.ts';
import { bundleFolder, isStale, sourceFingerprint, stampFile } from './stale.ts';

/**
 * Builds and compresses the console in a process of its own, so that the service never loads the bundler: `node
 * src/service/console/build.ts ROOT`. With `--if-stale` it leaves a console that is up to date as it is; with
 * `--report` it prints what weighs most.
 */
/** How long a build of another process may take. */
const TURN_MS = 600_000;
const COMPRESSIBLE = ['.js', '.css', '.html', '.svg', '.json'];

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const ZSTANDARD = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };
/** Three bytes in a hundred less than gzip -9. To split small files, or into more blocks, takes long for little. */
const ZOPFLI = { numiterations: 5, blocksplittingmax: 3 };
const SPLIT_BYTES = 20_000;

async function compress(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.includes(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    const gzip = await zopfli.gzipAsync(bytes, { ...ZOPFLI, blocksplitting: bytes.length > SPLIT_BYTES });
    writeFileSync(`${path}.gz`, gzip);
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, BROTLI));
    writeFileSync(`${path}.zst`, zstdCompressSync(bytes, ZSTANDARD));
  }
}

const asked = process.argv.slice(2);
const root = asked.find((argument) => !argument.startsWith('--')) ?? process.cwd();
mkdirSync(join(root, '.build'), { recursive: true });
// The system ends this lock with the process that holds it, so a killed build stops nobody.
const turn = new DatabaseSync(join(root, '.build', 'console.lock'), { timeout: TURN_MS });
turn.exec('BEGIN EXCLUSIVE');
// Who had the turn before may have built the same.
if (asked.includes('--if-stale') && !isStale(root)) process.exit(0);
// Half a console is none, also when its sources return to what they were.
rmSync(stampFile(root), { force: true });
// Taken first: a change during the build triggers another one.
const fingerprint = sourceFingerprint(root);
// A test runner sets another mode, for which React would be a development build.
process.env.NODE_ENV = 'production';
const { build, loadConfigFromFile, mergeConfig } = await import('vite');
const chunks: Rolldown.OutputChunk[] = [];
const collectChunks: Plugin = {
  name: 'penstock-report',
  writeBundle: (_options, bundle) => {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.push(file);
  },
};
const environment = { command: 'build', mode: 'production' } as const;
const configFile = join(root, 'vite.config.ts');
// Vite's own way of loading, also that of plugins which load it again, writes beside the file: a service may not.
const loaded = await loadConfigFromFile(environment, configFile, root, 'warn', undefined, 'native');
const own = { root, configFile: false, logLevel: 'warn', plugins: [collectChunks] } as const;
await build(mergeConfig(loaded?.config ?? {}, own));
await compress(bundleFolder(root));
writeFileSync(stampFile(root), fingerprint);
turn.close();
if (asked.includes('--report')) printReport(root, chunks);
