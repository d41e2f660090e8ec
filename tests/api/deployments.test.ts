import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Deployment } from '../../src/contract/entities/deployment.ts';
import { parseErrorText } from '../../src/contract/errors.ts';
import {
  act,
  createGraphBody,
  fetchPipeline,
  makeDeployedPipeline,
  makeSavedPipeline,
} from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const waitUntilSettled = () => api.service.services.lifecycle.settled();
const fetchDeployment = async (pipelineId: string): Promise<Deployment | null> =>
  (await api.call('getDeployment', { path: { pipelineId } })).body.deployment;
const listPhases = (deployment: Deployment | null) => deployment?.phases.map(({ phase }) => phase);

const waitForPhase = async (pipelineId: string, phase: string) => {
  for (;;) {
    if (listPhases(await fetchDeployment(pipelineId))?.includes(phase as never)) return;
    await new Promise((done) => setImmediate(done));
  }
};

describe('a deployment [R4-86]', () => {
  test('a deployment reports each phase with its time, to the end', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    expect(await fetchDeployment(pipelineId)).toBeNull();
    const release = api.engine.hold();
    await act(api, pipelineId, 'DEPLOY', 1);
    await waitForPhase(pipelineId, 'STARTING');
    expect(await fetchDeployment(pipelineId)).toMatchObject({
      graphVersion: 1,
      formerGraphVersion: 0,
      isForced: false,
      requestedBy: 'local@localhost',
      outcome: 'PENDING',
      reason: '',
    });
    release();
    await waitUntilSettled();
    const ended = await fetchDeployment(pipelineId);
    expect(ended).toMatchObject({ outcome: 'DEPLOYED', reason: '' });
    expect(listPhases(ended)).toEqual(['QUEUED', 'VALIDATING', 'STARTING', 'DRAINING']);
    const times = [...(ended?.phases ?? []).map(({ startedAt }) => startedAt), ended?.endedAt];
    expect(times).toEqual(times.toSorted());
  });

  test('is queued again while processes of others start', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    api.engine.firstSteps = ['validating', 'waiting', 'validating', 'starting'];
    await act(api, pipelineId, 'DEPLOY', 1);
    await waitUntilSettled();
    const phases = ['QUEUED', 'VALIDATING', 'QUEUED', 'VALIDATING', 'STARTING', 'DRAINING'];
    expect(listPhases(await fetchDeployment(pipelineId))).toEqual(phases);
  });

  test('is reported over the live channel as it goes', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    const told: string[] = [];
    api.service.services.hub.subscribe(api.siteId, (message) => {
      if (message.type !== 'pipeline.deployment') return;
      told.push(`${message.deployment.phases.at(-1)?.phase} ${message.deployment.outcome}`);
    });
    await act(api, pipelineId, 'DEPLOY', 1);
    await waitUntilSettled();
    expect([...new Set(told)]).toEqual([
      'QUEUED PENDING',
      'VALIDATING PENDING',
      'STARTING PENDING',
      'DRAINING PENDING',
      'DRAINING DEPLOYED',
    ]);
  });

  test('a failed deployment keeps its reason, also when the pipeline runs well afterwards', async () => {
    const { pipelineId, edges } = await makeDeployedPipeline(api);
    await api.call('saveGraph', { body: createGraphBody(pipelineId, edges, {}, 'second') });
    api.engine.failNext('Port 9 cannot be opened');
    await act(api, pipelineId, 'DEPLOY', 2);
    await waitUntilSettled();
    const ended = await fetchDeployment(pipelineId);
    expect(ended).toMatchObject({ outcome: 'ROLLED_BACK', graphVersion: 2, formerGraphVersion: 1 });
    expect(parseErrorText(ended?.reason ?? '').title).toBe('Port 9 cannot be opened');
  });

  test('a deployment without end is taken back, and names its phase', async () => {
    await api.stop();
    api = await startService({ deployTimeLimitMs: 30 });
    const { pipelineId } = await makeSavedPipeline(api);
    const release = api.engine.hold();
    await act(api, pipelineId, 'DEPLOY', 1);
    await waitUntilSettled();
    expect(await fetchPipeline(api, pipelineId)).toMatchObject({ status: 'FAILED', pendingAction: 'NOP' });
    const reason = parseErrorText((await fetchDeployment(pipelineId))?.reason ?? '');
    expect(reason.title).toBe('The deployment did not end within 0.03 s and was rolled back');
    expect(reason.causes).toEqual(['It was still starting nodes']);
    release();
  });
});

describe('cancel [R4-128]', () => {
  test('ends a deployment that is under way; the former version runs on', async () => {
    const { pipelineId, edges } = await makeDeployedPipeline(api);
    await api.call('saveGraph', { body: createGraphBody(pipelineId, edges, {}, 'second') });
    const release = api.engine.hold();
    await act(api, pipelineId, 'DEPLOY', 2);
    await waitForPhase(pipelineId, 'STARTING');
    expect((await act(api, pipelineId, 'CANCEL')).body.pipeline.pendingAction).toBe('CANCEL');
    // Nothing is released: only the cancel ends it.
    await waitUntilSettled();
    expect(await fetchPipeline(api, pipelineId)).toMatchObject({
      status: 'DEPLOYED',
      pendingAction: 'NOP',
      deployedGraphVersion: 1,
      pendingGraphVersion: 2,
      lastError: '',
    });
    expect(await fetchDeployment(pipelineId)).toMatchObject({ outcome: 'CANCELLED', reason: '' });
    expect(api.engine.plans.get(pipelineId)?.graphVersion).toBe(1);
    release();
  });

  test.each(['PAUSE', 'BYPASS'])('ends a %s that is under way', async (action) => {
    const { pipelineId } = await makeDeployedPipeline(api);
    const release = api.engine.hold();
    await act(api, pipelineId, action);
    await act(api, pipelineId, 'CANCEL');
    await waitUntilSettled();
    expect(await fetchPipeline(api, pipelineId)).toMatchObject({ status: 'DEPLOYED', pendingAction: 'NOP' });
    expect(api.engine.plans.get(pipelineId)?.mode).toBe('run');
    release();
  });

  test('a cancel that comes too late changes nothing: what the engine did counts', async () => {
    const { pipelineId } = await makeSavedPipeline(api);
    const release = api.engine.hold();
    await act(api, pipelineId, 'DEPLOY', 1);
    await waitForPhase(pipelineId, 'STARTING');
    release();
    await waitUntilSettled();
    const late = await act(api, pipelineId, 'CANCEL');
    expect(late.status).toBe(409);
    expect(late.body.message).toBe('Nothing to cancel: no action is pending');
  });
});

describe('force deploy [R4-69]', () => {
  test('restarts every node, an ordinary one does not', async () => {
    const { pipelineId } = await makeDeployedPipeline(api);
    const body = { pipelineId, action: 'DEPLOY', graphVersion: 1 };
    await api.call('runPipelineAction', { body });
    await waitUntilSettled();
    await api.call('runPipelineAction', { body: { ...body, forceDeploy: true } });
    await waitUntilSettled();
    expect(api.engine.forced).toEqual([false, false, true]);
    expect(await fetchDeployment(pipelineId)).toMatchObject({ isForced: true, outcome: 'DEPLOYED' });
  });

  test('a forced deployment that is interrupted is still forced after a restart', async () => {
    const { pipelineId } = await makeDeployedPipeline(api);
    api.service.services.lifecycle.enqueue = () => {};
    await api.call('runPipelineAction', {
      body: { pipelineId, action: 'DEPLOY', graphVersion: 1, forceDeploy: true },
    });
    await api.service.stop();
    api = await startService({ store: api.store });
    await waitUntilSettled();
    expect(api.engine.forced).toEqual([false, true]);
    expect(await fetchDeployment(pipelineId)).toMatchObject({ isForced: true, outcome: 'DEPLOYED' });
  });

  test('a forced deployment that fails makes the version before run again', async () => {
    const { pipelineId } = await makeDeployedPipeline(api);
    api.engine.failNext('No');
    await api.call('runPipelineAction', {
      body: { pipelineId, action: 'DEPLOY', graphVersion: 1, forceDeploy: true },
    });
    await waitUntilSettled();
    expect(api.engine.forced).toEqual([false, false]);
    expect(await fetchPipeline(api, pipelineId)).toMatchObject({ status: 'ROLLED_BACK' });
  });
});

test('a pending cancel is carried out after a restart', async () => {
  const { pipelineId } = await makeSavedPipeline(api);
  api.service.services.lifecycle.enqueue = () => {};
  await act(api, pipelineId, 'DEPLOY', 1);
  await act(api, pipelineId, 'CANCEL');
  await api.service.stop();
  api = await startService({ store: api.store });
  await waitUntilSettled();
  expect(await fetchPipeline(api, pipelineId)).toMatchObject({ status: 'DEFAULT', pendingAction: 'NOP' });
  expect(await fetchDeployment(pipelineId)).toMatchObject({ outcome: 'CANCELLED' });
});
