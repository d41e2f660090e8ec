import { RATE_SECONDS } from '../../contract/figures.ts';
import type { LiveServerMessage } from '../../contract/live.ts';
import type { Analytics } from '../analytics/analytics.ts';
import { toLiveCounters } from '../analytics/recorder.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import type { Hub } from './hub.ts';

const PUSH_MS = 1000;
/** Finds changes by other processes on the database. */
const REREAD_MS = 30_000;

type PipelineCounters = Extract<LiveServerMessage, { type: 'counters' }>['pipelines'];

type Watch = { siteId: string; pipelineIds?: readonly string[] | undefined };
type Push = (counters: PipelineCounters, at: number) => void;
type Watcher = Watch & { push: Push };

/** Pushes running totals each second; sessions share one list of pipelines. */
export type CountersFeed = {
  /**
   * The first totals come at once, after those of `RATE_SECONDS` ago if known, so that rates start with a
   * whole window.
   * @returns ends it
   */
  watch(what: Watch, push: Push): () => void;
};

type Tools = {
  store: Pick<Store, 'pipelines'>;
  analytics: Pick<Analytics, 'totalsOf' | 'totalsAt'>;
  hub: Pick<Hub, 'observe'>;
  clock: Clock;
  log: Log;
  /** False while a remote engine is away: its last totals would look like a stopped flow. */
  isKnown: (siteId: string) => boolean;
};

export function createCountersFeed({ store, analytics, hub, clock, log, isKnown }: Tools): CountersFeed {
  const countsSince = clock();
  const watchers = new Set<Watcher>();
  let pipelinesBySite = new Map<string, string[]>();
  let isStale = true;
  let readAt = 0;
  let reading: Promise<void> | undefined;
  let stop: (() => void) | undefined;

  const readPipelines = async () => {
    const siteIds = [...new Set([...watchers].map((watcher) => watcher.siteId))];
    isStale = false;
    readAt = performance.now();
    try {
      const { rows } = await store.pipelines.list({ siteIds });
      pipelinesBySite = new Map(siteIds.map((siteId) => [siteId, []]));
      for (const row of rows) pipelinesBySite.get(row.site_id)?.push(row.id);
    } catch (error) {
      isStale = true;
      throw error;
    }
  };

  /** Callers share one query. */
  const refresh = async (siteId?: string) => {
    if (reading) await reading;
    const isUnknown = siteId !== undefined && !pipelinesBySite.has(siteId);
    if (!isStale && !isUnknown && performance.now() - readAt < REREAD_MS) return;
    reading ??= readPipelines().finally(() => {
      reading = undefined;
    });
    await reading;
  };

  const collect = (
    pipelineIds: readonly string[],
    readTotals: Analytics['totalsOf'] = analytics.totalsOf,
  ): PipelineCounters =>
    Object.fromEntries(
      pipelineIds.map((id) => {
        const totals = Object.entries(readTotals(id));
        return [
          id,
          Object.fromEntries(totals.map(([component, total]) => [component, toLiveCounters(total)])),
        ];
      }),
    );

  const listWatched = ({ siteId, pipelineIds }: Watcher): readonly string[] => {
    const ofSite = isKnown(siteId) ? (pipelinesBySite.get(siteId) ?? []) : [];
    return pipelineIds ? ofSite.filter((id) => pipelineIds.includes(id)) : ofSite;
  };

  const send = (watcher: Watcher) => watcher.push(collect(listWatched(watcher)), clock());

  const sendFormer = (watcher: Watcher) => {
    const moment = clock() - RATE_SECONDS * 1000;
    const watched = listWatched(watcher);
    if (moment < countsSince || watched.length === 0) return;
    watcher.push(collect(watched, analytics.totalsAt(moment)), moment);
  };

  const reportFailure = (error: unknown) => log.warn({ err: error }, 'sending counters failed');

  const sendAll = async () => {
    if (reading) return;
    await refresh();
    for (const watcher of watchers) send(watcher);
  };

  const start = () => {
    isStale = true;
    const timer = setInterval(() => void sendAll().catch(reportFailure), PUSH_MS);
    timer.unref();
    const unobserve = hub.observe((message) => {
      if (message.type === 'entity.changed' && message.entity === 'pipeline') isStale = true;
      if (message.type === 'pipeline.status' && message.status === 'DELETED') isStale = true;
    });
    return () => {
      clearInterval(timer);
      unobserve();
    };
  };

  return {
    watch(what, push) {
      const watcher = { ...what, push };
      watchers.add(watcher);
      stop ??= start();
      const sendFirst = async () => {
        await refresh(what.siteId);
        if (!watchers.has(watcher)) return;
        sendFormer(watcher);
        send(watcher);
      };
      setImmediate(() => void sendFirst().catch(reportFailure));
      return () => {
        watchers.delete(watcher);
        if (watchers.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}
