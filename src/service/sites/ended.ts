import type { SiteFolders } from '../../engine/port.ts';
import type { GitRepositories } from '../gitops/repositories.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import type { SiteEngines } from './engines.ts';

/** An orphaned engine ends within this time and may write until then. */
const ORPHAN_ENDS_MS = 8000;

/** Ends the engines of deleted sites, then removes their folders. */
export type EndedSites = {
  /** Call once the deletion is stored. */
  end(siteId: string): Promise<void>;
  /** Finishes what an earlier process left. */
  resume(): Promise<void>;
  stop(): void;
};

type Tools = {
  store: Store;
  repositories: Pick<GitRepositories, 'remove'>;
  engine: Pick<SiteEngines, 'close'>;
  folders: SiteFolders;
  log: Log;
};

/** A deleted site stays noted until its folder is gone, so that the next start can finish. */
export function createEndedSites({ store, repositories, engine, folders, log }: Tools): EndedSites {
  let timer: NodeJS.Timeout | undefined;
  const remove = async (siteId: string) => {
    try {
      await folders.remove(siteId);
      await repositories.remove(siteId);
      await store.transaction((tx) => tx.sites.forget(siteId));
    } catch (error) {
      log.error({ err: error, siteId }, 'the folder of a deleted site stays until the next start');
    }
  };
  return {
    end: async (siteId) => {
      await engine.close(siteId);
      await remove(siteId);
    },
    resume: async () => {
      const ended = await store.sites.ended();
      if (ended.length === 0) return;
      timer = setTimeout(() => void Promise.all(ended.map(remove)), ORPHAN_ENDS_MS);
      timer.unref();
    },
    stop: () => clearTimeout(timer),
  };
}
