import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canDo } from '../../machines/pipeline-lifecycle/index.ts';
import { parseErrorText } from '../../src/contract/errors.ts';
import {
  act,
  createChain,
  createGraphBody,
  fetchPipeline,
  makeDeployedPipeline,
  makePipeline,
  makeSavedPipeline,
  makeTransform,
} from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());
const waitUntilSettled = () => api.service.services.lifecycle.settled();

describe('actions [E1, R7-40]', () => {
  test('a deploy answers at once as pending, then is deployed', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    const release = api.engine.hold();
    const answer = await act(api, pipelineId, 'DEPLOY', 1);
    expect(answer.status).toBe(200);
    expect(answer.body.pipeline).toMatchObject({ pendingAction: 'DEPLOY', pendingGraphVersion: 1 });
    release();
    await waitUntilSettled();
    expect(await fetchPipeline(api, pipelineId)).toMatchObject({
      status: 'DEPLOYED',
      pendingAction: 'NOP',
      deployedGraphVersion: 1,
      pendingGraphVersion: 0,
      lastError: '',
    });
    const versions = await api.call('listVersions', { path: { pipelineId } });
    expect(versions.body.versions[0].deployedAt).not.toBe('0001-01-01T00:00:00Z');
  });

  test('the engine gets the graph with stable component ids and validated configurations', async () => {
    const { pipelineId, sourceId, transformId, sinkId, edges } = await makeDeployedPipeline(api);
    const plan = api.engine.plans.get(pipelineId);
    expect(plan).toMatchObject({ graphVersion: 1, mode: 'run', edges });
    expect(plan?.nodes.map((node) => node.componentId).sort()).toEqual(
      [sourceId, transformId, sinkId].sort(),
    );
  });

  test('a failed first deploy ends in FAILED with title, causes and resolutions [R8-30]', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    api.engine.failNext('Port 9 cannot be opened');
    await act(api, pipelineId, 'DEPLOY', 1);
    await waitUntilSettled();
    const pipeline = await fetchPipeline(api, pipelineId);
    expect(pipeline).toMatchObject({ status: 'FAILED', pendingAction: 'NOP', deployedGraphVersion: 0 });
    expect(parseErrorText(pipeline.lastError)).toEqual({
      title: 'Port 9 cannot be opened',
      causes: ['The port is taken'],
      resolutions: ['Choose another port'],
    });
  });

  test('a failed later version rolls back to the running one', async () => {
    const made = await makeDeployedPipeline(api);
    await api.call('saveGraph', { body: createGraphBody(made.pipelineId, made.edges, {}, 'second') });
    api.engine.failNext('No');
    await act(api, made.pipelineId, 'DEPLOY', 2);
    await waitUntilSettled();
    expect(await fetchPipeline(api, made.pipelineId)).toMatchObject({
      status: 'ROLLED_BACK',
      deployedGraphVersion: 1,
      pendingGraphVersion: 2,
    });
    expect(api.engine.plans.get(made.pipelineId)?.graphVersion).toBe(1);
  });

  test('a resume that fails leaves the earlier version running, as ROLLED_BACK says', async () => {
    const { pipelineId } = await makeDeployedPipeline(api);
    await act(api, pipelineId, 'PAUSE');
    await waitUntilSettled();
    api.engine.failNext('No');
    await act(api, pipelineId, 'DEPLOY', 1);
    await waitUntilSettled();
    expect(await fetchPipeline(api, pipelineId)).toMatchObject({ status: 'ROLLED_BACK' });
    expect(api.engine.plans.get(pipelineId)?.mode).toBe('run');
  });

  test.each([
    ['PAUSE', 'PAUSED', 'pause'],
    ['BYPASS', 'BYPASSED', 'bypass'],
  ])('%s ends in %s and a deploy of the deployed version resumes [R4-127]', async (action, status, mode) => {
    const { pipelineId } = await makeDeployedPipeline(api);
    await act(api, pipelineId, action);
    await waitUntilSettled();
    expect(await fetchPipeline(api, pipelineId)).toMatchObject({ status, pendingAction: 'NOP' });
    expect(api.engine.plans.get(pipelineId)?.mode).toBe(mode);
    await act(api, pipelineId, 'DEPLOY', 1);
    await waitUntilSettled();
    expect(await fetchPipeline(api, pipelineId)).toMatchObject({ status: 'DEPLOYED' });
    expect(api.engine.plans.get(pipelineId)?.mode).toBe('run');
  });

  test('a deleted pipeline stops, frees its name, and is listed on request [R9-57]', async () => {
    const { pipelineId } = await makeDeployedPipeline(api);
    await act(api, pipelineId, 'DELETE');
    await waitUntilSettled();
    expect(api.engine.plans.has(pipelineId)).toBe(false);
    expect((await api.call('listPipelines')).body.pipelines).toEqual([]);
    const deleted = await api.call('listPipelines', { query: { statuses: ['DELETED'] } });
    expect(deleted.body.pipelines).toMatchObject([{ id: pipelineId, status: 'DELETED' }]);
    expect(await makePipeline(api)).toMatch(/^3/);
  });

  test('a cancel before the work begins returns to the status before', async () => {
    const first = await makeDeployedPipeline(api);
    const release = api.engine.hold();
    // A change of the source occupies the engine's queue for this pipeline.
    const change = api.call('updateSource', {
      body: { source: { id: first.sourceId, config: { port: first.port + 5000 } } },
    });
    await new Promise((done) => setImmediate(done));
    await act(api, first.pipelineId, 'PAUSE');
    const cancelled = await act(api, first.pipelineId, 'CANCEL');
    expect(cancelled.body.pipeline.pendingAction).toBe('CANCEL');
    release();
    await change;
    await waitUntilSettled();
    expect(await fetchPipeline(api, first.pipelineId)).toMatchObject({
      status: 'DEPLOYED',
      pendingAction: 'NOP',
    });
  });

  test('what the state forbids is refused with the reason and changes nothing', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    const before = await fetchPipeline(api, pipelineId);
    for (const action of ['PAUSE', 'BYPASS', 'CANCEL']) {
      const answer = await act(api, pipelineId, action);
      expect(answer.status, action).toBe(409);
      expect(answer.body.code).toBe('ACTION_REFUSED');
      expect(answer.body.message.length).toBeGreaterThan(10);
    }
    expect((await act(api, pipelineId, 'DEPLOY', 7)).status).toBe(409);
    const none = await act(api, pipelineId, 'DEPLOY', 0);
    expect(none.status).toBe(400);
    expect(none.body.message).toBe('Invalid Graph version received or invalid pipeline id');
    expect(await fetchPipeline(api, pipelineId)).toEqual(before);
    expect(api.engine.deployed).toEqual([]);
  });

  test('an action while another is pending is refused', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    const release = api.engine.hold();
    await act(api, pipelineId, 'DEPLOY', 1);
    const second = await act(api, pipelineId, 'DEPLOY', 1);
    expect(second.status).toBe(409);
    expect(second.body.message).toContain('Deploying');
    release();
    await waitUntilSettled();
  });
});

test('a draft is saved while an action is pending, which keeps its version', async () => {
  const { pipelineId, edges } = await makeSavedPipeline(api);
  const release = api.engine.hold();
  await act(api, pipelineId, 'DEPLOY', 1);
  expect(canDo(await fetchPipeline(api, pipelineId), 'EDIT')).toMatch(/^Pipeline is Deploying; wait/);
  const saved = await api.call('saveGraph', {
    body: createGraphBody(pipelineId, edges),
    headers: { 'if-match': '*' },
  });
  expect(saved.status).toBe(200);
  expect(await fetchPipeline(api, pipelineId)).toMatchObject({
    pendingAction: 'DEPLOY',
    pendingGraphVersion: 1,
  });
  release();
  await waitUntilSettled();
  expect(await fetchPipeline(api, pipelineId)).toMatchObject({
    deployedGraphVersion: 1,
    pendingGraphVersion: 2,
  });
});

describe('the version that runs is deployed again', () => {
  test('a repeated request is accepted, since an answer can be lost', async () => {
    const { pipelineId } = await makeDeployedPipeline(api);
    expect((await act(api, pipelineId, 'DEPLOY', 1)).status).toBe(200);
    await waitUntilSettled();
    expect(await fetchPipeline(api, pipelineId)).toMatchObject({
      status: 'DEPLOYED',
      deployedGraphVersion: 1,
    });
  });

  test.each(['PAUSE', 'BYPASS'])('after %s: that resumes it', async (action) => {
    const { pipelineId } = await makeDeployedPipeline(api);
    await act(api, pipelineId, action);
    await waitUntilSettled();
    expect((await act(api, pipelineId, 'DEPLOY', 1)).status).toBe(200);
    await waitUntilSettled();
    expect(await fetchPipeline(api, pipelineId)).toMatchObject({ status: 'DEPLOYED' });
  });
});

describe('after a restart', () => {
  const restart = async () => {
    await api.service.stop();
    api = await startService({ store: api.store });
    await waitUntilSettled();
  };

  test('the error of a pipeline that runs again is over, that of a rollback stays', async () => {
    const problem = {
      errorName: 'EngineEnded',
      message: 'The engine ended',
      causes: ['c'],
      resolutions: ['r'],
    };
    const failed = await makeDeployedPipeline(api, 'failed');
    api.engine.report({ type: 'pipeline.failed', pipelineId: failed.pipelineId, problem });
    await expect.poll(async () => (await fetchPipeline(api, failed.pipelineId)).lastError).toContain('ended');
    const rolledBack = await makeDeployedPipeline(api, 'rolled back');
    const { edges } = rolledBack;
    await api.call('saveGraph', { body: createGraphBody(rolledBack.pipelineId, edges, {}, 'second') });
    api.engine.failNext('Port 9 cannot be opened');
    await act(api, rolledBack.pipelineId, 'DEPLOY', 2);
    await waitUntilSettled();
    await restart();
    await waitUntilSettled();
    expect(await fetchPipeline(api, failed.pipelineId)).toMatchObject({ status: 'DEPLOYED', lastError: '' });
    const after = await fetchPipeline(api, rolledBack.pipelineId);
    expect([after.status, parseErrorText(after.lastError).title]).toEqual([
      'ROLLED_BACK',
      'Port 9 cannot be opened',
    ]);
  });

  test('what was deployed, paused or bypassed runs again as it was', async () => {
    const run = await makeDeployedPipeline(api, 'run');
    const paused = await makeDeployedPipeline(api, 'paused');
    const bypassed = await makeDeployedPipeline(api, 'bypassed');
    const draft = await makeSavedPipeline(api, 'draft');
    await act(api, paused.pipelineId, 'PAUSE');
    await act(api, bypassed.pipelineId, 'BYPASS');
    await waitUntilSettled();
    await restart();
    const modes = (id: string) => api.engine.plans.get(id)?.mode;
    expect([run, paused, bypassed, draft].map((one) => modes(one.pipelineId))).toEqual([
      'run',
      'pause',
      'bypass',
      undefined,
    ]);
    expect(await fetchPipeline(api, paused.pipelineId)).toMatchObject({ status: 'PAUSED' });
    // Sources wait for those that take in.
    const takesIn = ({ pipelineId, sourceId }: typeof run) => ({
      ...{ pipelineId, siteId: api.siteId, sourceIds: [sourceId] },
    });
    expect(new Set(api.engine.expected)).toEqual(new Set([run, bypassed].map(takesIn)));
  });

  test('an interrupted deploy is carried out, the version before runs meanwhile', async () => {
    const made = await makeDeployedPipeline(api);
    await api.call('saveGraph', { body: createGraphBody(made.pipelineId, made.edges, {}, 'second') });
    const row = await api.store.pipelines.find(made.pipelineId);
    if (!row) throw new Error('no row');
    // State after kill -9: the engine got the order, the outcome was not stored.
    await api.store.pipelines.setLifecycle(row.id, {
      ...row,
      status: 'DEPLOYING',
      pending_action: 'DEPLOY',
      previous_status: 'DEPLOYED',
      pending_graph_version: 2,
    });
    await restart();
    expect(api.engine.deployed.map((plan) => plan.graphVersion)).toEqual([1, 2]);
    expect(await fetchPipeline(api, made.pipelineId)).toMatchObject({
      status: 'DEPLOYED',
      pendingAction: 'NOP',
      deployedGraphVersion: 2,
    });
  });

  test('a pipeline that no longer starts says why and stays deployed', async () => {
    const made = await makeDeployedPipeline(api);
    await api.service.stop();
    const { FakeEngine } = await import('./support/fake-engine.ts');
    const engine = new FakeEngine();
    engine.failNext('The disk is full');
    api = await startService({ store: api.store, engine });
    await waitUntilSettled();
    const pipeline = await fetchPipeline(api, made.pipelineId);
    expect(pipeline.status).toBe('DEPLOYED');
    expect(parseErrorText(pipeline.lastError).title).toBe('The disk is full');
  });
});

describe('versions [R3-17]', () => {
  test('each save is a version with its changes; lineage stays', async () => {
    const { pipelineId, sourceId, sinkId, transformId, edges } = await makeSavedPipeline(api);
    const edited = await makeTransform(api, pipelineId, { name: 'Parse again', lineageId: transformId });
    const added = await makeTransform(api, pipelineId, { name: 'Extra' });
    const saved = await api.call('saveGraph', {
      body: createGraphBody(pipelineId, createChain(sourceId, edited, added, sinkId), {}, 'two'),
      headers: { 'if-match': '"1"' },
    });
    expect(saved.headers.get('etag')).toBe('"2"');
    expect(saved.body.graph.nodes[edited].componentId).toBe(transformId);
    const { versions } = (await api.call('listVersions', { path: { pipelineId } })).body;
    expect(versions).toMatchObject([
      {
        version: 2,
        name: 'two',
        changes: { added: 1, removed: 0, changed: 0, renamed: 1, connections: 0 },
        createdBy: 'local@localhost',
      },
      { version: 1, changes: { added: 3, removed: 0, changed: 0, renamed: 0, connections: 0 } },
    ]);
    const first = await api.call('getGraph', { path: { pipelineId, graphVersion: 1 } });
    expect(first.body.graph.edges).toEqual(edges);
  });
});
