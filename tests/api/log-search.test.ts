import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Grant, Principal } from '../../src/service/auth/permissions.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { buildArchivalBody, makeFileSink } from './support/archives.ts';
import { makeConnections } from './support/fixtures.ts';
import { startService, type TestService, toRequest } from './support/service.ts';

const START = Date.UTC(2026, 10, 21, 20) / 1000;
let api: TestService;
let sourceId: string;
let root: string;
let principal: Principal | undefined;

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
const withGrants = (...grants: Grant[]): Principal => ({ user: { ...USER, roles: [] }, grants });
const reads = (resource: Grant['resource'], extra: Grant['extra'] = [], siteIds?: string[]): Grant => ({
  resource,
  types: ['READ'],
  extra,
  siteIds,
});

beforeEach(async () => {
  principal = admin;
  api = await startService({ authenticate: async () => principal });
  ({ sourceId } = await makeConnections(api));
  root = makeTempFolder();
});
afterEach(() => api.stop());

const archive = async (): Promise<void> => {
  const sinkId = await makeFileSink(api, undefined, { path: join(root, 'any.ndjson') });
  expect((await api.call('enableArchival', buildArchivalBody(api, sourceId, sinkId))).status).toBe(200);
};
/** One event per second from the start. */
const write = (events: readonly string[], hour = 20): string => {
  const folder = join(root, `source=${sourceId}-web/year=2026/month=11/day=21/hour=${hour}`);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `20261121T${hour}5959000Z-000001-0123456789abcdef.ndjson`);
  const lines = events.map((event, i) => {
    const time = new Date((START + (hour - 20) * 3600 + i) * 1000).toISOString().slice(0, 19);
    return `{"received":"${time}.000000Z","source":"web","sourceId":"${sourceId}",${event}}\n`;
  });
  writeFileSync(path, lines.join(''));
  return path;
};
const RANGE = { startUnixTimeSeconds: START, endUnixTimeSeconds: START + 7200 };
const body = (query: string, more: object = {}) => ({
  body: { siteId: api.siteId, query, timeRange: RANGE, ...more },
});
const search = (query: string, more?: object) => api.call('searchLogs', body(query, more));
const textsOf = (answer: { body: { rows: { text: string }[] } }) => answer.body.rows.map(({ text }) => text);

async function count(query: string, more?: object) {
  let { status, body: answer } = await api.call('startLogCount', body(query, more));
  if (status !== 200) return { status, ...answer };
  while (answer.count.state === 'RUNNING') {
    await setImmediate();
    ({ status, body: answer } = await api.call('getLogCount', {
      path: { siteId: api.siteId, countId: answer.count.id },
    }));
  }
  return answer.count;
}

describe('log search', () => {
  beforeEach(async () => {
    await archive();
    write(['"message":"GET /a 200"', '"event":{"status":500,"path":"/b"}']);
    write(['"message":"GET /c 500"'], 21);
  });

  test('rows: newest first with their metadata, page by page', async () => {
    const first = await search('500', { limit: 1 });
    expect(textsOf(first)).toEqual(['GET /c 500']);
    expect(first.body.rows[0]).toMatchObject({
      unixTimeSeconds: START + 3600,
      metadata: {
        received: '2026-11-21T21:00:00.000000Z',
        source: 'web',
        sourceId,
        isText: true,
        origin: '',
      },
    });
    const rest = await search('500', { limit: 1, cursor: first.body.nextCursor });
    expect(textsOf(rest)).toEqual(['{"status":500,"path":"/b"}']);
    const end = await search('500', { cursor: rest.body.nextCursor });
    expect(end.body).toMatchObject({ rows: [], searchedFromUnixTimeSeconds: START });
    expect(end.body.nextCursor).toBeUndefined();
  });

  test('count: matches, histogram and facets over the whole time', async () => {
    const counted = await count('500');
    expect(counted).toMatchObject({
      state: 'DONE',
      matchCount: '2',
      bucketSeconds: 120,
      buckets: [
        { unixTimeSeconds: START, count: '1' },
        { unixTimeSeconds: START + 3600, count: '1' },
      ],
      countedFromUnixTimeSeconds: START,
      facetEventCount: '2',
      facetEventBytes: expect.stringMatching(/^\d+$/),
      reading: { filesRead: 2, events: '3', unreadCount: 0 },
    });
    const status = counted.facets.find(({ field }: { field: string }) => field === 'status');
    expect(status).toMatchObject({ type: 'number', eventCount: '1', values: [{ value: '500', count: '1' }] });
  });

  test('count: belongs to its caller, and ends when another replaces it', async () => {
    const counted = await count('');
    const ask = () => api.call('getLogCount', { path: { siteId: api.siteId, countId: counted.id } });
    expect((await ask()).status).toBe(200);
    principal = { ...admin, user: { ...admin.user, id: '500000000000000008' } };
    expect((await ask()).status).toBe(404);
    principal = admin;
    await count('x', { replaces: counted.id });
    expect((await ask()).status).toBe(404);
  });

  test('count: ends when its caller is gone before the first answer', async () => {
    const { archiveSearches } = api.service.services;
    const begun = Promise.withResolvers<AbortSignal | undefined>();
    archiveSearches.counts = (_request, { signal } = {}) => {
      begun.resolve(signal);
      return new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('canceled'))),
      );
    };
    const leaving = new AbortController();
    const { path, init } = toRequest('startLogCount', body('500'));
    const asked = api.request(path, { ...init, signal: leaving.signal });
    const signal = await begun.promise;
    leaving.abort();
    expect(signal?.aborted).toBe(true);
    await asked;
  });

  test('query: an error names the character, also of a pattern', async () => {
    for (const [query, column] of [
      ['a AND', 6],
      ['a /(?<=b)c/', 3],
    ] as const)
      for (const call of ['searchLogs', 'startLogCount'] as const) {
        const answer = await api.call(call, body(query));
        expect(answer.status).toBe(400);
        expect(answer.body.details).toMatchObject([{ field: 'query', rule: 'query', column }]);
      }
  });

  test('input: a foreign cursor, an empty time and an unknown source are refused', async () => {
    expect((await search('', { cursor: 'abc' })).body.details[0]).toMatchObject({ field: 'cursor' });
    const timeRange = { startUnixTimeSeconds: 5, endUnixTimeSeconds: 5 };
    expect((await search('', { timeRange })).status).toBe(400);
    expect((await search('', { sourceIds: ['200000000000000001'] })).status).toBe(404);
    expect((await search('', { limit: 10_001 })).status).toBe(400);
  });

  test('audit: a search is recorded once, with its query', async () => {
    await search('secret-word');
    await search('secret-word', { limit: 1 });
    await count('secret-word');
    const { auditRecords } = (await api.call('listAuditRecords', { query: { entities: 'logSearch' } })).body;
    expect(auditRecords).toHaveLength(1);
    expect(auditRecords[0]).toMatchObject({ action: 'Search logs', result: 'done', siteId: api.siteId });
    expect(JSON.stringify(auditRecords[0].changes)).toContain('secret-word');
  });

  test('permission: READ on sources and LIVE CAPTURE, on that site', async () => {
    for (const [grants, status] of [
      [[reads('SOURCES')], 403],
      [[reads('PIPELINES', ['LIVE_CAPTURE'])], 403],
      [[reads('SOURCES'), reads('PIPELINES')], 403],
      [[reads('SOURCES'), reads('PIPELINES', ['LIVE_CAPTURE'])], 200],
      [[reads('SOURCES', [], [api.siteId]), reads('PIPELINES', ['LIVE_CAPTURE'], [api.siteId])], 200],
      [[reads('SOURCES', [], ['400000000000000009']), reads('PIPELINES', ['LIVE_CAPTURE'])], 403],
      [
        [
          reads('SOURCES', [], ['400000000000000009']),
          reads('PIPELINES', ['LIVE_CAPTURE'], ['400000000000000009']),
        ],
        404,
      ],
    ] as [Grant[], number][]) {
      principal = withGrants(...grants);
      expect((await search('')).status, JSON.stringify(grants)).toBe(status);
      expect((await api.call('startLogCount', body(''))).status).toBe(status);
    }
  });

  test('limit: of 200 searches at once four answer, others get 429', async () => {
    const searches = Array.from({ length: 200 }, (_, i) => search(`w${i}`));
    expect((await api.call('getSite', { path: { siteId: api.siteId } })).status).toBe(200);
    const answers = await Promise.all(searches);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBe(4);
    expect(statuses.filter((status) => status === 429).length).toBe(196);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('5');
  });

  test('sources: an ended archive and a deleted source are searched too', async () => {
    await api.call('disableArchival', { body: { siteId: api.siteId, sourceId } });
    const { sources } = (await api.call('listLogSources', { path: { siteId: api.siteId } })).body;
    expect(sources).toEqual([
      { id: sourceId, name: 'web source', isArchived: false, problem: '', waitingEventCount: '0' },
    ]);
    await api.call('deleteSource', { path: { id: sourceId } });
    expect(textsOf(await search('500'))).toHaveLength(2);
  });

  test('sources: one that is deleted while it is archived is searched too', async () => {
    await api.call('deleteSource', { path: { id: sourceId } });
    expect(textsOf(await search('500'))).toHaveLength(2);
  });
});

test('nothing archived: there are no sources and no rows', async () => {
  expect((await api.call('listLogSources', { path: { siteId: api.siteId } })).body).toEqual({ sources: [] });
  expect((await search('')).body).toMatchObject({ rows: [], reading: { filesRead: 0, unreadCount: 0 } });
});

test('reading: what is missing or elsewhere is said', async () => {
  await archive();
  rmSync(root, { recursive: true });
  const missing = await search('');
  expect(missing.body.reading).toMatchObject({
    unreadCount: 1,
    unread: [{ reason: 'It is no longer there' }],
  });
  const sink = {
    name: 'Bucket',
    siteId: api.siteId,
    templateId: 's3',
    config: {
      url: 'http://127.0.0.1:1',
      bucket: 'logs',
      region: 'eu-central-1',
      accessKeyId: 'x',
      secretAccessKey: 'y',
    },
  };
  const made = await api.call('createSink', { body: { sink } });
  await api.call('enableArchival', buildArchivalBody(api, sourceId, made.body.id));
  const { reading } = (await search('')).body;
  expect(reading.unread).toContainEqual({
    file: `logs/source=${sourceId}-…`,
    reason: 'Nothing listens at 127.0.0.1:1',
  });
});
