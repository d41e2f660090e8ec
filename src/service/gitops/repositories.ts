import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createMutex, type Mutex } from '../mutex.ts';
import type { GitFiles } from './files.ts';
import { type GitRepository, openRepository } from './repository.ts';

/** The repositories that the service keeps itself, one for each site, in the data folder. */
export type GitRepositories = {
  of(siteId: string): GitRepository;
  /** Where what is fetched for a site that follows a repository elsewhere lies. */
  copyOf(siteId: string): { gitdir: string; fs: GitFiles };
  /** What writes follows each other. */
  inTurn: Mutex;
  remove(siteId: string): Promise<void>;
};

export function createGitRepositories(folder: string, fs: GitFiles): GitRepositories {
  const pathOf = (siteId: string) => join(folder, `${siteId}.git`);
  const copyOf = (siteId: string) => ({ gitdir: join(folder, `${siteId}.remote.git`), fs });
  return {
    of: (siteId) => {
      const repository = openRepository(pathOf(siteId), fs);
      const create = async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await repository.create();
      };
      return { ...repository, create };
    },
    copyOf,
    inTurn: createMutex(),
    remove: async (siteId) => {
      for (const path of [pathOf(siteId), copyOf(siteId).gitdir])
        await fs.promises.rm(path, { recursive: true, force: true });
    },
  };
}
