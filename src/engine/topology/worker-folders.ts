import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export type EngineWorker = {
  readonly index: number;
  /** Started before all others of this engine. */
  readonly isFirst: boolean;
  readonly of: number;
};

export const siteFolderOf = (dataFolder: string, siteId: string): string =>
  join(dataFolder, 'engine', siteId);

/** The site's folder for the first process, `workers/<index>/` for others. */
export const workerFolderOf = (siteFolder: string, index: number): string =>
  index === 0 ? siteFolder : join(siteFolder, 'workers', String(index));

const listNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

export async function listCounterFolders(siteFolder: string): Promise<string[]> {
  const workers = join(siteFolder, 'workers');
  const others = (await listNames(workers)).map((name) => join(workers, name, 'counters'));
  return [join(siteFolder, 'counters'), ...others];
}

/**
 * Takes over the counters that the other processes of an ended engine left, and removes their folders. None of them may
 * run. Where a full disk prevents moving a file, it is read in place.
 */
export async function adoptCounters(siteFolder: string): Promise<void> {
  const workers = join(siteFolder, 'workers');
  const own = join(siteFolder, 'counters');
  for (const name of await listNames(workers)) {
    const theirs = join(workers, name, 'counters');
    try {
      await mkdir(own, { recursive: true, mode: 0o700 });
      for (const entry of await listNames(theirs)) await rename(join(theirs, entry), join(own, entry));
      await rm(join(workers, name), { recursive: true, force: true });
    } catch {
      // The next engine tries again.
    }
  }
}
