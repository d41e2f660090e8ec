import { describe, expect, test } from 'vitest';
import {
  createDescriptionBody,
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
serveManaged((service) => {
  ({ api, made, free } = service);
});

const settled = () => api.service.services.lifecycle.settled();
const mergeDone = async (id: string) => {
  const answer = await merge(api, id);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  await settled();
};
const revert = (pullRequestId: string) => api.call('revertChangeset', { path: { pullRequestId } });
const revertId = async (id: string): Promise<string> => {
  const { status, body } = await revert(id);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.id;
};
const pick = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message];
const readNodes = async () => {
  const { latestGraphVersion: version } = await fetchPipeline(api, made.pipelineId);
  const path = { pipelineId: made.pipelineId, graphVersion: String(version) };
  const { nodes } = (await api.call('getGraph', { path })).body.graph;
  return Object.values(nodes as Record<string, { name: string }>)
    .map(({ name }) => name)
    .sort();
};
const send = async (body: object): Promise<string> => {
  const answer = await api.call('createChangeset', {
    body: { changeSet: { siteId: api.siteId }, ...body },
  });
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body.id;
};
const getSource = async (id: string) => api.call('getSource', { path: { id } });
const changeSource = async (more: object) => {
  const { name, revision } = (await getSource(free.sourceId)).body.source;
  return send({ connections: [{ kind: 'SOURCE', id: free.sourceId, revision, name, ...more }] });
};
const ORIGINAL = ['Parse', 'web sink', 'web source'];

describe('reverting a merged pull request [R1-32, R6-48]', () => {
  test('a change is asked to be undone, and is once that is merged', async () => {
    const id = await raiseId(api, made, { comment: 'Rename it\nfor a reason' });
    expect(pick(await revert(id))).toEqual([409, expect.stringContaining('Only a merged')]);
    await mergeDone(id);
    expect(await readNodes()).toHaveLength(4);
    const undoing = await revertId(id);
    expect(await readNodes()).toHaveLength(4);
    const read = await readRequest(api, undoing);
    expect(read).toMatchObject({ description: 'Revert: Rename it', status: 'OPEN', hasConflict: false });
    expect(read.files[0].before).toContain('- transform: Rename');
    expect(read.files[0].after).not.toContain('- transform: Rename');
    expect(pick(await revert(id))).toEqual([409, expect.stringContaining('is requested already')]);
    await mergeDone(undoing);
    expect(await readNodes()).toEqual(ORIGINAL);
    expect((await fetchPipeline(api, made.pipelineId)).deployedGraphVersion).toBe(3);
    expect(pick(await revert(id))).toEqual([409, expect.stringContaining('there is nothing to revert')]);
    // A revert is reverted as any other.
    await mergeDone(await revertId(undoing));
    expect(await readNodes()).toHaveLength(4);
  });

  test('what was changed since is kept by a rebase', async () => {
    const id = await raiseId(api, made);
    await mergeDone(id);
    await mergeDone(
      await send(await createDescriptionBody(api, { ...made, siteId: api.siteId }, 'Said since')),
    );
    const undoing = await revertId(id);
    expect((await listRequests(api))[0]).toMatchObject({ id: undoing, hasConflict: true });
    const path = { pullRequestId: undoing };
    expect((await api.call('rebaseChangeset', { path, body: {} })).status).toBe(200);
    await mergeDone(undoing);
    expect(await readNodes()).toEqual(ORIGINAL);
    expect((await fetchPipeline(api, made.pipelineId)).description).toBe('Said since');
  });

  test('a deleted pipeline is made again, and a made one deleted', async () => {
    const { name, latestGraphVersion: version } = await fetchPipeline(api, made.pipelineId);
    const deletion = {
      pipelines: [
        { pipeline: { id: made.pipelineId, name, isDeleted: true }, graph: { version, edges: {} } },
      ],
    };
    const id = await send(deletion);
    await mergeDone(id);
    const undoing = await revertId(id);
    await mergeDone(undoing);
    const again = await api.store.pipelines.findByName(api.siteId, 'web');
    expect(again?.id).not.toBe(made.pipelineId);
    expect((await fetchPipeline(api, again?.id ?? '')).status).toBe('DEPLOYED');
    await mergeDone(await revertId(undoing));
    expect(await api.store.pipelines.findByName(api.siteId, 'web')).toBeUndefined();
  });

  test('sources and destinations go back, with their secrets as they are', async () => {
    const config = { url: 'http://127.0.0.1:8088', token: 'hush' };
    const hec = {
      kind: 'SINK',
      id: 'new-1',
      revision: 0,
      name: 'collector',
      templateId: 'splunk_hec',
      config,
    };
    const creation = await send({ connections: [hec] });
    await mergeDone(creation);
    const sink = await api.store.nodes.findByName('SINK', api.siteId, 'collector', '');
    const kept = {
      ...hec,
      id: sink?.id,
      revision: 1,
      config: { ...config, token: { set: true }, index: 'x' },
    };
    const change = await send({ connections: [kept] });
    await mergeDone(change);
    await mergeDone(await revertId(change));
    const row = await api.store.nodes.find(sink?.id ?? '');
    const open = api.service.services.sealer.open(JSON.parse(row?.config ?? ''));
    expect([open.token, open.index ?? '']).toEqual(['hush', '']);
    const undoing = await revertId(creation);
    await mergeDone(undoing);
    expect((await api.store.nodes.find(sink?.id ?? ''))?.status).toBe('DELETED');
    // Its token is nowhere any more.
    expect(pick(await revert(undoing))).toEqual([
      409,
      expect.stringContaining("The destination 'collector' cannot be put back"),
    ]);
  });

  test('a source that is used or was changed since says so', async () => {
    const id = await changeSource({ name: 'renamed' });
    await mergeDone(id);
    await manage(api, false);
    await api.call('updateSource', {
      body: { source: { id: free.sourceId, description: 'Later' } },
      headers: { 'if-match': '*' },
    });
    await manage(api);
    const undoing = await revertId(id);
    const path = { pullRequestId: undoing };
    expect((await merge(api, undoing)).status).toBe(409);
    expect((await api.call('rebaseChangeset', { path, body: {} })).status).toBe(200);
    await mergeDone(undoing);
    expect((await getSource(free.sourceId)).body.source).toMatchObject({
      name: 'free source',
      description: 'Later',
    });
  });

  test('other names of its source, before and after the merge, are no conflict', async () => {
    const rename = async (name: string) => {
      const { revision } = (await getSource(made.sourceId)).body.source;
      await mergeDone(await send({ connections: [{ kind: 'SOURCE', id: made.sourceId, revision, name }] }));
    };
    const id = await raiseId(api, made);
    await rename('edge');
    await mergeDone(id);
    const early = await revertId(id);
    expect((await listRequests(api))[0]).toMatchObject({ id: early, hasConflict: false });
    await rename('edge 2');
    expect(await readRequest(api, early)).toMatchObject({ hasConflict: false });
    await api.call('deleteChangeset', { path: { pullRequestId: early } });
    const undoing = await revertId(id);
    await rename('edge 3');
    expect(await readRequest(api, undoing)).toMatchObject({ hasConflict: false });
    await mergeDone(undoing);
    expect(await readNodes()).toEqual(['Parse', 'edge 3', 'web sink']);
    expect(pick(await revert(id))).toEqual([409, expect.stringContaining('there is nothing to revert')]);
  });

  test('a withdrawn request has nothing to revert', async () => {
    const id = await raiseId(api, made);
    await api.call('deleteChangeset', { path: { pullRequestId: id } });
    expect(pick(await revert(id))).toEqual([409, 'This pull request was withdrawn: it changed nothing']);
  });
});
