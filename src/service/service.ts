import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Hono } from 'hono';
import { CHAT_PATH } from '../contract/assistant.ts';
import type { ProviderType } from '../contract/enums.ts';
import type { Flag } from '../contract/flags.ts';
import { COLLECTORS_DEPLOY_LIMIT_MS, DEPLOY_TIME_LIMIT_MS } from '../contract/limits.ts';
import { LIVE_PATH } from '../contract/live.ts';
import {
  createArchiveSearches,
  createIndexBuilder,
  createQueries,
  type EnginePort,
  type EngineReport,
  makePrivateFolder,
  type SiteFolders,
} from '../engine/port.ts';
import { createAlerts } from './alerts/alerts.ts';
import { createAnalytics } from './analytics/analytics.ts';
import { createSourceSenders } from './analytics/senders.ts';
import { createApart } from './apart/apart.ts';
import { createApp } from './app.ts';
import { createArchives } from './archives/archives.ts';
import { createArchiveIndexing } from './archives/indexing.ts';
import { createChatSession } from './assistant/session.ts';
import { createAudit } from './audit/audit.ts';
import { createAuthenticator } from './auth/authenticator.ts';
import { ensureLocalUser } from './auth/local-user.ts';
import type { Principal } from './auth/permissions.ts';
import { createPictures } from './auth/pictures.ts';
import { createProviderReaders } from './auth/provider-readers.ts';
import { createSessions } from './auth/sessions.ts';
import { createSignIn } from './auth/sign-in.ts';
import { createSignOut } from './auth/sign-out.ts';
import { type AuthEnvironment, createSsoSettings, NO_AUTH } from './auth/sso-settings.ts';
import { createTickets } from './auth/tickets.ts';
import { engineCatalogue } from './catalogue.ts';
import type { Clock } from './clock.ts';
import { createCollectorSites } from './collector-sites/collector-sites.ts';
import { createDeadLetterCounts } from './dead-letters/counts.ts';
import { createFeatures } from './features.ts';
import { createContentStore } from './files/content.ts';
import { createOpampChannel } from './fleets/channel.ts';
import { createFleets } from './fleets/fleets.ts';
import { endOfDeployment } from './gitops/applied.ts';
import { diskFiles, type GitFiles } from './gitops/files.ts';
import { followSite } from './gitops/follow/follow.ts';
import { createFollower } from './gitops/follow/follower.ts';
import { settleRemote } from './gitops/follow/settle-remote.ts';
import { createGitRepositories } from './gitops/repositories.ts';
import { settleRepositories } from './gitops/settle.ts';
import { createHealthWatch } from './health/health.ts';
import { listAllowedHosts } from './http/guard.ts';
import { createCallAs } from './http/in-process.ts';
import type { ConsoleBundle } from './http/static.ts';
import { createHydrations } from './hydration/hydrations.ts';
import { createIds } from './ids.ts';
import { createLeftoverSweep } from './leftovers.ts';
import type { DeploymentEnded } from './lifecycle/deployments.ts';
import { createLifecycle } from './lifecycle/lifecycle.ts';
import { createChannel } from './live/channel.ts';
import { createConnections } from './live/connections.ts';
import { createCountersFeed } from './live/counters-feed.ts';
import { createEditors } from './live/editors.ts';
import { createHub } from './live/hub.ts';
import { createLiveSession } from './live/session.ts';
import type { Log } from './log.ts';
import { locateArchives } from './log-search/archive-folders.ts';
import { createLogCounts } from './log-search/counts.ts';
import { createLogExports } from './log-search/exports.ts';
import { createSearchNotes } from './log-search/search-notes.ts';
import { createMeasurements } from './measurements/measurements.ts';
import { createNotifications } from './notifications/notifications.ts';
import { createCaptures } from './preview/captures.ts';
import { createEngineChannel } from './remote-engines/channel.ts';
import { createRemoteEngines } from './remote-engines/remote-engines.ts';
import { createReports } from './reports/reports.ts';
import { mountGitWebhook } from './routes/git-webhook.ts';
import type { Services } from './services.ts';
import { createEndedSites } from './sites/ended.ts';
import { createSiteEngines } from './sites/engines.ts';
import { ensureLocalSite } from './sites/local-site.ts';
import { publishSite } from './sites/publish.ts';
import type { Store } from './store/index.ts';
import { createSealer } from './store/sealing.ts';

export type ServiceOptions = {
  store: Store;
  makeEngine: (siteId: string) => EnginePort;
  siteFolders: SiteFolders;
  /** After this, silent engines are restarted; 10 by default. */
  engineSilenceSeconds?: number;
  key: Buffer;
  clock: Clock;
  /** Monotonic, in ms; `clock` by default. */
  steady?: Clock;
  log: Log;
  flags: readonly Flag[];
  /** Off by the environment, whatever the organization says. */
  flagsOff?: readonly Flag[];
  version: string;
  listenHost: string;
  ownPorts: readonly number[];
  auth?: AuthEnvironment;
  /** Called at start and after each change. */
  onSignInDecided?: (inForce: ProviderType) => void;
  outputFolder: string;
  filesFolder: string;
  gitFiles?: GitFiles;
  console?: ConsoleBundle | undefined;
  callsPerMinute?: number;
  /** Addresses and networks; none by default. */
  trustedProxies?: string;
  /** By default everyone is the local administrator. */
  authenticate?: (request: Request) => Promise<Principal | undefined>;
  checkResponses?: boolean;
  deployTimeLimitMs?: number;
};

/** The HTTP app without a port, and what runs behind it. */
export type Service = {
  app: Hono;
  services: Services;
  /** Fails when stopped before. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

function listen(services: Services): () => void {
  const { analytics, health, lifecycle, notifications, log } = services;
  const hear = async (report: EngineReport, siteId: string) => {
    analytics.take(report, siteId);
    health.take(report, siteId);
    services.measurements.take(report, siteId);
    services.senders.take(report);
    services.deadLetters.take(report, siteId);
    services.archives.take(report);
    services.archiveIndexing.take(report);
    services.hydrations.take(report);
    notifications.take(report, siteId);
    if (report.type === 'pipeline.failed') {
      const { pipelineId, problem } = report;
      lifecycle.failed(pipelineId, problem);
      log.warn({ pipelineId, problem: problem.message }, 'a pipeline stopped by itself');
    }
    if (report.type !== 'state') return;
    log.info({ siteId, state: report.state, problem: report.problem?.message }, 'engine state');
    await publishSite(services, siteId, 'updated');
  };
  return services.engine.onReport((report, siteId) => {
    hear(report, siteId).catch((error: unknown) => log.error({ err: error }, 'an engine report failed'));
  });
}

/** Without globals, so tests create as many as they need. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { store, clock, steady = clock, log } = options;
  const ids = createIds(clock);
  const hub = createHub();
  const sealer = createSealer(options.key);
  const content = createContentStore(options.filesFolder);
  const files = { catalogue: engineCatalogue, content };
  await ensureLocalSite(store, ids('site'), clock());
  const sites = await store.sites.list();
  const goOn = async (siteId: string) => {
    await services.archives.resume(siteId);
    await services.lifecycle.resume(siteId);
    await services.hydrations.resume(siteId);
  };
  const apart = createApart();
  const fleets = createFleets({ store, sealer, ids, clock, steady, log, serviceId: randomUUID() });
  const collectorSites = await createCollectorSites({
    ...{ store, sealer, ids, clock, apart, fleets, files, log },
    onConnected: goOn,
  });
  const remoteEngines = await createRemoteEngines({
    store,
    clock,
    steady,
    log,
    signIn: async () => (await sso.current()).inForce,
    flush: () => services.analytics.flush(),
    onConnected: goOn,
  });
  const isAway = (siteId: string) => remoteEngines.isAway(siteId) || collectorSites.isAway(siteId);
  const isElsewhere = (siteId: string) => remoteEngines.has(siteId) || collectorSites.has(siteId);
  const engine = createSiteEngines({
    makeEngine: (siteId) => {
      if (collectorSites.has(siteId)) return collectorSites.of(siteId);
      return remoteEngines.has(siteId) ? remoteEngines.of(siteId) : options.makeEngine(siteId);
    },
    isRemote: isElsewhere,
    heardAt: (siteId) => (collectorSites.has(siteId) && !collectorSites.isAway(siteId) ? clock() : undefined),
    active: sites.filter(({ status }) => status === 'ACTIVE').map(({ id }) => id),
    clock,
    siteOf: async (pipelineId) =>
      (await store.pipelines.find(pipelineId))?.site_id ?? (await store.hydrations.find(pipelineId))?.site_id,
  });
  const local = await ensureLocalUser(store, ids, clock);
  const audit = createAudit({ store, catalogue: engineCatalogue, sealer, log, clock });
  const sso = createSsoSettings(store, sealer, options.auth ?? NO_AUTH, options.onSignInDecided);
  // Before engines start: sign-in restricts what they may reach.
  await sso.current();
  const sessions = createSessions(store, clock, sealer);
  const readers = createProviderReaders(clock);
  const localUserId = local.user.id;
  const signIn = createSignIn({ store, clock, steady, ids, audit, log, readers, sessions, sso, localUserId });
  const { addressesOf } = signIn;
  const signOut = createSignOut({ store, clock, audit, sealer, log, readers, sessions, sso, addressesOf });
  const analytics = createAnalytics({ store, clock, ids, hub, log });
  const health = createHealthWatch({
    store,
    hub,
    log,
    steady,
    knownEventAt: (pipelineId, componentId) => analytics.lastEventIn({ pipelineId, componentId }),
    others: collectorSites.health,
  });
  const features = createFeatures({ on: options.flags, off: options.flagsOff ?? [] });
  features.apply(await features.readChosen(store));
  const { flags } = features;
  const silenceSeconds = options.engineSilenceSeconds ?? 10;
  const notifications = createNotifications({
    store,
    ids,
    clock,
    steady,
    hub,
    log,
    health,
    flags,
    away: remoteEngines.away,
    silenceMs: silenceSeconds * 1000,
  });
  const onDeploymentEnded: DeploymentEnded = async (tx, pipeline, deployment) => {
    await notifications.deploymentEnded(tx, pipeline, deployment);
    await endOfDeployment(tx, pipeline, deployment, clock());
  };
  const { siteFolders } = options;
  const indexFolder = join(dirname(options.filesFolder), 'archive-index');
  makePrivateFolder(indexFolder);
  const objectFolder = join(dirname(options.filesFolder), 'archive-objects');
  makePrivateFolder(objectFolder);
  const archiveSearches = createArchiveSearches({
    indexFolder,
    objectFolder,
    log: (line) => log.warn({ line }, 'search process'),
  });
  const repositories = createGitRepositories(
    join(dirname(options.filesFolder), 'git'),
    options.gitFiles ?? diskFiles,
  );
  const endedSites = createEndedSites({ store, repositories, engine, folders: siteFolders, log });
  const callAs = (caller: () => Principal) => createCallAs((request) => app.fetch(request), caller);
  const services: Services = {
    store,
    engine,
    siteFolders,
    endedSites,
    repositories,
    syncSite: (site, options) => followSite(services, site, options),
    pushRequests: (siteId, settings) => settleRemote(services, siteId, settings),
    remoteEngines,
    collectorSites,
    catalogue: engineCatalogue,
    apart,
    callAs,
    sealer,
    content,
    clock,
    steady,
    ids,
    log,
    flags,
    features,
    audit,
    analytics,
    health,
    measurements: createMeasurements({ store, clock, log }),
    senders: createSourceSenders(steady),
    deadLetters: createDeadLetterCounts(),
    notifications,
    alerts: createAlerts({
      store,
      analytics,
      engine,
      health,
      clock,
      steady,
      ids,
      hub,
      log,
      sealer,
      flags,
      searches: archiveSearches,
      remoteEngines,
      dataFolder: dirname(options.filesFolder),
      publicUrl: options.auth?.publicUrl ?? '',
    }),
    fleets,
    reports: createReports({
      ...{ store, clock, ids, hub, log, sealer, apart, flags },
      makeCallAs: callAs,
      publicUrl: options.auth?.publicUrl ?? '',
    }),
    lifecycle: createLifecycle(
      { store, engine, sealer, files, hub, clock, log, onDeploymentEnded, isAway },
      (siteId) =>
        collectorSites.has(siteId)
          ? COLLECTORS_DEPLOY_LIMIT_MS
          : (options.deployTimeLimitMs ?? DEPLOY_TIME_LIMIT_MS),
    ),
    archives: createArchives({ store, engine, sealer, clock, log, isAway }),
    archiveIndexing: createArchiveIndexing({
      builder: createIndexBuilder({ indexFolder, log: (line) => log.warn({ line }, 'index process') }),
      locate: (ids) => locateArchives({ sealer, remoteEngines }, store, ids),
      ...{ clock, log },
    }),
    hydrations: createHydrations({
      ...{ store, engine, sealer, files, hub, clock, steady, log, objectFolder, indexFolder },
      isRemote: remoteEngines.has,
    }),
    archiveSearches,
    queries: createQueries({
      tempFolder: join(dirname(options.filesFolder), 'query-temp'),
      objectFolder,
      indexFolder,
      log: (line) => log.warn({ line }, 'query process'),
    }),
    logCounts: createLogCounts(archiveSearches, log),
    logExports: createLogExports(archiveSearches, log),
    searchNotes: createSearchNotes(steady),
    hub,
    counters: createCountersFeed({
      ...{ store, analytics, hub, clock, log },
      // Collectors count per minute, and not per pipeline.
      isKnown: (siteId) => engine.stateOf(siteId) !== 'disconnected' && !collectorSites.has(siteId),
    }),
    captures: createCaptures(engine, ids, clock, steady),
    tickets: createTickets(steady),
    pictures: createPictures({ clock, log }),
    connections: createConnections(),
    editors: createEditors(),
    version: options.version,
    engineSilenceSeconds: silenceSeconds,
    instanceId: randomUUID(),
    ownPorts: options.ownPorts,
    outputFolder: options.outputFolder,
    authenticator: options.authenticate
      ? { authenticate: options.authenticate, current: async (principal) => principal }
      : createAuthenticator({ store, clock, sso, sessions, isSecure: signIn.isSecure }, local),
    sso,
    sessions,
    signIn,
    signOut,
    checkResponses: options.checkResponses ?? false,
  };
  const { lifecycle } = services;
  const channel = createChannel(services, {
    path: LIVE_PATH,
    createSession: (principal, socket) => createLiveSession(services, principal, socket),
  });
  const chatChannel = createChannel(services, {
    path: CHAT_PATH,
    createSession: (principal, socket) => createChatSession(services, principal, socket, callAs),
  });
  const engineChannel = createEngineChannel({
    store,
    audit,
    clock,
    engines: remoteEngines,
    version: options.version,
  });
  const opampChannel = createOpampChannel({
    store,
    fleets: services.fleets,
    sealer,
    clock,
    steady,
    log,
    publicUrl: options.auth?.publicUrl,
    isOn: () => flags.includes('fleetManagement'),
  });
  const app = createApp(services, {
    hosts: listAllowedHosts(options.listenHost, options.auth?.publicUrl),
    console: options.console,
    mount: (made, addressOf, limitAddress) => {
      channel.mount(made);
      chatChannel.mount(made);
      engineChannel.mount(made, addressOf);
      opampChannel.mount(made, limitAddress);
      mountGitWebhook(made, services, addressOf);
    },
    callsPerMinute: options.callsPerMinute,
    trustedProxies: options.trustedProxies,
  });
  const deaf = listen(services);
  const leftovers = createLeftoverSweep({ store, hub, clock, log });
  const follower = createFollower(services);
  return {
    app,
    services,
    start: async () => {
      await endedSites.resume();
      await engine.start();
      await content.sweep((sha256) => store.assets.isContentUsed(sha256));
      await analytics.start();
      services.measurements.start();
      await notifications.start();
      await services.archives.start();
      await lifecycle.start();
      await services.hydrations.start();
      await settleRepositories(services);
      engineChannel.open();
      services.fleets.start();
      opampChannel.open();
      await leftovers.start();
      services.alerts.start();
      services.reports.start();
      follower.start();
    },
    stop: async () => {
      leftovers.stop();
      await follower.stop();
      lifecycle.beginStop();
      endedSites.stop();
      remoteEngines.beginStop();
      services.archives.stop();
      services.hydrations.stop();
      channel.closeAll();
      chatChannel.closeAll();
      await services.fleets.stop();
      services.captures.stopAll();
      services.logCounts.stop();
      services.logExports.stop();
      services.archiveIndexing.stop();
      archiveSearches.stop();
      services.queries.stop();
      collectorSites.report();
      await engine.stop();
      remoteEngines.stop();
      collectorSites.stop();
      await lifecycle.settled();
      await services.hydrations.settled();
      await services.alerts.stop();
      await services.reports.stop();
      await notifications.stop();
      await analytics.stop();
      await services.measurements.stop();
      await services.apart.stop();
      deaf();
    },
  };
}
