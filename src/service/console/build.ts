import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, zstdCompressSync } from 'node:zlib';
import zopfli from '@gfx/zopfli';
import type { Plugin, Rolldown } from 'vite';
import { takeBuildTurn } from '../../program/build-turn.ts';
import { printReport } from './report.ts';
import { bundleFolder, isStale, sourceFingerprint, stampFile } from './stale.ts';

/**
 * Builds and compresses the console in its own process, so that the service never loads the bundler: `node
 * src/service/console/build.ts ROOT`. `--if-stale` keeps an up-to-date console; `--report` prints what weighs
 * most.
 */
const COMPRESSIBLE = ['.js', '.css', '.html', '.svg', '.json'];

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const ZSTANDARD = { params: { [constants.ZSTD_c_compressionLevel]: 19 } };
/** 3% smaller than gzip -9. More iterations, or splitting small files, take long for little. */
const ZOPFLI = { numiterations: 5, blocksplittingmax: 15 };
const SPLIT_BYTES = 6000;

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
const turn = takeBuildTurn(root, 'console');
// The previous holder may have built the same.
if (asked.includes('--if-stale') && !isStale(root)) process.exit(0);
// A partial build must not count as current, even when the sources return to that state.
rmSync(stampFile(root), { force: true });
// Taken first: a change during the build triggers another one.
const fingerprint = sourceFingerprint(root);
// Test runners set another mode, which would build React for development.
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
// Vite's default loader, also when plugins load the file again, writes beside it, which a service may not.
const loaded = await loadConfigFromFile(environment, configFile, root, 'warn', undefined, 'native');
const own = { root, configFile: false, logLevel: 'warn', plugins: [collectChunks] } as const;
await build(mergeConfig(loaded?.config ?? {}, own));
await compress(bundleFolder(root));
writeFileSync(stampFile(root), fingerprint);
turn.end();
if (asked.includes('--report')) printReport(root, chunks);
