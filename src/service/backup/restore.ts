import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { getErrorMessage } from '../../contract/values.ts';
import { takeDataFolder } from '../data-folder.ts';
import { MIGRATIONS } from '../store/migrations.ts';
import { BackupError } from './errors.ts';
import { MANIFEST, type Manifest, manifestSchema } from './manifest.ts';
import { readTar, type TarEntry } from './tar.ts';

type RestoreOptions = {
  file: string;
  folder: string;
  /** Renames an existing folder and takes its place. */
  isForced: boolean;
  now: number;
};

export type RestoreResult = {
  folder: string;
  files: number;
  createdAt: string;
  version: string;
  former?: string;
};

type Written = { size: number; sha256: string };

const isSafe = (name: string): boolean =>
  name !== '' &&
  !name.includes('\\') &&
  !posix.isAbsolute(name) &&
  posix.normalize(name) === name &&
  !name.split('/').includes('..');

const refuseDamaged = (why: string): BackupError =>
  new BackupError(
    `The backup cannot be used: ${why}`,
    'Copy it again from where it was kept, or take another one',
  );

async function writeEntry(entry: TarEntry, into: string): Promise<Written> {
  const path = join(into, entry.name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const part of entry.content) {
      hash.update(part);
      await file.writeFile(part);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size: entry.size, sha256: hash.digest('hex') };
}

async function readText(entry: TarEntry): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of entry.content) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

async function unpack(file: string, into: string): Promise<Manifest> {
  const written = new Map<string, Written>();
  let manifest: Manifest | undefined;
  const source = createReadStream(file);
  const stream = source.pipe(createGunzip());
  source.on('error', (error) => stream.destroy(error));
  for await (const entry of readTar(stream)) {
    if (!isSafe(entry.name) || written.has(entry.name))
      throw new Error(`'${entry.name}' is not a valid file name in it`);
    if (entry.name === MANIFEST) manifest = manifestSchema.parse(JSON.parse(await readText(entry)));
    else written.set(entry.name, await writeEntry(entry, into));
  }
  if (!manifest) throw new Error('it is not complete');
  for (const { name, size, sha256 } of manifest.files) {
    const found = written.get(name);
    if (found?.size !== size || found.sha256 !== sha256) throw new Error(`'${name}' was changed`);
    written.delete(name);
  }
  const [extra] = written.keys();
  if (extra !== undefined) throw new Error(`'${extra}' is not part of it`);
  return manifest;
}

/** Refuses a damaged database, or one of a later version. */
async function checkDatabase(folder: string): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(join(folder, 'penstock.db'));
  try {
    const [result] = Object.values(database.prepare('PRAGMA integrity_check').get() ?? {});
    if (result !== 'ok') throw new Error(`its database is damaged (${result})`);
    const names = database.prepare('select name from kysely_migration').all();
    const unknown = names.map(({ name }) => String(name)).filter((name) => !(name in MIGRATIONS));
    if (unknown.length > 0) throw new Error(`it was written by a later version (${unknown.join(', ')})`);
  } finally {
    database.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

const listNames = (folder: string): Promise<string[] | undefined> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

async function putInPlace(made: string, folder: string, now: number): Promise<string | undefined> {
  const names = await listNames(folder);
  let former: string | undefined;
  if (names?.length === 0) await rmdir(folder);
  else if (names) {
    former = `${folder}.before-restore-${new Date(now).toISOString().replace(/[:.]/g, '')}`;
    await rename(folder, former);
  }
  try {
    await rename(made, folder);
  } catch (error) {
    if (former !== undefined) await rename(former, folder);
    throw error;
  }
  await syncFolder(dirname(folder));
  return former;
}

/**
 * Unpacks and checks in a folder beside the target, and renames it last, so that a failure changes nothing.
 * @throws BackupError
 */
export async function restore({ file, folder, isForced, now }: RestoreOptions): Promise<RestoreResult> {
  const to = resolve(folder);
  const there = (await listNames(to)) ?? [];
  if (there.length > 0 && !isForced) {
    throw new BackupError(
      `'${to}' is not empty`,
      'Name another folder with PENSTOCK_DATA, or add --force: what is there is kept beside it',
    );
  }
  const held = there.length > 0 ? await takeDataFolder(to) : undefined;
  const made = join(dirname(to), `.${basename(to)}.restore-${process.pid}`);
  try {
    await rm(made, { recursive: true, force: true });
    await mkdir(made, { recursive: true, mode: 0o700 });
    const manifest = await unpack(resolve(file), made).catch((error: unknown) => {
      throw refuseDamaged(getErrorMessage(error));
    });
    await checkDatabase(made).catch((error: unknown) => {
      throw refuseDamaged(getErrorMessage(error));
    });
    const former = await putInPlace(made, to, now);
    const { createdAt, version, files } = manifest;
    return {
      folder: to,
      files: files.length,
      createdAt,
      version,
      ...(former === undefined ? {} : { former }),
    };
  } finally {
    held?.release();
    await rm(made, { recursive: true, force: true });
  }
}
