import type { SiteFolders } from '../../engine/port.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import type { SiteEngines } from './engines.ts';

/** An engine whose service was killed ends by itself within this time; until then it may write to its folder. */
const ORPHAN_ENDS_MS = 8000;

/** Sites that were deleted: their engines end, then their folders go. */
export type EndedSites = {
  /** Of a site whose deletion is stored. */
  end(siteId: string): Promise<void>;
  /** At the start: goes on with what a service before this one did not finish. */
  resume(): Promise<void>;
  stop(): void;
};

type Tools = { store: Store; engine: Pick<SiteEngines, 'close'>; folders: SiteFolders; log: Log };

/**
 * A deleted site is noted with its deletion and forgotten once its folder is gone: whatever ends in between is gone on
 * with at the next start.
 */
export function createEndedSites({ store, engine, folders, log }: Tools): EndedSites {
  let timer: NodeJS.Timeout | undefined;
  const remove = async (siteId: string) => {
    try {
      await folders.remove(siteId);
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
