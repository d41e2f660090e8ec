import { describe, expect, test } from 'vitest';
import { makeKey, makeRole } from './support/access.ts';
import {
  createRequestBody,
  listRequests,
  type Made,
  mask,
  merge,
  raiseId,
  readRequest,
} from './support/change-requests.ts';
import { createChain, fetchPipeline } from './support/fixtures.ts';
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

const pick = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];
const add = async (parts: object, headers = {}) =>
  api.call('addToChangesetDraft', { body: { siteId: api.siteId, ...parts }, headers });
const collect = async (parts: object) => {
  const answer = await add(parts);
  expect(pick(answer)).toEqual([200, undefined]);
  return answer.body.changes as { id: string; name: string; kind: string; change: string }[];
};
const readDraft = async (headers = {}) =>
  (await api.call('getChangesetDraft', { query: { siteId: api.siteId }, headers })).body.changes;
const drop = (ids?: string[]) =>
  api.call('deleteChangesetDraft', { query: { siteId: api.siteId, ...(ids ? { ids } : {}) } });
const raiseDraft = (description = '', more: object = {}) =>
  api.call('createChangeset', {
    body: { changeSet: { siteId: api.siteId, description }, withDraft: true, ...more },
  });
const raisedId = async (...asked: Parameters<typeof raiseDraft>): Promise<string> => {
  const answer = await raiseDraft(...asked);
  expect(pick(answer)).toEqual([200, undefined]);
  return answer.body.id;
};
const settled = () => api.service.services.lifecycle.settled();
const mergeDone = async (id: string) => {
  expect(pick(await merge(api, id))).toEqual([200, undefined]);
  await settled();
};

const change = async (more: { name?: string; node?: object } = {}) => {
  const { pipelines, nodes } = await createRequestBody(api, made, more);
  return { pipelines, nodes };
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
const door = (more: object = {}) => ({
  kind: 'SOURCE',
  id: 'new-1',
  revision: 0,
  name: 'door',
  templateId: 'tcp',
  config: { port: 21_777 },
  ...more,
});
/** A new pipeline from a source that is not stored yet. */
const throughDoor = (sourceId: string, name = 'door logs') => ({
  pipelines: [
    {
      pipeline: { id: 'new-5', name },
      graph: { version: 0, edges: createChain(sourceId, 'new-2', free.sinkId), metaInfo: {} },
    },
  ],
  nodes: [
    { id: sourceId, nodeType: 'SOURCE', name: 'door', templateId: 'tcp' },
    { ...mask(), id: 'new-2' },
    { id: free.sinkId, nodeType: 'SINK', name: 'sink', templateId: 'blackhole' },
  ],
});
const findSource = async (name: string) => {
  const found = await api.store.nodes.findByName('SOURCE', api.siteId, name, '');
  return found && api.store.nodes.find(found.id);
};

describe('a draft of a pull request [R1-32, R6-47, R6-48]', () => {
  test('collects changes that nothing stored shows, and is raised as one', async () => {
    await collect(await change());
    const changes = await collect({ connections: [hec()] });
    expect(changes.map(({ kind, name, change: what }) => [kind, name, what])).toEqual([
      ['SINK', 'collector', 'create'],
      ['PIPELINE', 'web', 'update'],
    ]);
    expect(await listRequests(api)).toEqual([]);
    expect((await fetchPipeline(api, made.pipelineId)).latestGraphVersion).toBe(1);
    const id = await raisedId('Both together');
    expect(await readDraft()).toEqual([]);
    const [request] = await listRequests(api);
    expect(request).toMatchObject({
      description: 'Both together',
      pipelines: [{ id: made.pipelineId, change: 'update' }],
      connections: [{ name: 'collector', change: 'create' }],
    });
    await mergeDone(id);
    expect((await fetchPipeline(api, made.pipelineId)).deployedGraphVersion).toBe(2);
    expect(pick(await raiseDraft())).toEqual([409, expect.stringContaining('draft is empty')]);
  });

  test('a later change of the same takes the place of the earlier', async () => {
    await collect(await change());
    await collect(await change({ node: { name: 'Other' } }));
    const [created] = await collect({ connections: [hec()] });
    const changes = await collect({ connections: [hec({ id: created?.id, name: 'renamed' })] });
    expect(changes).toMatchObject([
      { kind: 'SINK', name: 'renamed', change: 'create' },
      { kind: 'PIPELINE', change: 'update' },
    ]);
    const query = { siteId: api.siteId, draftChangeId: made.pipelineId };
    const { content } = (await api.call('getChangesetDraftContent', { query })).body;
    expect(content.pipeline.nodes.map(({ name }: { name: string }) => name)).toContain('Other');
    expect(content.pipeline.nodes.map(({ name }: { name: string }) => name)).not.toContain('Rename');
  });

  test('Raise PR takes the draft along, and its own change wins', async () => {
    await collect(await change());
    await collect({ connections: [hec()] });
    const { pipelines, nodes } = await change({ node: { name: 'Other' } });
    const id = await raisedId('', { pipelines, nodes });
    const { files, connectionFiles } = await readRequest(api, id);
    expect(files[0].after).toContain('- transform: Other');
    expect(connectionFiles).toHaveLength(1);
    expect(await readDraft()).toEqual([]);
  });

  test('a request beside it leaves it; a refused one too', async () => {
    await collect({ connections: [hec()] });
    await raiseId(api, made);
    expect(await readDraft()).toHaveLength(1);
    const { pipelines, nodes } = await change();
    expect((await raiseDraft('', { pipelines: [...pipelines, ...pipelines], nodes })).status).toBe(400);
    expect(await readDraft()).toHaveLength(1);
  });

  test('is dropped one by one or whole', async () => {
    await collect(await change());
    const changes = await collect({ connections: [hec(), door()] });
    const doorId = changes.find(({ name }) => name === 'door')?.id ?? '';
    await collect(throughDoor(doorId));
    expect(pick(await drop([doorId]))).toEqual([
      409,
      "'door' is used by 'door logs' of the draft: drop that first, or both together",
    ]);
    expect((await drop([made.pipelineId])).status).toBe(200);
    expect(await readDraft()).toHaveLength(3);
    expect((await drop()).status).toBe(200);
    expect(await readDraft()).toEqual([]);
  });

  test('bad changes are refused when they are added, and leave it as it was', async () => {
    await collect({ connections: [door()] });
    const clash = await add({ connections: [door({ name: 'other' })] });
    expect([clash.body.code, clash.body.details[0].field]).toEqual([
      'PORT_IN_USE',
      'connections.0.config.port',
    ]);
    expect((await add({ connections: [door()] })).body.code).toBe('NAME_TAKEN');
    expect((await add({})).status).toBe(400);
    expect((await add(throughDoor('299999999999999999'))).status).toBe(404);
    expect(await readDraft()).toHaveLength(1);
  });

  test('what has become stale is refused when it is raised, and can be dropped', async () => {
    await collect(await change());
    await mergeDone(await raiseId(api, made, { node: { name: 'Meanwhile' } }));
    expect((await raiseDraft()).body.code).toBe('STALE_VERSION');
    // The rest goes on.
    await collect({ connections: [hec()] });
    await drop([made.pipelineId]);
    await raisedId();
  });

  test('a typed secret is sealed, kept by later edits, never shown', async () => {
    const [created] = await collect({ connections: [hec()] });
    const query = { siteId: api.siteId, draftChangeId: created?.id ?? '' };
    const read = (await api.call('getChangesetDraftContent', { query })).body;
    expect(read.content.connection.config.token).toEqual({ set: true });
    const kept = { url: 'http://127.0.0.1:8089', token: { set: true } };
    await collect({ connections: [hec({ id: created?.id, config: kept })] });
    const userId = (await api.request('/v1/auth/session')).body.user.id;
    const rows = await api.store.changesetDrafts.list({ siteId: api.siteId, userId });
    expect(JSON.stringify([read, rows, logged])).not.toContain(TOKEN);
    await mergeDone(await raisedId());
    const node = await api.store.nodes.find(created?.id ?? '');
    expect(api.service.services.sealer.open(JSON.parse(node?.config ?? '{}'))).toMatchObject({
      url: 'http://127.0.0.1:8089',
      token: TOKEN,
    });
  });

  test('belongs to one person; sources stay hidden from whoever may not read them', async () => {
    await collect({ connections: [hec()] });
    const grants = ['PIPELINES', 'SITES'].map((resourceType) => ({
      resourceType,
      accessTypes: ['READ', 'WRITE'],
      extraGrants: [],
    }));
    const { headers } = await makeKey(api, { roleId: await makeRole(api, { name: 'Graphs', grants }) });
    expect(await readDraft(headers)).toEqual([]);
    expect((await add({ connections: [door()] }, headers)).status).toBe(403);
  });
});

describe('a new source in the request that uses it [R6-48]', () => {
  const request = () => {
    const { pipelines, nodes } = throughDoor('new-1');
    return { pipelines, nodes, connections: [door()] };
  };
  const raiseBoth = async (): Promise<string> => {
    const answer = await api.call('createChangeset', {
      body: { changeSet: { siteId: api.siteId, description: 'A door' }, ...request() },
    });
    expect(pick(answer)).toEqual([200, undefined]);
    return answer.body.id;
  };
  const findPipeline = async () => {
    const found = await api.store.pipelines.findByName(api.siteId, 'door logs');
    return found && api.store.pipelines.find(found.id);
  };

  test('is there for the pipeline at the merge, which runs', async () => {
    const id = await raiseBoth();
    expect(await findSource('door')).toBeUndefined();
    const { files } = await readRequest(api, id);
    expect(files[0].afterPipeline.nodes[0]).toMatchObject({ nodeType: 'SOURCE', name: 'door' });
    await mergeDone(id);
    const pipeline = await findPipeline();
    expect(pipeline).toMatchObject({ status: 'DEPLOYED', deployed_graph_version: 1 });
    const source = api.engine.plans
      .get(pipeline?.id ?? '')
      ?.nodes.find(({ nodeType }) => nodeType === 'SOURCE');
    expect(source?.config.port).toBe(21_777);
  });

  test('a revert deletes both, and its revert makes both again', async () => {
    const id = await raiseBoth();
    await mergeDone(id);
    const revert = async (pullRequestId: string): Promise<string> => {
      const answer = await api.call('revertChangeset', { path: { pullRequestId } });
      expect(pick(answer)).toEqual([200, undefined]);
      return answer.body.id;
    };
    const back = await revert(id);
    await mergeDone(back);
    expect([await findPipeline(), await findSource('door')]).toEqual([undefined, undefined]);
    expect(await findSource('web source')).toBeDefined();
    await mergeDone(await revert(back));
    expect(await findPipeline()).toMatchObject({ status: 'DEPLOYED' });
    expect(await findSource('door')).toMatchObject({ status: 'ACTIVE' });
  });

  test('a renamed source and a change of its pipeline go together', async () => {
    const { name: _, ...source } = (await api.call('getSource', { path: { id: made.sourceId } })).body.source;
    const renamed = { kind: 'SOURCE', id: made.sourceId, revision: source.revision, name: 'front' };
    const body = await createRequestBody(api, made);
    const answer = await api.call('createChangeset', { body: { ...body, connections: [renamed] } });
    expect(pick(answer)).toEqual([200, undefined]);
    expect((await listRequests(api))[0]).toMatchObject({ hasConflict: false });
    await mergeDone(answer.body.id);
    expect(await findSource('front')).toMatchObject({ id: made.sourceId });
    expect((await fetchPipeline(api, made.pipelineId)).deployedGraphVersion).toBe(2);
  });
});
