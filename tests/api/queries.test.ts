import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EMPTY_TIME } from '../../src/contract/limits.ts';
import type { Grant, Principal } from '../../src/service/auth/permissions.ts';
import type { CounterColumns } from '../../src/service/store/schema.ts';
import { COUNTER_COLUMNS } from '../../src/service/store/series.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { makeSite } from './support/access.ts';
import { createTotals } from './support/counting.ts';
import { makeDeployedPipeline, makeSavedPipeline } from './support/fixtures.ts';
import { QUERY } from './support/saved-queries.ts';
import { startService, type TestService } from './support/service.ts';
import { HOSTS_CSV, upload, uploadTable } from './support/upload.ts';

const START = Date.UTC(2026, 10, 21, 20) / 1000;
const RANGE = { startUnixTimeSeconds: START, endUnixTimeSeconds: START + 3600 };
let api: TestService;
let principal: Principal | undefined;
let port = 4000;

const USER = {
  id: '500000000000000009',
  name: 'Mara',
  email: 'mara@example.org',
  picture: '',
  userType: 'SSO' as const,
};
const admin: Principal = {
  user: { ...USER, roles: [{ id: 'a', type: 'SYSTEM', name: 'Admin' }] },
  grants: [],
};
const reads = (resource: Grant['resource'], extra: Grant['extra'], siteIds?: string[]): Grant => ({
  resource,
  types: ['READ'],
  extra,
  siteIds,
});
const readerOf = (siteId: string): Principal => ({
  user: { ...USER, roles: [] },
  grants: [reads('PIPELINES', ['LIVE_CAPTURE'], [siteId]), reads('SOURCES', [], [siteId])],
});

beforeEach(async () => {
  principal = admin;
  api = await startService({ authenticate: async () => principal });
});
afterEach(() => api.stop());

/** A source with an archive of one event per second. */
async function archive(name: string, events: readonly object[], siteId = api.siteId): Promise<string> {
  const root = makeTempFolder();
  const source = {
    name,
    siteId,
    templateId: 'tcp',
    config: { port: ++port },
  };
  const sourceId: string = (await api.call('createSource', { body: { source } })).body.id;
  const sink = { name: `of ${name}`, siteId, templateId: 'file', config: { path: join(root, 'any.ndjson') } };
  const sinkId: string = (await api.call('createSink', { body: { sink } })).body.id;
  const row = await api.store.nodes.find(sourceId);
  if (!row) throw new Error('there is no such source');
  await api.store.nodes.update({ ...row, archive_sink_id: sinkId, archive_id: 'kept' });
  const folder = join(root, `source=${sourceId}-x/year=2026/month=11/day=21/hour=20`);
  mkdirSync(folder, { recursive: true });
  const lines = events.map((event, i) => {
    const received = `${new Date((START + i) * 1000).toISOString().slice(0, 19)}.000000Z`;
    return `${JSON.stringify({ received, source: name, sourceId, event })}\n`;
  });
  writeFileSync(join(folder, '20261121T205959000Z-000001-0123456789abcdef.ndjson'), lines.join(''));
  return sourceId;
}
const run = (query: string, siteId = api.siteId) =>
  api.call('runQuery', { body: { siteId, query, timeRange: RANGE } });

describe('queries', () => {
  test('run: rows with their types, and what was read', async () => {
    await archive('web', [{ status: 500 }, { status: 200 }, { status: 500 }]);
    const answer = await run('select status, count(*) as n from web group by all order by n desc');
    expect(answer.body).toMatchObject({
      columns: [
        { name: 'status', type: 'BIGINT' },
        { name: 'n', type: 'BIGINT' },
      ],
      rows: [
        [500, 2],
        [200, 1],
      ],
      hasMore: false,
      tables: ['web'],
      reading: { filesRead: 1, events: '3', unreadCount: 0 },
      waitingEventCount: '0',
    });
  });

  test('wrong SQL: the error names line and column', async () => {
    await archive('web', [{ status: 500 }]);
    const answer = await run('select status\nfrom web\nwhere nope');
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(answer.body.message).toContain('(line 3, column 7)');
    expect(answer.body.details).toMatchObject([{ field: 'query', rule: 'query', line: 3, column: 7 }]);
  });

  test('sites: an archive is a table on its own site alone', async () => {
    const other = await makeSite(api);
    await archive('web', [{ place: 'here' }]);
    await archive('web', [{ place: 'there' }, { place: 'there' }], other);
    await archive('secret', [{ place: 'there' }], other);
    const sql = 'select any_value(place), count(*) from web';
    principal = readerOf(api.siteId);
    expect((await run(sql)).body.rows).toEqual([['here', 1]]);
    expect((await run('select * from secret')).body.message).toContain('There is no table secret');
    expect((await run(sql, other)).status).toBe(404);
    principal = readerOf(other);
    expect((await run(sql, other)).body.rows).toEqual([['there', 2]]);
    expect((await run(sql)).status).toBe(404);
    const listed = (await api.call('listDatasets', { query: { siteId: other } })).body.datasets;
    expect(listed.map(({ name }: { name: string }) => name)).toEqual([
      'secret',
      'web',
      'penstock_counters',
      'penstock_errors',
    ]);
  });

  test('uploaded lookup tables: are tables by their names, and join archives [R2.1-51]', async () => {
    await archive('web', [{ host: 'web-1' }, { host: 'web-2' }, { host: 'web-2' }]);
    await uploadTable(api);
    const sql = `select owner, port, count(*) from web join "hosts.csv" using (host) group by all order by port`;
    expect((await run(sql)).body).toMatchObject({
      columns: [{ type: 'VARCHAR' }, { type: 'BIGINT' }, { type: 'BIGINT' }],
      rows: [
        ['Ann', 80, 1],
        ['Bob, Ben', 443, 2],
      ],
      tables: ['web', 'hosts.csv'],
    });
    const { datasets } = (await api.call('listDatasets', { query: { siteId: api.siteId } })).body;
    expect(datasets.find(({ kind }: { kind: string }) => kind === 'FILE')).toMatchObject({
      name: 'hosts.csv',
      description: '3 rows of an uploaded lookup table, in any time.',
      columns: [{ name: 'host' }, { name: 'owner' }, { name: 'port', type: 'BIGINT' }],
      problem: '',
    });
  });

  test('uploaded lookup tables: only those of the site, under a name of their own', async () => {
    const other = await makeSite(api);
    await archive('hosts.csv', [{ a: 1 }]);
    const id = await uploadTable(api);
    const fields = { name: 'theirs.csv', assetType: 'LOOK_UP_DATA', siteIds: [other] };
    expect((await upload(api, fields, HOSTS_CSV)).status).toBe(200);
    expect((await run('select a from "hosts.csv"')).body.rows).toEqual([[1]]);
    expect((await run(`select count(*) from "hosts.csv (${id})"`)).body.rows).toEqual([[3]]);
    expect((await run('select * from "theirs.csv"')).body.message).toContain('There is no table theirs.csv');
    principal = readerOf(other);
    expect((await run('select count(*) from "theirs.csv"', other)).body.rows).toEqual([[3]]);
  });

  test('rights: sources and live capture are needed, on that site', async () => {
    await archive('web', [{ a: 1 }]);
    for (const [grants, status] of [
      [[reads('PIPELINES', ['LIVE_CAPTURE']), reads('SOURCES', [])], 200],
      [[reads('PIPELINES', []), reads('SOURCES', [])], 403],
      [[reads('PIPELINES', ['LIVE_CAPTURE'])], 403],
    ] as const) {
      principal = { user: { ...USER, roles: [] }, grants: [...grants] };
      expect((await run('select count(*) from web')).status).toBe(status);
      expect((await api.call('listDatasets', { query: { siteId: api.siteId } })).status).toBe(status);
    }
  });

  test('names: two sources that differ in capitals are two tables', async () => {
    await archive('web', [{ a: 1 }]);
    const second = await archive('WEB', [{ a: 1 }, { a: 2 }]);
    const { datasets } = (await api.call('listDatasets', { query: { siteId: api.siteId } })).body;
    const names = datasets.filter(({ kind }: { kind: string }) => kind === 'ARCHIVE');
    expect(names).toHaveLength(2);
    const ofSecond = datasets.find(({ sourceId }: { sourceId: string }) => sourceId === second).name;
    expect((await run(`select count(*) from "${ofSecond}"`)).body.rows).toEqual([[2]]);
  });

  test('data: size, time and fields of each table', async () => {
    const sourceId = await archive('web', [{ status: 500, user: { id: 1 } }]);
    const { datasets } = (await api.call('listDatasets', { query: { siteId: api.siteId } })).body;
    const web = datasets.find((one: { sourceId: string }) => one.sourceId === sourceId);
    expect(web).toMatchObject({
      name: 'web',
      kind: 'ARCHIVE',
      isArchived: true,
      fileCount: 1,
      describedFileCount: 1,
      hasMoreFields: false,
      startsAt: '2026-11-21T20:00:00.000Z',
      endsAt: '2026-11-21T21:00:00.000Z',
      problem: '',
    });
    expect(web.columns).toEqual(
      expect.arrayContaining([
        { name: 'received', type: 'TIMESTAMP' },
        { name: 'event', type: 'JSON', bytes: '30' },
        { name: 'status', type: 'BIGINT', bytes: '3' },
        { name: 'user', type: 'JSON', bytes: '8' },
      ]),
    );
    expect(Number(web.bytes)).toBeGreaterThan(50);
  });

  test('audit: a query is recorded with its text, once in a while', async () => {
    await archive('web', [{ a: 1 }]);
    await run('select 1');
    await run('select 1');
    const { auditRecords } = (await api.call('listAuditRecords', { query: { calls: 'runQuery' } })).body;
    expect(auditRecords).toHaveLength(1);
    expect(auditRecords[0]).toMatchObject({
      action: 'Run query',
      changes: [{ after: { query: 'select 1' } }],
    });
  });
});

describe('figures of the service as tables', () => {
  const findTable = async (name: string) => {
    const { datasets } = (await api.call('listDatasets', { query: { siteId: api.siteId } })).body;
    return datasets.find((one: { name: string }) => one.name === name);
  };

  test('time of each table: none, then of its rows [R2.1-51]', async () => {
    const none = { startsAt: EMPTY_TIME, endsAt: EMPTY_TIME };
    expect(await findTable('penstock_counters')).toMatchObject(none);
    expect(await findTable('penstock_errors')).toMatchObject(none);
    await archive('web', [{ a: 1 }]);
    const { startsAt, endsAt } = await findTable('penstock_audit');
    expect(startsAt <= endsAt).toBe(true);
    const now = api.service.services.clock();
    expect(now - Date.parse(endsAt)).toBeLessThan(60_000);
  });

  test('errors: those of the site, by pipeline, node and minute', async () => {
    const { pipelineId, sourceId } = await makeSavedPipeline(api);
    const at = START + 60;
    const group = {
      id: '600000000000000001',
      pipeline_id: pipelineId,
      component_id: sourceId,
      node_id: sourceId,
      error_name: 'Port taken',
      level: 'ERROR',
      description: 'x',
      count: 2,
      first_at: at * 1000,
      last_at: at * 1000,
      example_event: '',
      acknowledged_at: 0,
      acknowledged_by: '',
    };
    await api.store.errors.record(group, at);
    const span = { startsAt: '2026-11-21T20:01:00.000Z', endsAt: '2026-11-21T20:02:00.000Z' };
    expect(await findTable('penstock_errors')).toMatchObject(span);
    const { columns, rows } = (await run('select * from penstock_errors')).body;
    const row = Object.fromEntries(
      columns.map(({ name }: { name: string }, i: number) => [name, rows[0][i]]),
    );
    const time = '2026-11-21T20:01:00Z';
    expect(row).toMatchObject({
      time,
      pipeline_id: pipelineId,
      node_id: sourceId,
      error: 'Port taken',
      count: 2,
    });
    expect(row.pipeline).not.toBe('');
    const other = await makeSite(api);
    expect((await run('select count(*) from penstock_errors', other)).body.rows).toEqual([[0]]);
  });

  test('counters: what nodes counted, with their names', async () => {
    const { pipelineId, sourceId } = await makeSavedPipeline(api);
    // Rows of minutes are read from two hours ago on.
    const bucket = Math.floor(api.service.services.clock() / 60_000) * 60 - 3 * 3600;
    const none = Object.fromEntries(COUNTER_COLUMNS.map((name) => [name, 0])) as CounterColumns;
    const place = { pipeline_id: pipelineId, component_id: sourceId };
    await api.store.series.add([{ ...none, ...place, seconds: 60, bucket, events_in: 7 }]);
    const timeRange = { startUnixTimeSeconds: bucket - 600, endUnixTimeSeconds: bucket + 600 };
    const query = 'select time, kind, node, events_in from penstock_counters where events_in > 0';
    const { rows } = (await api.call('runQuery', { body: { siteId: api.siteId, query, timeRange } })).body;
    const source = await api.store.nodes.find(sourceId);
    expect(rows).toEqual([
      [new Date(bucket * 1000).toISOString().replace('.000', ''), 'SOURCE', source?.name, 7],
    ]);
  });

  test('counters: what is not stored yet belongs to its step', async () => {
    const pipeline = await makeDeployedPipeline(api);
    const at = api.service.services.clock();
    const report = (taken: number) =>
      api.engine.report(createTotals(pipeline, { bootId: 'a', at: at - 1000, taken, kept: 0 }));
    report(7);
    await api.service.services.analytics.flush();
    report(9);
    const { startsAt, endsAt } = await findTable('penstock_counters');
    expect(at - Date.parse(startsAt)).toBeLessThan(20_000);
    expect(Date.parse(endsAt)).toBeGreaterThanOrEqual(at);
    const end = Math.ceil(at / 1000);
    const timeRange = { startUnixTimeSeconds: end - 86_400, endUnixTimeSeconds: end };
    const query = `select time, events_in from penstock_counters where kind = 'SOURCE'`;
    const { rows } = (await api.call('runQuery', { body: { siteId: api.siteId, query, timeRange } })).body;
    expect(rows).toEqual([[expect.stringMatching(/T\d[02468]:00:00Z$/), 9]]);
  });

  test('audit: for administrators alone', async () => {
    await archive('web', [{ a: 1 }]);
    const now = Math.floor(api.service.services.clock() / 1000);
    const timeRange = { startUnixTimeSeconds: now - 60, endUnixTimeSeconds: now + 60 };
    const query = `select count(*) > 0 from penstock_audit where entity_name = 'web'`;
    const ask = () => api.call('runQuery', { body: { siteId: api.siteId, query, timeRange } });
    expect((await ask()).body.rows).toEqual([[true]]);
    principal = readerOf(api.siteId);
    expect((await ask()).body.message).toContain('There is no table penstock_audit');
  });
});

describe('saved queries', () => {
  const create = async (more: object = {}) =>
    api.call('createQuery', { body: { query: { ...QUERY, siteId: api.siteId, ...more } } });

  test('are listed, changed and deleted; every change is in the audit log', async () => {
    const { id: queryId } = (await create()).body;
    const read = async () => (await api.call('getQuery', { path: { queryId } })).body.query;
    expect(await read()).toMatchObject({ ...QUERY, createdBy: 'Mara', revision: 1 });
    const body = { query: { ...QUERY, name: 'By status', sql: 'select 2', chart: 'BAR' } };
    const headers = { 'if-match': '"1"' };
    expect((await api.call('updateQuery', { path: { queryId }, body, headers })).body).toEqual({
      revision: 2,
    });
    const { queries } = (await api.call('listQueries', { query: { siteIds: api.siteId } })).body;
    expect(queries).toMatchObject([{ name: 'By status', chart: 'BAR', revision: 2 }]);
    const gone = await api.call('deleteQuery', { path: { queryId }, headers: { 'if-match': '"2"' } });
    expect(gone.status).toBe(200);
    expect((await api.call('getQuery', { path: { queryId } })).status).toBe(404);
    const { auditRecords } = (await api.call('listAuditRecords', { query: { entities: 'query' } })).body;
    expect(auditRecords.map(({ action }: { action: string }) => action)).toEqual([
      'Delete saved query',
      'Change saved query',
      'Save query',
    ]);
    expect(auditRecords[1].changes[0].after).toMatchObject({ name: 'By status', sql: 'select 2' });
  });

  test('bad input is refused by field, and nothing is saved', async () => {
    await create();
    for (const [more, field] of [
      [{}, 'query.name'],
      [{ name: 'ERRORS' }, 'query.name'],
      [{ name: ' ' }, 'query.name'],
      [{ name: 'x', sql: ' ' }, 'query.sql'],
      [{ name: 'x', time: 'yesterday' }, 'query.time'],
      [{ name: 'x', chart: 'PIE' }, 'query.chart'],
    ] as const) {
      const answer = await create(more);
      expect(answer.status, JSON.stringify(more)).toBeGreaterThanOrEqual(400);
      expect(answer.body.details[0].field).toBe(field);
    }
    expect((await api.call('listQueries', { query: {} })).body.queries).toHaveLength(1);
  });
});
