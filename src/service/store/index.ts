import { type Kysely, sql } from 'kysely';
import { apiKeyRepository } from './api-keys.ts';
import { assetRepository } from './assets.ts';
import { auditRepository } from './audit.ts';
import { deploymentRepository } from './deployments.ts';
import { endedArchiveRepository } from './ended-archives.ts';
import { errorRepository } from './errors.ts';
import { idempotencyRepository } from './idempotency.ts';
import { nodeRepository } from './nodes.ts';
import { notificationRepository } from './notifications.ts';
import { type Connection, migrate, openPostgres, openSqlite } from './open.ts';
import { pipelineRepository } from './pipelines.ts';
import { preferencesRepository } from './preferences.ts';
import { remoteEngineRepository } from './remote-engines.ts';
import { roleRepository } from './roles.ts';
import { sampleRepository } from './samples.ts';
import { savingPriceRepository } from './saving-prices.ts';
import type { Database } from './schema.ts';
import { seriesRepository } from './series.ts';
import { ownKeyRepository, sessionRepository, ssoRepository } from './sessions.ts';
import { siteRepository } from './sites.ts';
import { transformRepository } from './transforms.ts';
import { userRepository } from './users.ts';
import { versionRepository } from './versions.ts';

const repositories = (db: Kysely<Database>) => ({
  assets: assetRepository(db),
  sites: siteRepository(db),
  remoteEngines: remoteEngineRepository(db),
  users: userRepository(db),
  roles: roleRepository(db),
  apiKeys: apiKeyRepository(db),
  sessions: sessionRepository(db),
  sso: ssoRepository(db),
  ownKeys: ownKeyRepository(db),
  preferences: preferencesRepository(db),
  nodes: nodeRepository(db),
  endedArchives: endedArchiveRepository(db),
  transforms: transformRepository(db),
  pipelines: pipelineRepository(db),
  versions: versionRepository(db),
  deployments: deploymentRepository(db),
  samples: sampleRepository(db),
  series: seriesRepository(db),
  savingPrices: savingPriceRepository(db),
  errors: errorRepository(db),
  idempotency: idempotencyRepository(db),
  audit: auditRepository(db),
  notifications: notificationRepository(db),
});

/** The repositories on one connection: of the store for reads, of a transaction for writes. */
export type Repositories = ReturnType<typeof repositories>;

export type Store = Repositories & {
  kind: Connection['kind'];
  /**
   * All or nothing; writers follow each other. Inside, use only the repositories handed in: SQLite has
   * one connection and it is taken.
   */
  transaction<T>(work: (tx: Repositories) => Promise<T>): Promise<T>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** The repositories over an open database, brought to the newest schema. */
export async function createStore(connection: Connection): Promise<Store> {
  await migrate(connection);
  const { db, reader } = connection;
  const own = repositories(db);
  return {
    ...own,
    series: { ...own.series, read: seriesRepository(reader).read },
    // What reads every record there is.
    audit: { ...own.audit, after: auditRepository(reader).after },
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

/** Opens and migrates SQLite at `path`, `:memory:` for a throw-away one; `onStatement` is told each statement. */
export const openSqliteStore = async (path: string, onStatement?: (text: string) => void): Promise<Store> =>
  createStore(await openSqlite(path, onStatement));

/** Opens and migrates PostgreSQL at `url`. */
export const openPostgresStore = async (url: string): Promise<Store> => createStore(await openPostgres(url));
