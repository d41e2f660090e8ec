import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MIGRATIONS } from '../../src/service/store/migrations.ts';
import type { Connection } from '../../src/service/store/open.ts';
import { startService, type TestService } from '../api/support/service.ts';
import { type Place, postgres, sqlite } from '../api/support/store-places.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const STATEMENTS = read('first-database.sql')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('--'));
const KEY = Buffer.from(read('first-secret.key'), 'base64');
/** A minute after the last row. */
const NOW = Date.UTC(2026, 10, 22, 2, 24);

const ROWS = STATEMENTS.flatMap((line) => {
  const [, table, columns] = /^INSERT INTO "(\w+)" \(([^)]+)\) VALUES /.exec(line) ?? [];
  return table && columns ? [{ table, columns: columns.replaceAll('"', '').split(', ') }] : [];
});
const TABLES = [...new Map(ROWS.map((row) => [row.table, row.columns]))].filter(
  ([table]) => !table.startsWith('kysely_'),
);

type Row = Record<string, unknown>;
const rowsOf = async ({ db }: Connection, table: string, columns: string[]): Promise<Row[]> => {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const { rows } = await sql<Row>`select ${names} from ${sql.table(table)}`.execute(db);
  return rows.map((row) => ({ ...row }));
};

async function closed<T>(place: Place, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await place.connect();
  try {
    return await work(connection);
  } finally {
    if (connection.reader !== connection.db) await connection.reader.destroy();
    await connection.db.destroy();
  }
}

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
])('a database of the first migration on %s [R18]', (_, makePlace) => {
  let place: Place;
  let before: Map<string, Row[]>;
  let api: TestService;

  beforeEach(async () => {
    place = await makePlace();
    before = await closed(place, async (connection) => {
      for (const statement of STATEMENTS) await sql.raw(statement).execute(connection.db);
      const tables = TABLES.map(
        async ([table, columns]) => [table, await rowsOf(connection, table, columns)] as const,
      );
      return new Map(await Promise.all(tables));
    });
    api = await startService({ store: await place.open(), clock: () => NOW, key: KEY });
  }, 120_000);
  afterEach(async () => {
    await api.stop();
    await api.store.close();
    await place.remove();
  }, 180_000);

  test('is migrated to the newest schema with every row unchanged', async () => {
    await closed(place, async (connection) => {
      const applied = await rowsOf(connection, 'kysely_migration', ['name']);
      expect(applied.map(({ name }) => name).sort()).toEqual(Object.keys(MIGRATIONS).sort());
      for (const [table, columns] of TABLES) {
        const after = await rowsOf(connection, table, columns);
        expect(after, table).toEqual(expect.arrayContaining(before.get(table) ?? []));
        expect(before.get(table)?.length, table).toBeGreaterThan(0);
      }
    });
  });

  test('runs what ran, with its secrets, and shows what was there', async () => {
    await api.service.services.lifecycle.settled();
    const { pipelines } = (await api.call('listPipelines')).body;
    const web = pipelines.find((one: { name: string }) => one.name === 'Web logs');
    expect(web).toMatchObject({ status: 'DEPLOYED', deployedGraphVersion: 1, latestGraphVersion: 2 });
    const path = { pipelineId: web.id };
    const { versions } = (await api.call('listVersions', { path })).body;
    expect(versions.map(({ version, name }: Row) => [version, name])).toEqual([
      [2, 'second'],
      [1, 'first'],
    ]);
    const graph = (await api.call('getGraph', { path: { ...path, graphVersion: 2 } })).body.graph;
    const nodes = Object.values<{ name: string; config: Row }>(graph.nodes);
    expect(nodes.map(({ name }) => name).sort()).toEqual(['Drop debug', 'Web in', 'Web out']);
    expect(nodes.find(({ name }) => name === 'Web out')?.config.token).toEqual({ set: true });
    const running = api.engine.plans.get(web.id)?.nodes.find(({ name }) => name === 'Web out');
    expect(running?.config.token).toBe('first-canary');
    const { users } = (await api.call('listUsers')).body;
    expect(users).toMatchObject([{ email: 'local@localhost', roles: [{ name: 'Admin' }] }]);
  });

  test('continues its totals and takes new writes', async () => {
    const { pipelines } = (await api.call('listPipelines')).body;
    for (const { id } of pipelines) {
      const totals = before.get('counter_totals')?.filter((row) => row.pipeline_id === id) ?? [];
      const now = api.service.services.analytics.totalsOf(id);
      for (const row of totals) expect(now[String(row.component_id)]?.events_in).toBe(row.events_in);
    }
    const made = await api.call('createPipeline', {
      body: { pipeline: { name: 'Newer', siteId: api.siteId } },
    });
    expect(made.status).toBe(200);
    expect((await api.call('verifyAuditRecords')).body).toMatchObject({ isIntact: true, records: 1 });
  });
});
