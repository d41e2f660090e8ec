import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** What is no part of a backup: it is made anew, belongs to a process that runs, or is what a pipeline delivered. */
const LEFT_OUT = [
  /^lock(-journal)?$/,
  /^penstock\.db(-wal|-shm)?$/,
  /^output\//,
  /^files\/incoming\//,
  /^engine\/[^/]+\/(cache|work)(\/|$)/,
  /^\.backup-/,
];
const CHECKPOINT = /^engine\/[^/]+\/checkpoints\//;
const BUFFER = /^engine\/[^/]+\/buffers\//;
const POSITION = /\/position$/;
const CONTENT = /^files\//;

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const LIST_TRIES = 5;

/** All entries below; a folder that goes while it is listed is no reason to give up. */
async function entriesOf(folder: string) {
  for (let tries = 1; ; tries++) {
    try {
      return await readdir(folder, { recursive: true, withFileTypes: true });
    } catch (error) {
      if (!isGone(error) || tries === LIST_TRIES) throw error;
    }
  }
}

/** Files of a folder as paths below it, with `/`. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await entriesOf(folder);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !LEFT_OUT.some((pattern) => pattern.test(name)))
    .sort();
}

/** Each file has its place in the snapshot at once: what is deleted meanwhile stays, what is appended may follow. */
async function keep(
  folder: string,
  into: string,
  names: readonly string[],
  how: 'link' | 'copy',
): Promise<void> {
  for (const name of names) {
    const [from, to] = [join(folder, name), join(into, name)];
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    try {
      if (how === 'copy') await copyFile(from, to);
      else
        await link(from, to).catch((error) =>
          isGone(error) ? Promise.reject(error) : linkOrCopy(error, from, to),
        );
    } catch (error) {
      // It ended its life between listing and keeping.
      if (!isGone(error)) throw error;
    }
  }
}

/** A file system without links gets copies. */
async function linkOrCopy(error: NodeJS.ErrnoException, from: string, to: string): Promise<void> {
  if (error.code === 'EEXIST') return;
  await copyFile(from, to);
}

/** One consistent state of the database, also while it is written to. */
async function keepDatabase(folder: string, into: string): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(join(folder, 'penstock.db'));
  try {
    database.exec('PRAGMA busy_timeout=30000');
    database.prepare('VACUUM INTO ?').run(join(into, 'penstock.db'));
  } finally {
    database.close();
  }
}

/** Contents of files that the database names and the snapshot has not. */
async function missingContents(into: string): Promise<string[]> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(join(into, 'penstock.db'), { readOnly: true });
  try {
    const hasAssets = database.prepare("select 1 from sqlite_master where name = 'assets'").get();
    if (!hasAssets) return [];
    const rows = database.prepare("select distinct sha256 from assets where sha256 <> ''");
    const names = rows.all().map((row) => `files/${row.sha256}`);
    const missing: string[] = [];
    for (const name of names) if (!(await stat(join(into, name)).catch(() => undefined))) missing.push(name);
    return missing;
  } finally {
    database.close();
  }
}

/**
 * A consistent picture of a data folder that may be in use, in a folder of its own inside it. The order makes it
 * so: how far sources have read comes before the events that wait, those before the database, and that before
 * the counts that are added to it. So an event that was acknowledged before is either delivered or in the
 * snapshot, and what is read twice after a restore is repeated, never lost.
 */
export async function takeSnapshot(folder: string): Promise<{ path: string; remove(): Promise<void> }> {
  await sweep(folder);
  const path = join(folder, `.backup-${process.pid}-${randomUUID().slice(0, 8)}`);
  const remove = () => rm(path, { recursive: true, force: true });
  const all = (pattern: RegExp) =>
    filesOf(folder).then((names) => names.filter((name) => pattern.test(name)));
  await mkdir(path, { mode: 0o700 });
  try {
    await keep(folder, path, await all(CHECKPOINT), 'copy');
    const segments = async () => (await all(BUFFER)).filter((name) => !POSITION.test(name));
    await keep(folder, path, await segments(), 'link');
    await keep(
      folder,
      path,
      (await all(BUFFER)).filter((name) => POSITION.test(name)),
      'copy',
    );
    // What came between the first look and the positions.
    await keep(folder, path, await segments(), 'link');
    await keep(folder, path, await all(CONTENT), 'link');
    await keepDatabase(folder, path);
    await keep(folder, path, await missingContents(path), 'link');
    const rest = (await filesOf(folder)).filter(
      (name) => ![CHECKPOINT, BUFFER, CONTENT].some((pattern) => pattern.test(name)),
    );
    await keep(folder, path, rest, 'copy');
    return { path, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Snapshots of backups that were killed go. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^\.backup-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** The files of a snapshot. */
export const snapshotFiles = (path: string): Promise<string[]> => filesOf(path).then(withDatabase);

const withDatabase = (names: string[]): string[] => ['penstock.db', ...names];
