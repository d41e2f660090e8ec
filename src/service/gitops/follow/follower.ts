import type { Services } from '../../services.ts';
import type { SiteRow } from '../../store/schema.ts';
import { followSite } from './follow.ts';
import { LEASE_MS } from './lease.ts';
import { isDue } from './schedule.ts';
import { readRemoteSettings } from './settings.ts';

const TURN_MS = 5000;
/** Concurrent sites, so that a slow server delays no other. */
const AT_ONCE_MAX = 4;

/** Checks each site's branch once a minute, and every few seconds while applying. */
export function createFollower(services: Services) {
  const { store, clock, log, repositories } = services;
  let timer: NodeJS.Timeout | undefined;
  let busy: Promise<void> | undefined;
  let sweep: Promise<void> | undefined;
  const running = new Map<string, Promise<unknown>>();
  let waiting: SiteRow[] = [];
  const stopping = new AbortController();

  const fill = (): void => {
    while (running.size < AT_ONCE_MAX && !stopping.signal.aborted) {
      const site = waiting.shift();
      if (!site) return;
      const look = followSite(services, site, { signal: stopping.signal })
        .catch((error: unknown) =>
          log.error({ err: error, siteId: site.id }, 'following a repository failed'),
        )
        .finally(() => {
          running.delete(site.id);
          fill();
        });
      running.set(site.id, look);
    }
  };
  const turn = async (): Promise<void> => {
    await sweep;
    const due: SiteRow[] = [];
    for (const site of await store.sites.list()) {
      if (site.status !== 'ACTIVE' || running.has(site.id) || !readRemoteSettings(services, site)) continue;
      if (isDue(await store.gitFollows.find(site.id), clock())) due.push(site);
    }
    waiting = due.filter(({ id }) => !running.has(id));
    fill();
  };
  const runTurn = () => {
    busy ??= turn()
      .catch((error: unknown) => log.error({ err: error }, 'following repositories failed'))
      .finally(() => {
        busy = undefined;
      });
    return busy;
  };
  /** Removes what a killed service left. This one may already hold leases. */
  const tidy = async () => {
    const startedAt = clock();
    await repositories
      .removeLeftKeys()
      .catch((error: unknown) => log.error({ err: error }, 'SSH keys that were left could not be removed'));
    // SQLite has one service; on a shared database leases expire.
    if (store.kind === 'sqlite')
      await store
        .transaction((tx) => tx.gitFollows.release(startedAt + LEASE_MS))
        .catch((error: unknown) => log.error({ err: error }, 'turns that were left could not be ended'));
  };
  return {
    start: () => {
      sweep = tidy();
      timer = setInterval(runTurn, TURN_MS);
      timer.unref();
      void runTurn();
    },
    turn: async () => {
      await runTurn();
      while (running.size > 0) await Promise.all(running.values());
    },
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await busy;
      await Promise.all(running.values());
    },
  };
}
