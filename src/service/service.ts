import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import type { Flag } from '../contract/flags.ts';
import { createPatternTrials } from '../engine/components/catalogue.ts';
import type { EnginePort, EngineReport } from '../engine/port.ts';
import { createAnalytics } from './analytics/analytics.ts';
import { createApp } from './app.ts';
import { ensureLocalUser } from './auth/local-user.ts';
import type { Principal } from './auth/permissions.ts';
import { createTickets } from './auth/tickets.ts';
import { engineCatalogue } from './catalogue.ts';
import { allowedHosts } from './http/guard.ts';
import type { ConsoleBundle } from './http/static.ts';
import { type Clock, createIds } from './ids.ts';
import { createLifecycle } from './lifecycle/lifecycle.ts';
import { createLiveChannel } from './live/channel.ts';
import { createHub } from './live/hub.ts';
import type { Log } from './log.ts';
import type { Services } from './services.ts';
import type { Store } from './store/index.ts';
import { createSealer } from './store/sealing.ts';

const ORPHAN_SWEEP_MS = 5 * 60_000;
/** A transform no graph names may still be on its way into one. */
export const ORPHAN_AGE_MS = 10 * 60_000;

export type ServiceOptions = {
  store: Store;
  engine: EnginePort;
  /** 32 bytes that seal secrets. */
  key: Buffer;
  clock: Clock;
  log: Log;
  flags: readonly Flag[];
  version: string;
  listenHost: string;
  ownPorts: readonly number[];
  outputFolder: string;
  console?: ConsoleBundle | undefined;
  /** Who a request comes from; everyone is the local administrator when left out. */
  authenticate?: (request: Request) => Promise<Principal | undefined>;
  checkResponses?: boolean;
};

/** The service without a port: its HTTP app and what runs behind it. */
export type Service = {
  app: Hono;
  services: Services;
  /** Brings back what ran; the engine must have been started. */
  start(): Promise<void>;
  /** Ends the engine, stores what was counted, closes connections; the store stays open. */
  stop(): Promise<void>;
};

/** The first site; its id is stored, so it is made once. */
async function ensureLocalSite(store: Store, id: string, now: number): Promise<void> {
  await store.transaction(async (tx) => {
    if ((await tx.sites.list()).length > 0) return;
    await tx.sites.insert({
      id,
      name: 'Local',
      description: 'Pipelines that run on this machine.',
      status: 'ACTIVE',
      vendor: 'ON_PREMISE',
      revision: 1,
      created_at: now,
      updated_at: now,
    });
  });
}

/** The id of the site this machine's engine serves. */
export async function localSiteId(store: Store, clock: Clock): Promise<string> {
  await ensureLocalSite(store, createIds(clock)('site'), clock());
  const sites = await store.sites.list();
  return sites[0]?.id ?? '';
}

function listen(services: Services): () => void {
  const { analytics, lifecycle, hub, log } = services;
  const hear = async (report: EngineReport) => {
    analytics.take(report);
    if (report.type === 'pipeline.failed') {
      const { pipelineId, problem } = report;
      lifecycle.failed(pipelineId, problem);
      log.warn({ pipelineId, problem: problem.message }, 'a pipeline stopped by itself');
    }
    if (report.type !== 'state') return;
    log.info({ state: report.state, problem: report.problem?.message }, 'engine state');
    for (const { id } of await services.store.sites.list()) {
      hub.publish({ type: 'entity.changed', siteId: id, entity: 'site', id, change: 'updated' });
    }
  };
  return services.engine.onReport((report) => {
    hear(report).catch((error: unknown) => log.error({ err: error }, 'an engine report failed'));
  });
}

/** Puts the parts together; nothing is global, so tests make as many as they need. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { store, engine, clock, log } = options;
  const ids = createIds(clock);
  const hub = createHub();
  const sealer = createSealer(options.key);
  await localSiteId(store, clock);
  const local = await ensureLocalUser(store, ids, clock);
  const services: Services = {
    store,
    engine,
    catalogue: engineCatalogue,
    patterns: createPatternTrials(),
    sealer,
    clock,
    ids,
    log,
    flags: options.flags,
    analytics: createAnalytics({ store, clock, ids, hub, log }),
    lifecycle: createLifecycle({ store, engine, sealer, hub, clock, log }),
    hub,
    tickets: createTickets(clock),
    version: options.version,
    instanceId: randomUUID(),
    ownPorts: options.ownPorts,
    outputFolder: options.outputFolder,
    authenticate: options.authenticate ?? (async () => local),
    checkResponses: options.checkResponses ?? false,
  };
  const { analytics, lifecycle } = services;
  const channel = createLiveChannel(services);
  const app = createApp(services, {
    hosts: allowedHosts(options.listenHost),
    console: options.console,
    mount: channel.mount,
  });
  const deaf = listen(services);
  const sweep = () =>
    store.transforms
      .sweepOrphans(clock() - ORPHAN_AGE_MS)
      .catch((error: unknown) => log.error({ err: error }, 'sweeping transforms failed'));
  let sweeper: NodeJS.Timeout | undefined;
  return {
    app,
    services,
    start: async () => {
      await analytics.start();
      await lifecycle.start();
      sweeper = setInterval(sweep, ORPHAN_SWEEP_MS);
      sweeper.unref();
    },
    stop: async () => {
      clearInterval(sweeper);
      lifecycle.beginStop();
      channel.closeAll();
      await engine.stop();
      await lifecycle.settled();
      await analytics.stop();
      await services.patterns.stop();
      deaf();
    },
  };
}
