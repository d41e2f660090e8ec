import type { Services } from '../../services.ts';
import type { SiteRow } from '../../store/schema.ts';
import { followSite } from './follow.ts';
import { LEASE_MS } from './lease.ts';
import { isDue } from './schedule.ts';
import { readRemoteSettings } from './settings.ts';

const TURN_MS = 5000;
/** Sites that are looked at beside each other: a server that lets one wait holds up no other. */
const AT_ONCE_MAX = 4;

/** Follows the branches of sites: each once a minute, and every few seconds while a commit is being applied. */
export function createFollower(services: Services) {
  const { store, clock, log, repositories } = services;
  let timer: NodeJS.Timeout | undefined;
  let busy: Promise<void> | undefined;
  let sweep: Promise<void> | undefined;
  /** What is looked at now, by site. */
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
  /** Looks at the sites that are due, and does not wait for them. */
  const runTurn = () => {
    busy ??= turn()
      .catch((error: unknown) => log.error({ err: error }, 'following repositories failed'))
      .finally(() => {
        busy = undefined;
      });
    return busy;
  };
  /** Keys and leases that a killed service left. This one may hold leases of its own by then. */
  const tidy = async () => {
    const startedAt = clock();
    await repositories
      .removeLeftKeys()
      .catch((error: unknown) => log.error({ err: error }, 'SSH keys that were left could not be removed'));
    // No other service uses a SQLite database; on a shared one leases end by themselves.
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
    /** One turn, and all that it began. */
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
