import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_CAPTURE_ON_COLLECTORS } from '../../src/contract/collector-refusals.ts';
import { eventually } from '../harness/eventually.ts';
import { openMemoryStore } from '../harness/memory-store.ts';
import { STATE } from '../harness/opamp.ts';
import { createSiteTools, keep, PLACE } from './support/collector-sites.ts';
import { COLLECTOR, type FleetService, startFleetService } from './support/fleets.ts';

let world: FleetService;
beforeEach(async () => {
  world = await startFleetService();
});
afterEach(() => world.stop());

const { makeSite, site, makeFilePipeline, act, pipeline, answer, reach, deploy } = createSiteTools(
  () => world,
);

describe('a site on Collectors', () => {
  test('has a fleet whose agents run nothing until a pipeline is deployed', async () => {
    const { siteId, fleetId } = await makeSite();
    expect(await site(siteId)).toMatchObject({
      engine: 'collectors',
      engineState: 'running',
      collectors: { fleetId, agents: 1, connected: 1, configurationVersion: 1, variables: [] },
    });
    expect(await world.fleet(fleetId)).toMatchObject({ name: 'Branches', statuses: { HEALTHY: 1 } });
  });

  test('a capture of events is refused, with what to do instead', async () => {
    const { siteId, agents } = await makeSite();
    const { pipelineId } = await makeFilePipeline(siteId);
    await deploy(pipelineId, agents);
    const { status, body } = await world.api.call('startCapture', {
      body: { pipelineId, componentId: pipelineId, limit: 5, seconds: 5 },
    });
    expect([status, body.message]).toEqual([409, NO_CAPTURE_ON_COLLECTORS]);
  });

  test('what flows is not known before its agents report, and is no zero', async () => {
    const { siteId, agents } = await makeSite();
    const { pipelineId } = await makeFilePipeline(siteId);
    await deploy(pipelineId, agents);
    const now = Math.floor(Date.now() / 1000);
    const range = { 'timeRange.startUnixTimeSeconds': now - 3600, 'timeRange.endUnixTimeSeconds': now };
    const query = { siteId, pipelineIds: [pipelineId], ...range };
    expect((await world.api.call('getPipelineSummaries', { query })).body.pipelineSummaries).toEqual({});
    const health = async () =>
      (await world.api.call('listHealth', { path: { siteId }, query: {} })).body.pipelines[0];
    expect(await health()).toMatchObject({
      state: 'healthy',
      reasons: [{ rule: 'engine', text: expect.stringContaining('No agent has reported') }],
    });
    await agents[0]?.say({ health: { healthy: false, lastError: 'no disk' } });
    expect(await health()).toMatchObject({
      state: 'failing',
      reasons: [{ text: '1 of 1 agent of its fleet fails: host-1: no disk' }, {}],
    });
    const { engine } = world.api.service.services;
    expect(engine.lastHeartbeatOf(siteId)).toBeGreaterThan(0);
  });

  test('a restart of the service goes on with what was pending, without another rollout', async () => {
    const store = await openMemoryStore();
    await world.stop();
    world = await startFleetService({ store });
    const { siteId, fleetId, agents, token } = await makeSite();
    const first = await makeFilePipeline(siteId);
    await deploy(first.pipelineId, agents);
    const second = await makeFilePipeline(siteId, 'web');
    await act(second.pipelineId, 'DEPLOY', 1);
    await eventually(async () => expect((await world.fleet(fleetId)).rollouts).toHaveLength(2));
    await world.stop();
    world = await startFleetService({ store });
    expect((await site(siteId)).engineState).toBe('disconnected');
    const again = world.join(token, 1);
    await again.hello();
    const content = (await answer([again], STATE.APPLIED)).at(-1);
    for (const { pipelineId } of [first, second]) expect(content).toContain(pipelineId);
    await reach(second.pipelineId, 'DEPLOYED');
    expect((await pipeline(first.pipelineId)).status).toBe('DEPLOYED');
    expect((await world.fleet(fleetId)).rollouts).toHaveLength(2);
  });

  test('needs the feature of fleets', async () => {
    await world.stop();
    world = await startFleetService({ flags: [] });
    const made = await world.api.call('createSite', { body: { site: PLACE } });
    expect([made.status, made.body.details[0].field]).toEqual([400, 'site.engine']);
  });

  test('deploying rolls all its pipelines out as one configuration', async () => {
    const { siteId, fleetId, agents } = await makeSite();
    const first = await makeFilePipeline(siteId);
    expect(await deploy(first.pipelineId, agents)).toContain(`otlphttp/${first.pipelineId}-${first.sinkId}`);
    const second = await makeFilePipeline(siteId, 'web');
    const content = await deploy(second.pipelineId, agents);
    for (const { pipelineId, sinkId } of [first, second])
      expect(content).toContain(`otlphttp/${pipelineId}-${sinkId}`);
    expect((await world.fleet(fleetId)).rollouts[0]).toMatchObject({
      state: 'SUCCEEDED',
      startedBy: 'deployment of web',
    });
  });

  test('agents that fail take the pipeline back to the version before', async () => {
    const { siteId, agents } = await makeSite();
    const { pipelineId, save } = await makeFilePipeline(siteId);
    await deploy(pipelineId, agents);
    await save(keep('fatal'));
    expect((await act(pipelineId, 'DEPLOY', 2)).status).toBe(200);
    await answer(agents, STATE.FAILED, 'no such file');
    await answer(agents, STATE.APPLIED);
    await reach(pipelineId, 'ROLLED_BACK');
    expect(await pipeline(pipelineId)).toMatchObject({ deployedGraphVersion: 1 });
    expect((await pipeline(pipelineId)).lastError).toContain('no such file');
  });

  test('a canceled deployment goes back', async () => {
    const { siteId, agents } = await makeSite();
    const { pipelineId, save } = await makeFilePipeline(siteId);
    await deploy(pipelineId, agents);
    await save(keep('fatal'));
    await act(pipelineId, 'DEPLOY', 2);
    await answer(agents, STATE.APPLYING);
    await act(pipelineId, 'CANCEL');
    expect((await answer(agents, STATE.APPLIED)).at(-1)).toContain('error');
    await reach(pipelineId, 'DEPLOYED');
    expect(await pipeline(pipelineId)).toMatchObject({ deployedGraphVersion: 1 });
  });

  test('pausing, bypassing and deleting are rolled out', async () => {
    const { siteId, agents } = await makeSite();
    const { pipelineId, sinkId, sourceId } = await makeFilePipeline(siteId);
    await deploy(pipelineId, agents);
    await act(pipelineId, 'BYPASS');
    expect((await answer(agents, STATE.APPLIED)).at(-1)).not.toContain('IndexOf');
    await reach(pipelineId, 'BYPASSED');
    await deploy(pipelineId, agents);
    await act(pipelineId, 'PAUSE');
    const paused = (await answer(agents, STATE.APPLIED)).at(-1);
    expect(paused).toContain(`otlphttp/${pipelineId}-${sinkId}`);
    expect(paused).not.toContain(`filelog/${sourceId}`);
    await reach(pipelineId, 'PAUSED');
    await act(pipelineId, 'DELETE');
    expect((await answer(agents, STATE.APPLIED)).at(-1)).toContain('logs/nothing');
    await reach(pipelineId, 'DELETED');
  });

  test('what Collectors cannot do is refused at its node', async () => {
    const { siteId, agents, fleetId } = await makeSite();
    const { pipelineId, save } = await makeFilePipeline(siteId);
    const nodeId = await save({ name: 'Some', templateId: 'sample', config: { rate: 10 } });
    const refused = await act(pipelineId, 'DEPLOY', 2);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'ACTION_REFUSED', details: [{ field: `graph.nodes.${nodeId}`, rule: 'collector' }] },
    });
    expect(agents).toHaveLength(1);
    expect((await world.fleet(fleetId)).rollouts).toEqual([]);
    const source = { name: 'Lines', siteId, templateId: 'tcp', config: { port: 5140 } };
    const made = await world.api.call('createSource', { body: { source } });
    expect([made.status, made.body.details[0].rule]).toEqual([400, 'collector']);
  });

  test('a draft is judged node by node before it is saved, with what to do', async () => {
    const { siteId } = await makeSite();
    const { sourceId, sinkId } = await makeFilePipeline(siteId);
    const judge = async (steps: Record<string, { templateId: string; config: object }>) => {
      const node = (nodeType: string, name: string, templateId: string, config: object) => ({
        ...{ nodeType, name, templateId, config },
      });
      const nodes = {
        [sourceId]: node('SOURCE', 'Log', 'file_tail', {}),
        ...Object.fromEntries(
          Object.entries(steps).map(([id, { templateId, config }]) => [
            id,
            node('TRANSFORM', `Step ${id}`, templateId, config),
          ]),
        ),
        [sinkId]: node('SINK', 'Central', 'otlp_http', {}),
      };
      const ids = [sourceId, ...Object.keys(steps), sinkId];
      const edges = Object.fromEntries(ids.slice(0, -1).map((id, at) => [id, { nodeIds: [ids[at + 1]] }]));
      const { status, body } = await world.api.call('checkOnCollectors', {
        body: { siteId, graph: { nodes, edges } },
      });
      expect(status).toBe(200);
      return body.refusals;
    };
    const draw = { templateId: 'remove_fields', config: { fields: ['extra'] } };
    expect(await judge({ 'draft-1': draw })).toEqual([]);
    expect(
      await judge({
        'draft-1': { templateId: 'remove_fields', config: { fields: ['user.name'] } },
        'draft-2': { templateId: 'sample', config: { rate: 10 } },
      }),
    ).toEqual([
      {
        ...{ nodeId: 'draft-1', name: 'Step draft-1' },
        reason: expect.stringContaining("'user.name'"),
        resolution: expect.stringMatching(/\w/),
      },
      {
        ...{ nodeId: 'draft-2', name: 'Step draft-2' },
        reason: expect.stringContaining('decides by a hash'),
        resolution: expect.stringMatching(/^Use one of Filter, .*, or run this pipeline on an engine$/),
      },
    ]);
  });

  test('types that Collectors lack are offered with the reason, on its site alone', async () => {
    const { siteId } = await makeSite();
    const list = async (site: string) => {
      const { body } = await world.api.call('listTransformTemplates', { query: { siteId: site } });
      const templates: { id: string; unavailable?: string }[] = body.transformTemplates;
      return Object.fromEntries(templates.map(({ id, unavailable }) => [id, unavailable]));
    };
    const here = await list(siteId);
    expect(here.filter).toBeUndefined();
    expect(here.sample).toMatch(/decides by a hash.*or run this pipeline on an engine$/);
    expect(Object.values(await list(world.api.siteId)).filter(Boolean)).toEqual([]);
    const { body } = await world.api.call('listSourceTemplates', { query: { siteId } });
    const had = body.sourceTemplates
      .filter(({ unavailable }: { unavailable?: string }) => unavailable === undefined)
      .map(({ id }: { id: string }) => id);
    expect(had.sort()).toEqual(['file_tail', 'kafka', 'udp']);
  });

  test('without Collectors nothing is deployed', async () => {
    const { siteId } = await makeSite(0);
    const { pipelineId } = await makeFilePipeline(siteId);
    const refused = await act(pipelineId, 'DEPLOY', 1);
    expect(refused.body.message).toMatch(/^No Collector of site 'Branches' is connected/);
    expect((await act(pipelineId, 'DELETE')).status).toBe(200);
  });

  test('its fleet and configuration follow the pipelines alone', async () => {
    const { siteId, fleetId, configurationId } = await makeSite();
    const { api } = world;
    expect((await world.roll(fleetId, { configurationId })).body.code).toBe('ACTION_REFUSED');
    expect((await api.call('deleteFleet', { path: { fleetId } })).body.code).toBe('IN_USE');
    expect((await api.call('deleteConfiguration', { path: { configurationId } })).body.code).toBe('IN_USE');
    const configuration = { id: configurationId, content: COLLECTOR };
    const written = await api.call('updateConfiguration', { body: { configuration } });
    expect(written.body.message).toContain("The pipelines of site 'Branches' run on it");
    expect((await api.call('deleteSite', { path: { siteId } })).status).toBe(200);
    expect((await api.call('listFleets')).body.fleets).toEqual([]);
  });
});
