import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bundleFolder, sourceFingerprint, stampFile } from './stale.ts';

/**
 * Builds and compresses the console in a process of its own, so that the service never loads the bundler: `node
 * src/service/console/build.ts ROOT`.
 */
const COMPRESSIBLE = ['.js', '.css', '.html', '.svg', '.json'];

function compress(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.includes(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
  }
}

const root = process.argv[2] ?? process.cwd();
// Taken first: a change during the build triggers another one.
const fingerprint = sourceFingerprint(root);
// A test runner sets another mode, for which React would be a development build.
process.env.NODE_ENV = 'production';
const { build } = await import('vite');
await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
compress(bundleFolder(root));
writeFileSync(stampFile(root), fingerprint);
