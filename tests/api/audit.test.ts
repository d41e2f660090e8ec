import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changesSomething } from '../../src/contract/calls/define.ts';
import { CALL_IDS, type CallId, callDefinition } from '../../src/contract/calls/index.ts';
import type { AuditRecord } from '../../src/contract/entities/audit.ts';
import type { Principal } from '../../src/service/auth/permissions.ts';
import { type Change, changingCalls } from './support/changing-calls.ts';
import { act, makeConnections, makeDeployedPipeline, makePipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
let now = 1_800_000_000_000;
beforeEach(async () => {
  now = 1_800_000_000_000;
  api = await startService({ clock: () => now, flags: ['gitOps'] });
});
afterEach(() => api.stop());

const fetchRecords = async (
  query: Record<string, string | number | string[]> = {},
): Promise<AuditRecord[]> => {
  const { body } = await api.call('listAuditRecords', { query });
  return body.auditRecords;
};

const CHANGING = CALL_IDS.filter((id) => changesSomething(callDefinition(id)));
/** They start and stop something in memory, or tell an agent something. */
const STORES_NOTHING: readonly CallId[] = ['startCapture', 'stopCapture', 'restartAgent', 'retryAgent'];

describe('every call that changes something leaves one record (design 7)', () => {
  const recipes: Partial<Record<CallId, Change>> = changingCalls;

  test.each(CHANGING)('%s: who, through which door, what, before and after', async (id) => {
    const recipe = recipes[id];
    if (!recipe) throw new Error(`tests/api/support/changing-calls.ts has no example of ${id}`);
    const parts = await recipe(api);
    const before = await fetchRecords();
    const answer = await (typeof parts === 'function' ? parts() : api.call(id, parts));
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    const [record, ...others] = await fetchRecords();
    expect(others).toEqual(before);
    expect(record).toMatchObject({
      call: id,
      userName: 'local@localhost',
      source: 'api',
      result: 'done',
      reason: '',
    });
    expect(record?.entity).not.toBe('');
    if (STORES_NOTHING.includes(id)) return;
    expect(record?.changes.length).toBeGreaterThan(0);
    for (const change of record?.changes ?? []) expect(change.before).not.toEqual(change.after);
  });

  test('nothing else: reading, and what only asks, leaves none', async () => {
    const before = await fetchRecords();
    for (const id of CALL_IDS.filter((one) => !changesSomething(callDefinition(one)))) await api.call(id);
    expect(await fetchRecords()).toEqual(before);
  });
});

test('before and after hold the fields that differ, by their names', async () => {
  const { sourceId, port } = await makeConnections(api);
  await api.call('updateSource', { body: { source: { id: sourceId, name: 'renamed' } } });
  const [renamed] = await fetchRecords({ entityIds: [sourceId] });
  expect(renamed).toMatchObject({ action: 'Change source', entity: 'source', entityName: 'renamed' });
  expect(renamed?.changes).toEqual([
    {
      entity: 'source',
      id: sourceId,
      name: 'renamed',
      before: { name: 'web source' },
      after: { name: 'renamed' },
    },
  ]);
  const [, made] = await fetchRecords({ entityIds: [sourceId] });
  expect(made?.changes[0]).toMatchObject({ before: null, after: { config: { port } } });
});

test('a graph is recorded by names, a deployment by its request', async () => {
  const { pipelineId } = await makeDeployedPipeline(api);
  const [deployed, saved] = await fetchRecords({ entityIds: [pipelineId] });
  expect(saved).toMatchObject({ action: 'Save version', entity: 'graph', entityName: 'web' });
  expect(saved?.changes[0]?.after).toMatchObject({
    version: 1,
    connections: ['Parse → web sink', 'web source → Parse'],
  });
  expect(deployed).toMatchObject({ action: 'Deploy pipeline', entity: 'pipeline' });
  expect(deployed?.changes[0]?.after).toMatchObject({ pendingAction: 'DEPLOY', askedVersion: 1 });
});

test('failed changes and repeats under a key leave no record', async () => {
  await makePipeline(api, 'web');
  const before = await fetchRecords();
  const taken = { pipeline: { name: 'web', siteId: api.siteId } };
  expect((await api.call('createPipeline', { body: taken })).status).toBe(409);
  expect(await fetchRecords()).toEqual(before);
  const other = {
    body: { pipeline: { name: 'shop', siteId: api.siteId } },
    headers: { 'idempotency-key': 'k' },
  };
  await api.call('createPipeline', other);
  await api.call('createPipeline', other);
  expect(await fetchRecords()).toHaveLength(before.length + 1);
});

test('a change whose record cannot be stored is not made', async () => {
  const service = api.service.services;
  const { record: recorded } = service.audit;
  service.audit.record = async (tx, attempt, work) => {
    await recorded(tx, attempt, work);
    throw new Error('disk full');
  };
  const answer = await api.call('createPipeline', {
    body: { pipeline: { name: 'lost', siteId: api.siteId } },
  });
  expect(answer.status).toBe(500);
  expect((await api.call('listPipelines')).body.pipelines).toEqual([]);
});

test('no secret stands in a record; that another was set does', async () => {
  const CANARY = 'canary-3f9a';
  const sink = {
    name: 'remote',
    siteId: api.siteId,
    templateId: 'http',
    config: {
      url: 'https://logs.example.com/',
      auth: 'bearer',
      token: CANARY,
      headers: { 'X-Team-Key': CANARY, Accept: 'text/plain' },
    },
  };
  const made = await api.call('createSink', { body: { sink } });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const config = { ...sink.config, token: `${CANARY}-2` };
  await api.call('updateSink', { body: { sink: { id: made.body.id, config } } });
  const rows = await api.store.audit.after(0, 100);
  expect(JSON.stringify(rows)).not.toContain(CANARY);
  const [changed] = await fetchRecords();
  expect(Object.keys(changed?.changes[0]?.after?.config ?? {})).toEqual(['token']);
  expect(JSON.stringify(changed?.changes[0]?.after)).toMatch(/"secret [0-9a-f]{8}"/);
});

const createSinkNamed = (name: string) =>
  api.call('createSink', {
    body: { sink: { name, siteId: api.siteId, templateId: 'blackhole', config: {} } },
  });

describe('denied tries', () => {
  const reader: Principal = {
    user: {
      id: '500000000000000001',
      name: 'Reader',
      email: 'reader@example.org',
      picture: '',
      userType: 'SSO',
      roles: [],
    },
    grants: [{ resource: 'PIPELINES', types: ['READ'], extra: [] }],
  };
  const attemptAs = async (principal: Principal | undefined) => {
    await api.stop();
    const { store } = api;
    api = await startService({ store, clock: () => now, authenticate: async () => principal });
  };
  const stored = () => api.store.audit.after(0, 100);

  test('denied tries are kept with person and reason, once a minute', async () => {
    await attemptAs(reader);
    const pipeline = { name: 'x', siteId: api.siteId };
    await api.call('createPipeline', { body: { pipeline } });
    await api.call('createPipeline', { body: { pipeline } });
    expect(await stored()).toMatchObject([
      {
        call_id: 'createPipeline',
        user_name: 'reader@example.org',
        result: 'denied',
        reason: 'You need WRITE on Pipelines',
        changes: '[]',
      },
    ]);
    now += 60_000;
    await api.call('createPipeline', { body: { pipeline } });
    expect(await stored()).toHaveLength(2);
  });

  test('of who is not signed in: what would change something', async () => {
    await attemptAs(undefined);
    await api.call('listPipelines');
    await api.call('createPipeline', { body: {} });
    expect(await stored()).toMatchObject([{ call_id: 'createPipeline', user_name: '', result: 'denied' }]);
  });

  test('a denied test of a connection says where it should have led', async () => {
    await attemptAs(reader);
    const url = 'https://10.1.2.3:8443/in?token=s3cret';
    const sink = { siteId: api.siteId, templateId: 'http', config: { url, password: 's3cret' } };
    await api.call('testSink', { body: { sink, events: ['{"a":"s3cret"}'] } });
    const source = { siteId: api.siteId, templateId: 'tcp', config: { port: 5140, address: '0.0.0.0' } };
    await api.call('testSource', { body: { source } });
    const [sinkRow, sourceRow] = await stored();
    expect(sinkRow).toMatchObject({ call_id: 'testSink', result: 'denied', site_id: api.siteId });
    expect(JSON.parse(sinkRow?.changes ?? '')).toMatchObject([
      { entity: 'destination', after: { type: 'http', address: 'https://10.1.2.3:8443' } },
    ]);
    expect(JSON.parse(sourceRow?.changes ?? '')[0].after).toMatchObject({
      type: 'tcp',
      address: expect.stringContaining('TCP port 5140'),
    });
    expect(JSON.stringify([sinkRow, sourceRow])).not.toContain('s3cret');
  });

  test('a denied try names its target, stored or not', async () => {
    const { id: sinkId } = (await createSinkNamed('SIEM')).body;
    const [{ id: localUserId }] = (await api.call('listUsers')).body.users;
    await attemptAs(reader);
    await api.call('createPipeline', { body: { pipeline: { name: 'Mine', siteId: api.siteId } } });
    await api.call('updateSink', { body: { sink: { id: sinkId, name: 'Theirs' } } });
    await api.call('updateUser', { body: { user: { id: localUserId, roleIds: ['admin'] } } });
    await api.call('updateSite', { body: { site: { id: api.siteId, name: 'x' } } });
    const denied = (await stored()).filter(({ result }) => result === 'denied');
    expect(denied.map(({ action, entity, entity_name }) => [action, entity, entity_name])).toEqual([
      ['Create pipeline', 'pipeline', 'Mine'],
      ['Change destination', 'destination', 'SIEM'],
      ['Change user', 'user', expect.any(String)],
      ['Update site', 'site', expect.any(String)],
    ]);
    for (const { entity_name } of denied) expect(entity_name).not.toBe('');
  });

  test('what one person is denied fills at most thirty records a minute', async () => {
    await attemptAs(reader);
    for (let count = 0; count < 80; count += 1)
      await api.call('createPipeline', { body: { pipeline: { name: `p${count}`, siteId: api.siteId } } });
    expect(await stored()).toHaveLength(30);
    now += 120_000;
    await api.call('createPipeline', { body: { pipeline: { name: 'again', siteId: api.siteId } } });
    expect((await stored()).at(-1)?.reason).toBe(
      'You need WRITE on Pipelines (50 more denied tries before this one were left out)',
    );
  });

  test('reading the records needs the role Admin', async () => {
    await attemptAs(reader);
    expect((await api.call('listAuditRecords')).status).toBe(403);
  });
});

test('a page of the console is distinguished from a program', async () => {
  const body = { pipeline: { name: 'web', siteId: api.siteId } };
  await api.call('createPipeline', { body, headers: { origin: 'http://127.0.0.1:4600' } });
  expect((await fetchRecords())[0]?.source).toBe('ui');
});

test('records are found by time, person, call, thing and outcome', async () => {
  const { pipelineId } = await makeDeployedPipeline(api);
  now += 10_000;
  await act(api, pipelineId, 'PAUSE');
  const counts = async (query: Record<string, string | number | string[]>) =>
    (await fetchRecords(query)).length;
  const all = await counts({});
  expect(await counts({ fromTimestamp: new Date(now).toISOString() })).toBe(1);
  expect(await counts({ toTimestamp: new Date(now).toISOString() })).toBe(all - 1);
  expect(await counts({ userNames: ['local@localhost'] })).toBe(all);
  expect(await counts({ userNames: ['nobody'] })).toBe(0);
  expect(await counts({ calls: ['saveGraph', 'createSink'] })).toBe(2);
  expect(await counts({ entities: ['destination'] })).toBe(1);
  expect(await counts({ results: ['denied'] })).toBe(0);
  expect(await counts({ actions: ['Pause pipeline'] })).toBe(1);
  expect(await counts({ text: ' LOCAL@localhost Pause ' })).toBe(1);
  expect(await counts({ text: 'create destination' })).toBe(1);
  expect(await counts({ text: '%' })).toBe(0);
  expect(await counts({ text: '_ocal' })).toBe(0);
  expect((await api.call('listAuditFacets')).body).toMatchObject({
    userNames: ['local@localhost'],
    calls: expect.arrayContaining([{ call: 'createSink', action: 'Create destination' }]),
    actions: expect.arrayContaining(['Deploy pipeline', 'Pause pipeline']),
  });
});
