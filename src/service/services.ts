import type { Flag } from '../contract/flags.ts';
import type { ArchiveSearches, Queries, SiteFolders } from '../engine/port.ts';
import type { Alerts } from './alerts/alerts.ts';
import type { Analytics } from './analytics/analytics.ts';
import type { SourceSenders } from './analytics/senders.ts';
import type { Apart } from './apart/apart.ts';
import type { Archives } from './archives/archives.ts';
import type { ArchiveIndexing } from './archives/indexing.ts';
import type { Audit } from './audit/audit.ts';
import type { Authenticator } from './auth/authenticator.ts';
import type { Principal } from './auth/permissions.ts';
import type { Pictures } from './auth/pictures.ts';
import type { Sessions } from './auth/sessions.ts';
import type { SignIn } from './auth/sign-in.ts';
import type { SignOut } from './auth/sign-out.ts';
import type { SsoSettings } from './auth/sso-settings.ts';
import type { Tickets } from './auth/tickets.ts';
import type { Catalogue } from './catalogue.ts';
import type { Clock } from './clock.ts';
import type { CollectorSites } from './collector-sites/collector-sites.ts';
import type { DeadLetterCounts } from './dead-letters/counts.ts';
import type { Features } from './features.ts';
import type { ContentStore } from './files/content.ts';
import type { Fleets } from './fleets/fleets.ts';
import type { RemoteSettings } from './gitops/follow/remote.ts';
import type { GitRepositories } from './gitops/repositories.ts';
import type { HealthWatch } from './health/health.ts';
import type { CallAs } from './http/in-process.ts';
import type { Hydrations } from './hydration/hydrations.ts';
import type { IdSource } from './ids.ts';
import type { Lifecycle } from './lifecycle/lifecycle.ts';
import type { Connections } from './live/connections.ts';
import type { CountersFeed } from './live/counters-feed.ts';
import type { Editors } from './live/editors.ts';
import type { Hub } from './live/hub.ts';
import type { Log } from './log.ts';
import type { LogCounts } from './log-search/counts.ts';
import type { LogExports } from './log-search/exports.ts';
import type { SearchNotes } from './log-search/search-notes.ts';
import type { Measurements } from './measurements/measurements.ts';
import type { Notifications } from './notifications/notifications.ts';
import type { Captures } from './preview/captures.ts';
import type { RemoteEngines } from './remote-engines/remote-engines.ts';
import type { Reports } from './reports/reports.ts';
import type { EndedSites } from './sites/ended.ts';
import type { SiteEngines } from './sites/engines.ts';
import type { Store } from './store/index.ts';
import type { GitFollowRow, SiteRow } from './store/schema.ts';
import type { Sealer } from './store/sealing.ts';

/** For handlers and the live channel; created in `service.ts`. */
export type Services = {
  store: Store;
  engine: SiteEngines;
  siteFolders: SiteFolders;
  endedSites: EndedSites;
  repositories: GitRepositories;
  /** Follows the remote repository now, as Git and not as the caller. */
  syncSite(
    site: SiteRow,
    options: { isPutBack: boolean; waits?: boolean },
  ): Promise<GitFollowRow | undefined>;
  /** Updates pull request branches in the remote repository, as Git. */
  pushRequests(siteId: string, settings: RemoteSettings): Promise<void>;
  remoteEngines: RemoteEngines;
  collectorSites: CollectorSites;
  catalogue: Catalogue;
  apart: Apart;
  sealer: Sealer;
  content: ContentStore;
  clock: Clock;
  /** Monotonic. */
  steady: Clock;
  ids: IdSource;
  log: Log;
  flags: readonly Flag[];
  features: Features;
  analytics: Analytics;
  health: HealthWatch;
  measurements: Measurements;
  senders: SourceSenders;
  deadLetters: DeadLetterCounts;
  audit: Audit;
  lifecycle: Lifecycle;
  archives: Archives;
  archiveIndexing: ArchiveIndexing;
  hydrations: Hydrations;
  archiveSearches: ArchiveSearches;
  queries: Queries;
  logCounts: LogCounts;
  logExports: LogExports;
  searchNotes: SearchNotes;
  hub: Hub;
  counters: CountersFeed;
  notifications: Notifications;
  alerts: Alerts;
  fleets: Fleets;
  reports: Reports;
  callAs(caller: () => Principal): CallAs;
  captures: Captures;
  tickets: Tickets;
  pictures: Pictures;
  connections: Connections;
  editors: Editors;
  version: string;
  /** After this, silent engines are restarted. */
  engineSilenceSeconds: number;
  instanceId: string;
  outputFolder: string;
  ownPorts: readonly number[];
  authenticator: Authenticator;
  sso: SsoSettings;
  sessions: Sessions;
  signIn: SignIn;
  signOut: SignOut;
  /** Undefined when the service itself acts. */
  caller?: Principal;
  checkResponses: boolean;
};
