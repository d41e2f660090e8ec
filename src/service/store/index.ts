import { type Kysely, sql } from 'kysely';
import { createAlertChannelRepository, createAlertDeliveryRepository } from './alert-deliveries.ts';
import { createAlertSilenceRepository } from './alert-silences.ts';
import { createAlertRepository, createAlertRuleRepository } from './alerts.ts';
import { createApiKeyRepository } from './api-keys.ts';
import { createAssetRepository } from './assets.ts';
import { createAssistantEndpointRepository, createAssistantUsageRepository } from './assistant-endpoint.ts';
import { createAuditRepository } from './audit.ts';
import { createChangesetDraftRepository } from './changeset-drafts.ts';
import { createChangesetRepository } from './changesets.ts';
import { createCollectorSiteRepository } from './collector-sites.ts';
import { createConversationRepository } from './conversations.ts';
import { createDashboardRepository } from './dashboards.ts';
import { createDeploymentRepository } from './deployments.ts';
import { createEndedArchiveRepository } from './ended-archives.ts';
import { createErrorRepository } from './errors.ts';
import { createFeatureRepository } from './feature-settings.ts';
import { createFleetAgentRepository } from './fleet-agents.ts';
import { createFleetVolumeRepository } from './fleet-volumes.ts';
import {
  createFleetConfigurationRepository,
  createFleetRepository,
  createFleetRolloutRepository,
  createFleetTokenRepository,
} from './fleets.ts';
import { createGitFollowRepository } from './git-follows.ts';
import { createHydrationRepository } from './hydrations.ts';
import { createIdempotencyRepository } from './idempotency.ts';
import { createMeasurementRepository } from './measurements.ts';
import { createNodeRepository } from './nodes.ts';
import { createNotificationRepository } from './notifications.ts';
import { type Connection, migrate, openPostgres, openSqlite } from './open.ts';
import { createPipelineRepository } from './pipelines.ts';
import { createPreferencesRepository } from './preferences.ts';
import { createRemoteEngineRepository } from './remote-engines.ts';
import { createReportRepository, createReportRunRepository } from './reports.ts';
import { createRoleRepository } from './roles.ts';
import { createSampleRepository } from './samples.ts';
import { createSavedQueryRepository } from './saved-queries.ts';
import { createSavingPriceRepository } from './saving-prices.ts';
import type { Database } from './schema.ts';
import { createSeriesRepository } from './series.ts';
import { createOwnKeyRepository, createSessionRepository, createSsoRepository } from './sessions.ts';
import { createSiteRepository } from './sites.ts';
import { createTransformRepository } from './transforms.ts';
import { createUserRepository } from './users.ts';
import { createVersionRepository } from './versions.ts';

const repositories = (db: Kysely<Database>) => ({
  assets: createAssetRepository(db),
  sites: createSiteRepository(db),
  remoteEngines: createRemoteEngineRepository(db),
  collectorSites: createCollectorSiteRepository(db),
  users: createUserRepository(db),
  roles: createRoleRepository(db),
  apiKeys: createApiKeyRepository(db),
  sessions: createSessionRepository(db),
  sso: createSsoRepository(db),
  ownKeys: createOwnKeyRepository(db),
  assistantEndpoint: createAssistantEndpointRepository(db),
  assistantUsage: createAssistantUsageRepository(db),
  conversations: createConversationRepository(db),
  preferences: createPreferencesRepository(db),
  nodes: createNodeRepository(db),
  endedArchives: createEndedArchiveRepository(db),
  hydrations: createHydrationRepository(db),
  transforms: createTransformRepository(db),
  pipelines: createPipelineRepository(db),
  versions: createVersionRepository(db),
  deployments: createDeploymentRepository(db),
  samples: createSampleRepository(db),
  series: createSeriesRepository(db),
  measurements: createMeasurementRepository(db),
  savingPrices: createSavingPriceRepository(db),
  features: createFeatureRepository(db),
  errors: createErrorRepository(db),
  idempotency: createIdempotencyRepository(db),
  audit: createAuditRepository(db),
  notifications: createNotificationRepository(db),
  alertRules: createAlertRuleRepository(db),
  alerts: createAlertRepository(db),
  alertChannels: createAlertChannelRepository(db),
  alertDeliveries: createAlertDeliveryRepository(db),
  alertSilences: createAlertSilenceRepository(db),
  savedQueries: createSavedQueryRepository(db),
  dashboards: createDashboardRepository(db),
  changesets: createChangesetRepository(db),
  gitFollows: createGitFollowRepository(db),
  changesetDrafts: createChangesetDraftRepository(db),
  fleets: createFleetRepository(db),
  fleetTokens: createFleetTokenRepository(db),
  fleetAgents: createFleetAgentRepository(db),
  fleetVolumes: createFleetVolumeRepository(db),
  fleetConfigurations: createFleetConfigurationRepository(db),
  fleetRollouts: createFleetRolloutRepository(db),
  reports: createReportRepository(db),
  reportRuns: createReportRunRepository(db),
});

/** On the store for reads, on a transaction for writes. */
export type Repositories = ReturnType<typeof repositories>;

export type Store = Repositories & {
  kind: Connection['kind'];
  /** Serialized. Inside, use only the given repositories: SQLite has one connection. */
  transaction<T>(work: (tx: Repositories) => Promise<T>): Promise<T>;
  ping(): Promise<void>;
  close(): Promise<void>;
};

const pickReads = ({ readDeliveries, readEngines }: Repositories['measurements']) => ({
  readDeliveries,
  readEngines,
});

/** Migrates the database at first. */
export async function createStore(connection: Connection): Promise<Store> {
  await migrate(connection);
  return buildStore(connection);
}

/** The database has all migrations. */
export function buildStore(connection: Connection): Store {
  const { db, reader } = connection;
  const own = repositories(db);
  const bySeries = createSeriesRepository(reader);
  return {
    ...own,
    series: { ...own.series, read: bySeries.read, readPods: bySeries.readPods },
    measurements: { ...own.measurements, ...pickReads(createMeasurementRepository(reader)) },
    // Verification reads every record, so it uses the reader.
    audit: { ...own.audit, after: createAuditRepository(reader).after },
    kind: connection.kind,
    transaction: (work) =>
      db.transaction().execute(async (tx) => {
        await connection.serialise(tx);
        return work(repositories(tx));
      }),
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    close: async () => {
      if (reader !== db) await reader.destroy();
      await db.destroy();
    },
  };
}

export const openSqliteStore = async (path: string): Promise<Store> => createStore(await openSqlite(path));

export const openPostgresStore = async (url: string): Promise<Store> => createStore(await openPostgres(url));
