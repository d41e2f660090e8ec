import { describe, expect, test } from 'vitest';
import { makeKey, makeRole } from './support/access.ts';
import {
  createRequestBody,
  listRequests,
  type Made,
  manage,
  merge,
  raiseId,
  readRequest,
} from './support/change-requests.ts';
import { fetchPipeline } from './support/fixtures.ts';
import { type ManagedService, serveManaged } from './support/managed-service.ts';
import type { TestService } from './support/service.ts';

let api: TestService;
let made: Made;
let free: ManagedService['free'];
const logged: string[] = [];
serveManaged(
  (service) => {
    ({ api, made, free } = service);
    logged.length = 0;
  },
  { logTo: (line) => logged.push(line) },
);

const settled = () => api.service.services.lifecycle.settled();
const repository = () => api.service.services.repositories.of(api.siteId);
const listMain = async (kind: 'SOURCE' | 'SINK') =>
  [...(await repository().listFiles((await repository().readBranch('main')) ?? '', kind)).keys()].sort();
const send = (connections: object[], more: object = {}, headers = {}) =>
  api.call('createChangeset', {
    body: { changeSet: { siteId: api.siteId, description: '' }, connections, ...more },
    headers,
  });
const getSource = async (id: string) => (await api.call('getSource', { path: { id } })).body.source;
const getSink = async (id: string) => (await api.call('getSink', { path: { id } })).body.sink;
const pick = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];
const idOf = ({ status, body }: { status: number; body: { id: string; message?: string } }) => {
  if (status !== 200) throw new Error(body.message);
  return body.id;
};
const rebase = (pullRequestId: string) =>
  api.call('rebaseChangeset', { path: { pullRequestId }, body: { choices: [] } });

const change = async (id: string, more: object) => {
  const { name, revision, description } = await getSource(id);
  return { kind: 'SOURCE', id, revision, name, description, ...more };
};
const TOKEN = 'hush-hush-token';
const hec = (more: object = {}) => ({
  kind: 'SINK',
  id: 'new-1',
  revision: 0,
  name: 'collector',
  templateId: 'splunk_hec',
  config: { url: 'http://127.0.0.1:8088', token: TOKEN },
  ...more,
});
const deletion = async (kind: 'SOURCE' | 'SINK', id: string) => {
  const { name, revision } = kind === 'SOURCE' ? await getSource(id) : await getSink(id);
  return { kind, id, name, revision, isDeleted: true };
};
const runningPort = () => {
  const plan = api.engine.plans.get(made.pipelineId);
  return plan?.nodes.find(({ nodeType }) => nodeType === 'SOURCE')?.config.port;
};

describe('sources and destinations by pull request [R1-32, R6-47, R6-48]', () => {
  test('a changed source runs as it was until the merge', async () => {
    const asked = await change(made.sourceId, { name: 'edge', config: { port: 21_234 } });
    const id = idOf(await send([asked]));
    expect(await getSource(made.sourceId)).toMatchObject({ name: 'web source', revision: 1 });
    expect(runningPort()).toBe(made.port);
    const [listed] = await listRequests(api);
    expect(listed).toMatchObject({
      pipelines: [],
      connections: [{ id: made.sourceId, kind: 'SOURCE', name: 'edge', change: 'update' }],
    });
    const { connectionFiles } = await readRequest(api, id);
    expect(connectionFiles).toMatchObject([
      {
        path: `sources/edge-${made.sourceId}.yaml`,
        beforeConnection: { name: 'web source', templateId: 'tcp', config: { port: made.port } },
        afterConnection: { name: 'edge', config: { port: 21_234 } },
        newSecrets: [],
      },
    ]);

    expect((await merge(api, id)).body.changeset).toMatchObject({ status: 'MERGED' });
    expect(await getSource(made.sourceId)).toMatchObject({ name: 'edge', config: { port: 21_234 } });
    expect(runningPort()).toBe(21_234);
    expect(await listMain('SOURCE')).toContain(`sources/edge-${made.sourceId}.yaml`);
    expect(await listMain('SOURCE')).toHaveLength(2);
  });

  test('a new and a deleted one come and go at the merge', async () => {
    const id = idOf(await send([hec(), await deletion('SOURCE', free.sourceId)]));
    const newId = (await listRequests(api))[0].connections.find(
      (one: { kind: string }) => one.kind === 'SINK',
    ).id;
    expect((await api.call('getSink', { path: { id: newId } })).status).toBe(404);
    expect((await merge(api, id)).status).toBe(200);
    expect(await getSink(newId)).toMatchObject({ name: 'collector', config: { token: { set: true } } });
    expect((await api.call('getSource', { path: { id: free.sourceId } })).status).toBe(404);
    expect(await listMain('SOURCE')).toEqual([`sources/web-source-${made.sourceId}.yaml`]);
    expect(await listMain('SINK')).toContain(`destinations/collector-${newId}.yaml`);
  });

  test('a secret waits sealed, reaches the merge, and is in no file, answer or log', async () => {
    const id = idOf(await send([hec()]));
    const read = await readRequest(api, id);
    expect(read.connectionFiles[0].newSecrets).toEqual(['token']);
    const row = await api.store.changesets.find(id);
    const text = await repository().readFile(row?.head_commit ?? '', read.connectionFiles[0].path);
    const rows = await api.store.changesets.pipelinesOf([id]);
    expect(text).toContain('set: true');
    expect(JSON.stringify([read, text, rows, logged, await api.store.audit.after(0, 100)])).not.toContain(
      TOKEN,
    );
    await merge(api, id);
    const node = await api.store.nodes.find(rows[0]?.pipeline_id ?? '');
    expect(api.service.services.sealer.open(JSON.parse(node?.config ?? ''))).toMatchObject({ token: TOKEN });
    expect((await api.store.changesets.pipelinesOf([id]))[0]?.config).toBe('');
  });

  test('a new secret alone is a change; a withdrawn request keeps none', async () => {
    await merge(api, idOf(await send([hec()])));
    const found = await api.store.nodes.findByName('SINK', api.siteId, 'collector', '');
    const asked = (token: unknown) =>
      hec({ id: found?.id, revision: 1, config: { url: 'http://127.0.0.1:8088', token } });
    expect(pick(await send([asked({ set: true })]))).toEqual([
      409,
      "The destination 'collector' has not changed: there is nothing to request",
    ]);
    const id = idOf(await send([asked('another')]));
    expect((await send([asked('another')])).status).toBe(409);
    expect((await send([asked('a third')])).status).toBe(200);
    await api.call('deleteChangeset', { path: { pullRequestId: id } });
    expect((await api.store.changesets.pipelinesOf([id]))[0]?.config).toBe('');
  });

  test('with a pipeline: all or nothing, also when the engine refuses', async () => {
    const body = await createRequestBody(api, made);
    const asked = await change(made.sourceId, { config: { port: 21_240 } });
    const id = idOf(await api.call('createChangeset', { body: { ...body, connections: [asked, hec()] } }));
    api.engine.failNext('The port is taken');
    expect((await merge(api, id)).status).toBe(409);
    expect(await getSource(made.sourceId)).toMatchObject({ revision: 1, config: { port: made.port } });
    expect(await api.store.nodes.findByName('SINK', api.siteId, 'collector', '')).toBeUndefined();
    expect((await fetchPipeline(api, made.pipelineId)).latestGraphVersion).toBe(1);
    expect((await listRequests(api))[0].status).toBe('OPEN');
    expect((await merge(api, id)).status).toBe(200);
    await settled();
    expect((await fetchPipeline(api, made.pipelineId)).deployedGraphVersion).toBe(2);
    expect(runningPort()).toBe(21_240);
  });

  test('bad ones are refused with their place, and leave nothing', async () => {
    const taken = await send([await change(free.sourceId, { config: { port: made.port } })]);
    expect([taken.body.code, taken.body.details[0].field]).toEqual([
      'PORT_IN_USE',
      'connections.0.config.port',
    ]);
    const unset = await send([hec({ config: { url: 'nowhere' } })]);
    expect(unset.status).toBe(400);
    expect(unset.body.details.map(({ field }: { field: string }) => field)).toContain(
      'connections.0.config.token',
    );
    expect((await send([await deletion('SINK', made.sinkId)])).body.code).toBe('IN_USE');
    expect((await send([await change(free.sourceId, { revision: 7 })])).body.code).toBe('STALE_VERSION');
    expect((await send([])).status).toBe(400);
    expect((await send([hec({ isDeleted: true })])).status).toBe(400);
    const one = await change(free.sourceId, { name: 'renamed' });
    expect((await send([one, one])).body.details[0].rule).toBe('unique');
    expect(await listRequests(api)).toEqual([]);
  });

  test('whoever may not change or read sources neither asks, merges nor sees them', async () => {
    const id = idOf(await send([await change(free.sourceId, { name: 'renamed' })]));
    const grants = ['PIPELINES', 'SITES'].map((resourceType) => ({
      resourceType,
      accessTypes: ['READ', 'WRITE'],
      extraGrants: resourceType === 'PIPELINES' ? ['DEPLOY'] : [],
    }));
    const { headers } = await makeKey(api, { roleId: await makeRole(api, { name: 'Graphs', grants }) });
    expect((await merge(api, id, headers)).status).toBe(403);
    expect((await send([hec()], {}, headers)).status).toBe(403);
    const read = await api.call('getPullRequestDetails', {
      query: { siteId: api.siteId, pullRequestId: id },
      headers,
    });
    expect([read.body.pullRequest.connections, read.body.pullRequest.connectionFiles]).toEqual([[], []]);
    expect((await merge(api, id)).status).toBe(200);
  });
});

describe('a source that was changed since [R6-48]', () => {
  /** As an API key changes it. */
  const changeDirectly = async (id: string, more: object) => {
    await manage(api, false);
    const answer = await api.call('updateSource', {
      body: { source: { id, ...more } },
      headers: { 'if-match': '*' },
    });
    expect(answer.status).toBe(200);
    await manage(api);
  };

  const changePipelineDirectly = async (description: string) => {
    await manage(api, false);
    const pipeline = { id: made.pipelineId, description };
    expect((await api.call('updatePipeline', { body: { pipeline } })).status).toBe(200);
    await manage(api);
  };

  test('what both leave alone is merged field by field', async () => {
    const id = idOf(await send([await change(free.sourceId, { name: 'renamed' })]));
    await changeDirectly(free.sourceId, { description: 'Theirs', config: { port: 21_250 } });
    expect((await listRequests(api))[0]).toMatchObject({ hasConflict: true });
    expect((await merge(api, id)).status).toBe(409);
    expect((await rebase(id)).body.changeset).toMatchObject({ hasConflict: false });
    expect((await merge(api, id)).status).toBe(200);
    expect(await getSource(free.sourceId)).toMatchObject({
      name: 'renamed',
      description: 'Theirs',
      config: { port: 21_250 },
    });
  });

  test('a field of both is a choice, and it is made for what was seen', async () => {
    const asked = { description: 'Mine', config: { port: 21_260 } };
    const id = idOf(await send([await change(free.sourceId, asked)]));
    await changeDirectly(free.sourceId, { config: { port: 21_261 } });
    const refused = await rebase(id);
    expect(pick(refused)).toEqual([409, expect.stringContaining("Both changed 'free source' (config.port)")]);
    const { conflicts } = await readRequest(api, id);
    expect(conflicts).toMatchObject([
      { pipelineId: free.sourceId, node: 'free source', field: 'config.port', mine: 21_260, theirs: 21_261 },
    ]);
    const [{ key, seen }] = conflicts;
    const choose = (take: string, of = seen) =>
      api.call('rebaseChangeset', {
        path: { pullRequestId: id },
        body: { choices: [{ pipelineId: free.sourceId, key, seen: of, take }] },
      });
    expect(pick(await choose('mine', seen + 1))).toEqual([409, expect.stringContaining('changed again')]);
    expect(pick(await choose('mine'))).toEqual([200, undefined]);
    expect((await merge(api, id)).status).toBe(200);
    expect(await getSource(free.sourceId)).toMatchObject({ description: 'Mine', config: { port: 21_260 } });
  });

  test('theirs keeps what is stored, and the rest of mine', async () => {
    const asked = { description: 'Mine', config: { port: 21_260 } };
    const id = idOf(await send([await change(free.sourceId, asked)]));
    await changeDirectly(free.sourceId, { config: { port: 21_261 } });
    const [{ key, seen }] = (await readRequest(api, id)).conflicts;
    const choices = [{ pipelineId: free.sourceId, key, seen, take: 'theirs' }];
    const answer = await api.call('rebaseChangeset', { path: { pullRequestId: id }, body: { choices } });
    expect(pick(answer)).toEqual([200, undefined]);
    expect((await merge(api, id)).status).toBe(200);
    expect(await getSource(free.sourceId)).toMatchObject({ description: 'Mine', config: { port: 21_261 } });
  });

  test('another name of it moves no pipeline that uses it', async () => {
    const pipeline = await raiseId(api, made, { comment: 'Uses the source' });
    await changeDirectly(made.sourceId, { name: 'edge' });
    expect((await listRequests(api))[0]).toMatchObject({ id: pipeline, hasConflict: false });
    const { body: found } = await api.call('getPullRequestChecks', { path: { pullRequestId: pipeline } });
    expect(found.checks).toMatchObject([{ outcome: 'passed' }, { outcome: 'passed' }, {}, {}, {}]);
    expect(pick(await merge(api, pipeline))).toEqual([200, undefined]);
    await settled();
    expect(await fetchPipeline(api, made.pipelineId)).toMatchObject({ deployedGraphVersion: 2 });
    const head = (await repository().readBranch('main')) ?? '';
    expect(await repository().readFile(head, `web-${made.pipelineId}.yaml`)).toContain('source: edge');
  });

  test('the merge of another name writes it into the files of those that use it', async () => {
    const id = idOf(await send([await change(made.sourceId, { name: 'edge' })]));
    const pipeline = await raiseId(api, made);
    expect(pick(await merge(api, id))).toEqual([200, undefined]);
    const head = (await repository().readBranch('main')) ?? '';
    expect(await repository().readFile(head, `web-${made.pipelineId}.yaml`)).toContain('source: edge');
    expect((await listRequests(api, { statuses: 'OPEN' }))[0]).toMatchObject({ hasConflict: false });
    await changePipelineDirectly('Said since');
    const path = { pullRequestId: pipeline };
    expect(pick(await api.call('rebaseChangeset', { path, body: {} }))).toEqual([200, undefined]);
    expect(pick(await merge(api, pipeline))).toEqual([200, undefined]);
    const { description, latestGraphVersion } = await fetchPipeline(api, made.pipelineId);
    expect([description, latestGraphVersion]).toEqual(['Said since', 2]);
  });

  test('a deleted one and a taken name leave only the withdrawal', async () => {
    const gone = idOf(await send([await change(free.sourceId, { name: 'renamed' })]));
    const fresh = idOf(await send([hec({ name: 'web sink 2' })]));
    await manage(api, false);
    await api.call('deleteSource', { path: { id: free.sourceId }, headers: { 'if-match': '*' } });
    await api.call('createSink', {
      body: { sink: { name: 'web sink 2', siteId: api.siteId, templateId: 'blackhole', config: {} } },
    });
    await manage(api);
    const reasons = (await listRequests(api)).map(({ reason }: { reason: string }) => reason).sort();
    expect(reasons).toEqual([
      expect.stringContaining("Another destination has the name 'web sink 2'"),
      expect.stringContaining("Source 'renamed' was deleted since"),
    ]);
    for (const id of [gone, fresh]) {
      expect((await merge(api, id)).status).toBe(409);
      expect((await rebase(id)).status).toBe(409);
      expect((await api.call('deleteChangeset', { path: { pullRequestId: id } })).status).toBe(200);
    }
  });
});
