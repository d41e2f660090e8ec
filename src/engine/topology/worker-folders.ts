import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Which process of a site's engine this is. */
export type EngineWorker = {
  /** 0 for the first. */
  readonly index: number;
  /** Started before all others of this engine. */
  readonly isFirst: boolean;
  /** Most processes of the engine. */
  readonly of: number;
};

export const siteFolderOf = (dataFolder: string, siteId: string): string =>
  join(dataFolder, 'engine', siteId);

/** What a process has for itself: in the site's folder for the first, below `workers/` for the others. */
export const workerFolderOf = (siteFolder: string, index: number): string =>
  index === 0 ? siteFolder : join(siteFolder, 'workers', String(index));

const listNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** `counters/` of all processes, the first one first. */
export async function listCounterFolders(siteFolder: string): Promise<string[]> {
  const workers = join(siteFolder, 'workers');
  const others = (await listNames(workers)).map((name) => join(workers, name, 'counters'));
  return [join(siteFolder, 'counters'), ...others];
}

/**
 * Takes over what the other processes of an ended engine counted, and removes their folders. Call when none of them
 * runs. What cannot be moved on a full disk stays, and is read where it is.
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
