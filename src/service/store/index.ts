import { type Kysely, sql } from 'kysely';
import { errorRepository } from './errors.ts';
import { idempotencyRepository } from './idempotency.ts';
import { nodeRepository } from './nodes.ts';
import { type Connection, migrate, openPostgres, openSqlite } from './open.ts';
import { pipelineRepository } from './pipelines.ts';
import { preferencesRepository } from './preferences.ts';
import type { Database } from './schema.ts';
import { seriesRepository } from './series.ts';
import { siteRepository } from './sites.ts';
import { transformRepository } from './transforms.ts';
import { userRepository } from './users.ts';
import { versionRepository } from './versions.ts';

const repositories = (db: Kysely<Database>) => ({
  sites: siteRepository(db),
  users: userRepository(db),
  preferences: preferencesRepository(db),
  nodes: nodeRepository(db),
  transforms: transformRepository(db),
  pipelines: pipelineRepository(db),
  versions: versionRepository(db),
  series: seriesRepository(db),
  errors: errorRepository(db),
  idempotency: idempotencyRepository(db),
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

async function createStore(connection: Connection): Promise<Store> {
  await migrate(connection);
  const { db } = connection;
  return {
    ...repositories(db),
    kind: connection.kind,
    transaction: (work) =>
      db.transaction().execute(async (tx) => {
        await connection.serialise(tx);
        return work(repositories(tx));
      }),
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    close: () => db.destroy(),
  };
}

/** Opens and migrates SQLite at `path`, `:memory:` for a throw-away one. */
export const openSqliteStore = async (path: string): Promise<Store> => createStore(await openSqlite(path));

/** Opens and migrates PostgreSQL at `url`. */
export const openPostgresStore = async (url: string): Promise<Store> => createStore(await openPostgres(url));
