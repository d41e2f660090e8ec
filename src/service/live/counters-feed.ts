import type { LiveServerMessage } from '../../contract/live.ts';
import type { Analytics } from '../analytics/analytics.ts';
import { toLiveCounters } from '../analytics/recorder.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import type { Hub } from './hub.ts';

const PUSH_MS = 1000;
/** Finds changes by another process on the same database. */
const REREAD_MS = 30_000;

/** Running totals of pipelines, by pipeline and component. */
type PipelineCounters = Extract<LiveServerMessage, { type: 'counters' }>['pipelines'];

type Watch = { siteId: string; pipelineIds?: readonly string[] | undefined };
type Watcher = Watch & { push: (counters: PipelineCounters) => void };

/** Pushes running totals each second; all sessions share one list of pipelines. */
export type CountersFeed = {
  /**
   * The first totals come at once.
   * @returns what ends it
   */
  watch(what: Watch, push: Watcher['push']): () => void;
};

type Tools = {
  store: Pick<Store, 'pipelines'>;
  analytics: Pick<Analytics, 'totalsOf'>;
  hub: Pick<Hub, 'observe'>;
  log: Log;
  /** False while a remote engine is away: its last totals would look like a flow that stopped. */
  isKnown: (siteId: string) => boolean;
};

export function createCountersFeed({ store, analytics, hub, log, isKnown }: Tools): CountersFeed {
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

  const collect = (pipelineIds: readonly string[]): PipelineCounters =>
    Object.fromEntries(
      pipelineIds.map((id) => {
        const totals = Object.entries(analytics.totalsOf(id));
        return [
          id,
          Object.fromEntries(totals.map(([component, total]) => [component, toLiveCounters(total)])),
        ];
      }),
    );

  const send = ({ siteId, pipelineIds, push }: Watcher) => {
    const ofSite = isKnown(siteId) ? (pipelinesBySite.get(siteId) ?? []) : [];
    push(collect(pipelineIds ? ofSite.filter((id) => pipelineIds.includes(id)) : ofSite));
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
        if (watchers.has(watcher)) send(watcher);
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
