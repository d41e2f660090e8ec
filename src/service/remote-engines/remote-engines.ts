import {
  createPreviews,
  createRemoteEngine,
  ENGINE_CLOSE,
  type RemoteEngine,
  type RemoteFacts,
} from '../../engine/port.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { AwayEngine } from '../notifications/away.ts';
import type { Store } from '../store/index.ts';
import type { SiteRow } from '../store/schema.ts';

const listArchives = async (store: Store, siteId: string): Promise<string[]> =>
  (await store.nodes.archived())
    .filter((source) => source.site_id === siteId)
    .map(({ archive_id }) => archive_id);

/** What a site's engine may report: its pipelines, deleted ones included, and archives. */
async function listOwnPipelines(store: Store, siteId: string): Promise<ReadonlySet<string>> {
  const { rows } = await store.pipelines.list({ siteIds: [siteId] });
  return new Set([...rows.map(({ id }) => id), ...(await listArchives(store, siteId))]);
}

async function listRunnable(store: Store, siteId: string): Promise<string[]> {
  const { rows } = await store.pipelines.list({ siteIds: [siteId] });
  const deployed = rows.filter((row) => row.deployed_graph_version > 0 && row.status !== 'DELETED');
  return [...deployed.map(({ id }) => id), ...(await listArchives(store, siteId))];
}

export type RemoteEngines = {
  has(siteId: string): boolean;
  add(siteId: string): void;
  of(siteId: string): RemoteEngine;
  isJoined(siteId: string): boolean;
  /** A joined engine is disconnected; it keeps running. */
  isAway(siteId: string): boolean;
  /** Unix milliseconds; undefined unless it was here since the start and is away. */
  awaySince(siteId: string): number | undefined;
  away(): AwayEngine[];
  reasonAgainst(site: SiteRow, action: { isDelete: boolean; wasDeployed: boolean }): string | undefined;
  versionOf(siteId: string): string | undefined;
  joined(siteId: string): void;
  disconnect(siteId: string, reason?: string): void;
  /** From now on, disconnects are not reported. */
  beginStop(): void;
  stop(): void;
};

type Tools = {
  store: Store;
  clock: Clock;
  steady: Clock;
  log: Log;
  signIn: () => Promise<string>;
  flush: () => Promise<void>;
  onConnected: (siteId: string) => Promise<void>;
};

export async function createRemoteEngines(tools: Tools): Promise<RemoteEngines> {
  const { store, clock, steady, log, signIn, flush, onConnected } = tools;
  const previews = createPreviews({ log: (line) => log.info({ line }, 'preview') });
  const sites = new Set<string>();
  const joined = new Set<string>();
  const versions = new Map<string, string>();
  const engines = new Map<string, RemoteEngine>();
  for (const { id, engine } of await store.sites.list()) if (engine === 'remote') sites.add(id);
  for (const row of await store.remoteEngines.list()) {
    if (row.credential_hash !== '') joined.add(row.site_id);
    if (row.version !== '') versions.set(row.site_id, row.version);
  }

  const connected = async (siteId: string, { version, host, platform }: RemoteFacts) => {
    versions.set(siteId, version);
    await store.remoteEngines.seen(siteId, { version, host, platform, last_seen_at: clock() });
    await onConnected(siteId);
  };

  const make = (siteId: string): RemoteEngine =>
    createRemoteEngine({
      siteId,
      siteName: async () => (await store.sites.find(siteId))?.name ?? '',
      signIn,
      isJoined: () => joined.has(siteId),
      now: clock,
      steady,
      previews,
      log: (line) => log.warn({ siteId, line }, 'remote engine'),
      ownPipelines: () => listOwnPipelines(store, siteId),
      runnable: () => listRunnable(store, siteId),
      stored: async () => {
        await flush();
        await store.remoteEngines.seen(siteId, { last_seen_at: clock() });
        return (await store.remoteEngines.find(siteId))?.errors_stored ?? 0;
      },
      onConnected: (facts) => connected(siteId, facts),
    });

  const of = (siteId: string): RemoteEngine => {
    const engine = engines.get(siteId) ?? make(siteId);
    engines.set(siteId, engine);
    return engine;
  };

  let isStopping = false;
  let lastAway: AwayEngine[] = [];

  const isConnected = (siteId: string) => !['disconnected', 'stopped'].includes(of(siteId).state);

  return {
    has: (siteId) => sites.has(siteId),
    add: (siteId) => void sites.add(siteId),
    of,
    isJoined: (siteId) => joined.has(siteId),
    isAway: (siteId) => joined.has(siteId) && !isConnected(siteId),
    awaySince: (siteId) => {
      if (!sites.has(siteId)) return undefined;
      const { state, awaySince, wasHere } = of(siteId);
      return state === 'disconnected' && wasHere ? clock() - (steady() - awaySince) : undefined;
    },
    away: () => {
      if (!isStopping)
        lastAway = [...joined].flatMap((siteId) => {
          const { state, awaySince: since, wasHere } = of(siteId);
          return state === 'disconnected' ? [{ siteId, since, wasHere }] : [];
        });
      return lastAway;
    },
    reasonAgainst: ({ id, name, engine }, { isDelete, wasDeployed }) => {
      if (engine !== 'remote' || isConnected(id)) return undefined;
      if (!joined.has(id)) {
        if (isDelete) return undefined;
        return `No engine has joined site '${name}': create a join token on its page, and run the command it shows on the other machine`;
      }
      if (isDelete && !wasDeployed) return undefined;
      return `The engine of site '${name}' is not connected; its pipelines keep running. Start it on its machine, or see its log for why it does not connect`;
    },
    versionOf: (siteId) => versions.get(siteId),
    joined: (siteId) => void joined.add(siteId),
    disconnect: (siteId, reason = 'This engine was disconnected from its site') => {
      joined.delete(siteId);
      versions.delete(siteId);
      engines.get(siteId)?.detach(ENGINE_CLOSE.disconnected, reason);
    },
    beginStop: () => {
      isStopping = true;
    },
    stop: () => previews.stop(),
  };
}
