import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { getErrorMessage } from '../../contract/values.ts';
import { BackupError } from './errors.ts';
import { BACKUP_FORMAT, MANIFEST, type Manifest } from './manifest.ts';
import { snapshotFiles, takeSnapshot } from './snapshot.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

type BackupOptions = {
  folder: string;
  file: string;
  version: string;
  now: number;
};

export type BackupResult = { file: string; files: number; bytes: number; sha256: string };

/** Only the first `size` bytes: the file may grow meanwhile. */
async function* readContent(file: FileHandle, size: number, hash: Hash): AsyncGenerator<Buffer> {
  if (size === 0) return;
  for await (const part of file.createReadStream({ start: 0, end: size - 1, autoClose: false })) {
    hash.update(part);
    yield part;
  }
}

/** The manifest comes last and proves the file complete. */
async function* writeTar(path: string, manifest: Manifest): AsyncGenerator<Buffer> {
  const seconds = Date.parse(manifest.createdAt) / 1000;
  for (const name of await snapshotFiles(path)) {
    const file = await open(join(path, name), 'r');
    try {
      const { size } = await file.stat();
      const hash = createHash('sha256');
      yield tarHeader(name, size, seconds);
      yield* readContent(file, size, hash);
      yield tarPadding(size);
      manifest.files.push({ name, size, sha256: hash.digest('hex') });
    } finally {
      await file.close();
    }
  }
  const text = Buffer.from(JSON.stringify(manifest, null, 1));
  yield tarHeader(MANIFEST, text.length, seconds);
  yield text;
  yield tarPadding(text.length);
  yield tarEnd();
}

async function requireData(folder: string): Promise<void> {
  const found = await stat(join(folder, 'penstock.db')).catch(() => undefined);
  if (!found?.isFile())
    throw new BackupError(
      `There is no Penstock data in '${folder}'`,
      'Name the data folder with PENSTOCK_DATA',
    );
}

async function writeFile(path: string, parts: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline(Readable.from(parts), createGzip(), async (compressed: AsyncIterable<Buffer>) => {
      for await (const part of compressed) {
        hash.update(part);
        await file.writeFile(part);
      }
    });
    await file.sync();
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

/**
 * Writes a data folder, in use or not, to one file (mode 0600). The file appears complete or not at all, and
 * replaces none.
 * @throws BackupError
 */
export async function backup({ folder, file, version, now }: BackupOptions): Promise<BackupResult> {
  const [from, to] = [resolve(folder), resolve(file)];
  await requireData(from);
  if (await stat(to).catch(() => undefined))
    throw new BackupError(`'${to}' already exists`, 'Choose another file, or remove it first');
  const unfinished = `${to}.part`;
  const createdAt = new Date(now).toISOString();
  const manifest: Manifest = { format: BACKUP_FORMAT, version, createdAt, files: [] };
  const snapshot = await takeSnapshot(from).catch((error: unknown) => {
    throw new BackupError(
      `'${from}' cannot be read completely: ${getErrorMessage(error)}`,
      'Free space, or run it as the user of the service',
    );
  });
  try {
    await rm(unfinished, { force: true });
    const sha256 = await writeFile(unfinished, writeTar(snapshot.path, manifest));
    await rename(unfinished, to);
    const { size: bytes } = await stat(to);
    return { file: to, files: manifest.files.length, bytes, sha256 };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new BackupError(
      `'${to}' cannot be written: ${getErrorMessage(error)}`,
      'Free space, or name a file elsewhere',
    );
  } finally {
    await snapshot.remove();
  }
}
