import type { Services } from '../../services.ts';
import { followSite } from './follow.ts';
import { readRemoteSettings } from './settings.ts';

const TURN_MS = 5000;
const INTERVAL_MS = 60_000;

/** Follows the branches of sites: each once a minute, and every few seconds while a commit is being applied. */
export function createFollower(services: Services) {
  const { store, clock, log, repositories } = services;
  let timer: NodeJS.Timeout | undefined;
  let busy: Promise<void> | undefined;
  let sweep: Promise<void> | undefined;
  const stopping = new AbortController();

  const turn = async () => {
    await sweep;
    for (const site of await store.sites.list()) {
      if (stopping.signal.aborted || site.status !== 'ACTIVE' || !readRemoteSettings(services, site))
        continue;
      const row = await store.gitFollows.find(site.id);
      const age = clock() - (row?.checked_at ?? 0);
      // A clock that was set back delays nothing.
      if (row && row.state !== 'APPLYING' && row.state !== 'WAITING' && age >= 0 && age < INTERVAL_MS)
        continue;
      await followSite(services, site, { signal: stopping.signal });
    }
  };
  const runTurn = () => {
    busy ??= turn()
      .catch((error: unknown) => log.error({ err: error }, 'following repositories failed'))
      .finally(() => {
        busy = undefined;
      });
  };
  return {
    start: () => {
      sweep = repositories
        .removeLeftKeys()
        .catch((error: unknown) => log.error({ err: error }, 'SSH keys that were left could not be removed'));
      timer = setInterval(runTurn, TURN_MS);
      timer.unref();
      runTurn();
    },
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      await busy;
    },
  };
}
