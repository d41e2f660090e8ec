import { Kysely, SqliteDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { MIGRATIONS } from './migrations.ts';
import { openReader, QUERY_MAX_MS } from './reader.ts';
import type { Database } from './schema.ts';

/** An open database and what differs between the two kinds. */
export type Connection = {
  kind: 'sqlite' | 'postgres';
  db: Kysely<Database>;
  /** For queries that take long; the database's own where that does not keep anybody waiting. */
  reader: Kysely<Database>;
  /** Makes the writers of one transaction wait for those of another. */
  serialise(db: Kysely<Database>): Promise<void>;
};

const KEPT_STATEMENTS = 200;
/** On a full disk SQLite rolls back by itself; a second time would fail and hide why. */
const NOT_NEEDED = { changes: 0, lastInsertRowid: 0 };

/** The last results of `make`, by text: a statement is used again and again, and made once. */
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
 * Opens SQLite at `path` (`:memory:` in tests) with a write-ahead log and an fsync for each commit.
 * @param onStatement told the text of each statement.
 */
export async function openSqlite(
  path: string,
  onStatement?: (text: string) => void,
  limitMs = QUERY_MAX_MS,
): Promise<Connection> {
  const { DatabaseSync } = await import('node:sqlite');
  const raw = new DatabaseSync(path);
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
  // One connection: its transactions already follow each other.
  const db = new Kysely<Database>({ dialect, ...(log ? { log } : {}) });
  // What is only in memory is seen by one connection alone.
  const reader = path === ':memory:' ? db : openReader(path, limitMs);
  return { kind: 'sqlite', db, reader, serialise: async () => {} };
}

/** Connections for long queries. */
const READERS = 4;

/** Opens PostgreSQL; `url` is `postgres://…`. It ends by itself what takes longer than `limitMs` of its readers. */
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
    // A connection lost while idle is replaced by the pool; queries report what they meet themselves.
    pool.on('error', () => {});
    return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
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

/** Brings the schema to the newest state. */
export async function migrate(connection: Connection): Promise<void> {
  const migrator = new Migrator({
    db: connection.db,
    provider: { getMigrations: async () => MIGRATIONS },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
