import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createMutex, type Mutex } from '../mutex.ts';
import type { GitFiles } from './files.ts';
import { KEY_FOLDER } from './follow/ssh.ts';
import { type GitRepository, openRepository } from './repository.ts';

/** Repositories kept by the service, one per site, in the data folder. */
export type GitRepositories = {
  folder: string;
  of(siteId: string): GitRepository;
  copyOf(siteId: string): { gitdir: string; fs: GitFiles };
  /** Removes SSH keys left by a killed service. */
  removeLeftKeys(): Promise<void>;
  inTurn: Mutex;
  remove(siteId: string): Promise<void>;
};

export function createGitRepositories(folder: string, fs: GitFiles): GitRepositories {
  const pathOf = (siteId: string) => join(folder, `${siteId}.git`);
  const copyOf = (siteId: string) => ({ gitdir: join(folder, `${siteId}.remote.git`), fs });
  return {
    folder,
    removeLeftKeys: async () => {
      const names = await readdir(folder).catch((): string[] => []);
      for (const name of names.filter((one) => one.startsWith(KEY_FOLDER)))
        await rm(join(folder, name), { recursive: true, force: true });
    },
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
