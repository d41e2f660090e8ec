import { describe, expect, test } from 'vitest';
import { makeKey, makeRole } from './support/access.ts';
import {
  createRequestBody,
  listRequests,
  type Made,
  manage,
  mask,
  merge,
  readRequest,
} from './support/change-requests.ts';
import { createChain, fetchPipeline, makePipeline } from './support/fixtures.ts';
import { type ManagedService, serveManaged } from './support/managed-service.ts';
import type { TestService } from './support/service.ts';

let api: TestService;
let made: Made;
let free: ManagedService['free'];
serveManaged((service) => {
  ({ api, made, free } = service);
});

const settled = () => api.service.services.lifecycle.settled();
const repository = () => api.service.services.repositories.of(api.siteId);
const listMain = async () => {
  const head = await repository().readBranch('main');
  return head === undefined ? [] : [...(await repository().listFiles(head)).keys()].sort();
};
const send = (pipelines: object[], nodes: object[] = [], description = '') =>
  api.call('createChangeset', {
    body: { changeSet: { siteId: api.siteId, description }, pipelines, nodes },
  });

const creation = (name = 'fresh', version = 0) => ({
  pipelines: [
    {
      pipeline: { id: 'new-1', name, description: 'New' },
      graph: { version, edges: createChain(free.sourceId, 'new-2', free.sinkId), metaInfo: {} },
    },
  ],
  nodes: [
    { id: free.sourceId, nodeType: 'SOURCE', name: 'source', templateId: 'tcp' },
    { ...mask(), id: 'new-2' },
    { id: free.sinkId, nodeType: 'SINK', name: 'sink', templateId: 'blackhole' },
  ],
});
const create = async (name = 'fresh') => {
  const { pipelines, nodes } = creation(name);
  return send(pipelines, nodes);
};
const deletion = async ({ pipelineId } = made) => {
  const { name, latestGraphVersion: version } = await fetchPipeline(api, pipelineId);
  return { pipeline: { id: pipelineId, name, isDeleted: true }, graph: { version, edges: {} } };
};
const pick = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];
const idOf = (answer: { body: { id: string } }) => answer.body.id;
const rebase = (pullRequestId: string) =>
  api.call('rebaseChangeset', { path: { pullRequestId }, body: { choices: [] } });

describe('a new pipeline by pull request [R1-32, R6-48]', () => {
  test('is nowhere before the merge, and runs as its first version after it', async () => {
    const id = idOf(await create());
    expect(await api.store.pipelines.findByName(api.siteId, 'fresh')).toBeUndefined();
    const [listed] = await listRequests(api);
    const pipelineId = listed.pipelines[0].id;
    expect(listed).toMatchObject({ status: 'OPEN', hasConflict: false, pipelines: [{ change: 'create' }] });
    const { files } = await readRequest(api, id);
    expect(files).toMatchObject([{ change: 'create', before: '', beforePipeline: { nodes: [] } }]);
    expect(files[0].after).toContain('- transform: Rename');

    expect((await merge(api, id)).body.changeset).toMatchObject({ status: 'MERGED' });
    await settled();
    expect(await fetchPipeline(api, pipelineId)).toMatchObject({
      name: 'fresh',
      description: 'New',
      status: 'DEPLOYED',
      latestGraphVersion: 1,
      deployedGraphVersion: 1,
    });
    expect(await listMain()).toEqual([`fresh-${pipelineId}.yaml`, `web-${made.pipelineId}.yaml`]);
    const row = await api.store.changesets.find(id);
    expect((await repository().readCommit(row?.merge_commit ?? ''))?.message).toContain(
      "Merge: Create 'fresh'",
    );
  });

  test('bad ones are refused with field and rule, and leave nothing', async () => {
    const { pipelines, nodes } = creation('web');
    const taken = await send(pipelines, nodes);
    expect(pick(taken)).toEqual([409, 'Pipeline name already exists']);
    const [one] = creation().pipelines;
    const loop = { ...one, graph: { ...one?.graph, edges: createChain('new-2', free.sourceId) } };
    expect((await send([loop], nodes)).status).toBe(400);
    const unknown = { ...one, pipeline: { ...one?.pipeline, id: 'fresh' } };
    const answer = await send([unknown], nodes);
    expect([answer.status, answer.body.details[0].field]).toEqual([400, 'pipelines.0.pipeline.id']);
    expect(await listRequests(api)).toEqual([]);
  });

  test('the same one twice is one request', async () => {
    await create();
    expect(pick(await create())).toEqual([409, expect.stringContaining('is requested already')]);
    expect((await create('another')).status).toBe(200);
  });

  test('whose name was taken since is a conflict that a free name ends', async () => {
    const id = idOf(await create());
    await manage(api, false);
    const otherId = await makePipeline(api, 'fresh');
    await manage(api);
    const [listed] = await listRequests(api);
    expect([listed.hasConflict, listed.reason]).toEqual([
      true,
      expect.stringContaining("Another pipeline has the name 'fresh' by now"),
    ]);
    expect((await merge(api, id)).status).toBe(409);
    expect((await rebase(id)).status).toBe(409);
    const row = await api.store.pipelines.find(otherId);
    await api.store.pipelines.update(otherId, { name: 'renamed', revision: (row?.revision ?? 0) + 1 });
    expect((await merge(api, id)).status).toBe(200);
  });
});

describe('deleting a pipeline by pull request [R1-32, R6-48]', () => {
  test('it runs until the merge, and is gone with its file after it', async () => {
    const id = idOf(await send([await deletion()]));
    expect((await fetchPipeline(api, made.pipelineId)).status).toBe('DEPLOYED');
    const { files, pipelines } = await readRequest(api, id);
    expect([pipelines[0].change, files[0].after, files[0].afterPipeline.nodes]).toEqual(['delete', '', []]);
    expect(files[0].before).toContain('- transform: Parse');
    expect((await merge(api, id)).body.changeset.status).toBe('MERGED');
    // While it is being deleted, too.
    expect(await listMain()).toEqual([]);
    await settled();
    expect((await api.store.pipelines.find(made.pipelineId))?.status).toBe('DELETED');
    expect((await listRequests(api))[0]).toMatchObject({ status: 'MERGED', hasConflict: false });
  });

  test('what was changed since is deleted only after a rebase', async () => {
    const id = idOf(await send([await deletion()]));
    const body = await createRequestBody(api, made);
    const change = idOf(await api.call('createChangeset', { body }));
    await merge(api, change);
    await settled();
    expect(pick(await merge(api, id))).toEqual([409, expect.stringContaining('base has moved')]);
    expect((await rebase(id)).body.changeset).toMatchObject({ hasConflict: false });
    const { files } = await readRequest(api, id);
    expect(files[0].before).toContain('- transform: Rename');
    expect((await merge(api, id)).status).toBe(200);
  });

  test('a stale version, another site and a gone pipeline are refused', async () => {
    const stale = await deletion();
    stale.graph.version = 0;
    expect((await send([stale])).body.code).toBe('STALE_VERSION');
    const id = idOf(await send([await deletion()]));
    await merge(api, id);
    await settled();
    expect((await send([{ ...stale, graph: { version: 1, edges: {} } }])).status).toBe(404);
  });

  test('merging needs the right to delete', async () => {
    const id = idOf(await send([await deletion()]));
    const grants = ['PIPELINES', 'SOURCES', 'SINKS', 'SITES'].map((resourceType) => ({
      resourceType,
      accessTypes: ['READ', 'WRITE'],
      extraGrants: resourceType === 'PIPELINES' ? ['DEPLOY'] : [],
    }));
    const roleId = await makeRole(api, { name: 'Mergers', grants });
    const { headers } = await makeKey(api, { name: 'merger', roleId });
    expect((await merge(api, id, headers)).status).toBe(403);
    expect((await fetchPipeline(api, made.pipelineId)).status).toBe('DEPLOYED');
  });

  test('a request may change, make and delete at once, and does all or nothing', async () => {
    const { pipelines, nodes } = creation();
    const id = idOf(await send([...pipelines, await deletion()], nodes));
    expect(
      (await listRequests(api))[0].pipelines.map(({ change }: { change: string }) => change).sort(),
    ).toEqual(['create', 'delete']);
    await api.store.pipelines.update(made.pipelineId, { pending_action: 'PAUSE' });
    const refused = await merge(api, id);
    expect(refused.status).toBe(409);
    expect(await api.store.pipelines.findByName(api.siteId, 'fresh')).toBeUndefined();
    await api.store.pipelines.update(made.pipelineId, { pending_action: 'NOP' });
    expect((await merge(api, id)).status).toBe(200);
    await settled();
    const fresh = await api.store.pipelines.findByName(api.siteId, 'fresh');
    expect((await fetchPipeline(api, fresh?.id ?? '')).status).toBe('DEPLOYED');
  });
});
