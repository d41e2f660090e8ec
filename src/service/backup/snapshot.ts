import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** Rebuilt, owned by a running process, or output of a pipeline. */
const LEFT_OUT = [
  /^lock(-journal)?$/,
  /^penstock\.db(-wal|-shm)?$/,
  /^archive-(index|objects)\//,
  /^query-temp\//,
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

/** Folders may vanish while they are listed. */
async function listEntries(folder: string) {
  for (let tries = 1; ; tries++) {
    try {
      return await readdir(folder, { recursive: true, withFileTypes: true });
    } catch (error) {
      if (!isGone(error) || tries === LIST_TRIES) throw error;
    }
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await listEntries(folder);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !LEFT_OUT.some((pattern) => pattern.test(name)))
    .sort();
}

/** Hard links: a deleted file stays, a growing one may grow. */
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
      // Deleted since it was listed.
      if (!isGone(error)) throw error;
    }
  }
}

/** Copies where hard links are not supported. */
async function linkOrCopy(error: NodeJS.ErrnoException, from: string, to: string): Promise<void> {
  if (error.code === 'EEXIST') return;
  await copyFile(from, to);
}

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

/** Files the database names, but the snapshot lacks. */
async function findMissingContents(into: string): Promise<string[]> {
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
 * Consistent snapshot of a folder in use. The order matters: source positions, queued events, database, later
 * counts. So an acknowledged event is delivered or in the snapshot; a restore may repeat events, never lose
 * them.
 */
export async function takeSnapshot(folder: string): Promise<{ path: string; remove(): Promise<void> }> {
  await sweep(folder);
  const path = join(folder, `.backup-${process.pid}-${randomUUID().slice(0, 8)}`);
  const remove = () => rm(path, { recursive: true, force: true });
  const all = (pattern: RegExp) =>
    listFiles(folder).then((names) => names.filter((name) => pattern.test(name)));
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
    // Segments written since the first listing.
    await keep(folder, path, await segments(), 'link');
    await keep(folder, path, await all(CONTENT), 'link');
    await keepDatabase(folder, path);
    await keep(folder, path, await findMissingContents(path), 'link');
    const rest = (await listFiles(folder)).filter(
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

async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^\.backup-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

export const snapshotFiles = (path: string): Promise<string[]> => listFiles(path).then(withDatabase);

const withDatabase = (names: string[]): string[] => ['penstock.db', ...names];
