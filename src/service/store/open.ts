import type { DatabaseSync } from 'node:sqlite';
import {
  HandleEmptyInListsPlugin,
  Kysely,
  replaceWithNoncontingentExpression,
  SqliteDialect,
  sql,
} from 'kysely';
import { Migrator } from 'kysely/migration';
import type { PoolClient } from 'pg';
import { MIGRATIONS } from './migrations.ts';
import { openReader, QUERY_MAX_MS } from './reader.ts';
import type { Database } from './schema.ts';

export type Connection = {
  kind: 'sqlite' | 'postgres';
  db: Kysely<Database>;
  /** For slow queries; may be the same database. */
  reader: Kysely<Database>;
  /** Serializes write transactions. */
  serialise(db: Kysely<Database>): Promise<void>;
};

const KEPT_STATEMENTS = 200;
/** On a full disk SQLite rolls back itself; a second rollback would hide the cause. */
const NOT_NEEDED = { changes: 0, lastInsertRowid: 0 };

function remembering<T>(make: (text: string) => T): (text: string) => T {
  const made = new Map<string, T>();
  return (text) => {
    const known = made.get(text) ?? make(text);
    made.delete(text);
    made.set(text, known);
    const [oldest] = made.keys();
    if (made.size > KEPT_STATEMENTS && oldest !== undefined) made.delete(oldest);
    return known;
  };
}

/**
 * Opens SQLite with a write-ahead log and an fsync per commit.
 * @param place a path, or an open database in memory
 * @param onStatement receives the text of each statement
 */
export async function openSqlite(
  place: string | DatabaseSync,
  onStatement?: (text: string) => void,
  limitMs = QUERY_MAX_MS,
): Promise<Connection> {
  const { DatabaseSync } = await import('node:sqlite');
  const raw = typeof place === 'string' ? new DatabaseSync(place) : place;
  raw.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=5000;');
  type Parameters = (string | number | null)[];
  const dialect = new SqliteDialect({
    database: {
      close: () => raw.close(),
      prepare: remembering((text) => {
        const statement = raw.prepare(text);
        return {
          reader: statement.columns().length > 0,
          all: (values) => statement.all(...(values as Parameters)),
          run: (values) =>
            text === 'rollback' && !raw.isTransaction ? NOT_NEEDED : statement.run(...(values as Parameters)),
          iterate: (values) => statement.iterate(...(values as Parameters)),
        };
      }),
    },
  });
  const log = onStatement && ((event: { query: { sql: string } }) => onStatement(event.query.sql));
  // A single connection serializes transactions by itself.
  const db = new Kysely<Database>({ dialect, ...(log ? { log } : {}) });
  // A memory database is visible to one connection only.
  const reader = typeof place !== 'string' || place === ':memory:' ? db : openReader(place, limitMs);
  return { kind: 'sqlite', db, reader, serialise: async () => {} };
}

const READERS = 4;
/** SQLite allows empty IN lists, PostgreSQL does not. */
const EMPTY_LISTS = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

/** PostgreSQL stores no NUL, which any received text may contain. */
export const replaceNul = <T>(value: T): T =>
  (typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value) as T;

function storeNoNul(client: PoolClient): void {
  const query = client.query.bind(client) as (...parts: unknown[]) => unknown;
  const checked = (text: unknown, values: unknown, ...more: unknown[]) =>
    query(text, Array.isArray(values) ? values.map(replaceNul) : values, ...more);
  client.query = checked as typeof client.query;
}

/** `url` is `postgres: …`. Reader statements end after `limitMs`. */
export async function openPostgres(url: string, limitMs = QUERY_MAX_MS): Promise<Connection> {
  const [{ default: pg }, { PostgresDialect }] = await Promise.all([import('pg'), import('kysely')]);
  const INT8 = 20;
  const open = (max: number, limitMs?: number) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      ...(limitMs === undefined ? {} : { statement_timeout: limitMs }),
      types: {
        getTypeParser: (oid: number, format?: 'text' | 'binary') =>
          oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
      },
    });
    // The pool replaces idle connections; queries report their own errors.
    pool.on('error', () => {});
    pool.on('connect', storeNoNul);
    return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: [EMPTY_LISTS] });
  };
  const db = open(10);
  return {
    kind: 'postgres',
    db,
    reader: open(READERS, limitMs),
    serialise: async (db) => {
      await sql`select pg_advisory_xact_lock(4600)`.execute(db);
    },
  };
}

export async function migrate(connection: Connection): Promise<void> {
  const migrator = new Migrator({
    db: connection.db,
    provider: { getMigrations: async () => MIGRATIONS },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
