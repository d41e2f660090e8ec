import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createChain,
  createGraphBody,
  makePipeline,
  makeSavedPipeline,
  makeTransform,
} from './support/fixtures.ts';
import { COLLECTOR, type FleetService, startFleetService } from './support/fleets.ts';

let world: FleetService;
beforeEach(async () => {
  world = await startFleetService();
});
afterEach(() => world.stop());

const isError = { match: 'all', rules: [{ field: 'message', operator: 'contains', value: 'error' }] };
const filter = (match: object) => ({
  name: 'Keep errors',
  templateId: 'filter',
  config: { action: 'keep', match },
});

/** A file, a filter and an OTLP receiver with a token, saved as version 1. */
async function makeFilePipeline() {
  const { api } = world;
  const { siteId } = api;
  const path = '/var/log/app.log';
  const source = { name: 'App log', siteId, templateId: 'file_tail', config: { path } };
  const config = { url: 'https://logs.example.com', auth: 'bearer', token: 'a-secret' };
  const sink = { name: 'Central', siteId, templateId: 'otlp_http', config };
  const sourceId = (await api.call('createSource', { body: { source } })).body.id;
  const sinkId = (await api.call('createSink', { body: { sink } })).body.id;
  const pipelineId = await makePipeline(api, 'app');
  const save = async (match: object) => {
    const transformId = await makeTransform(api, pipelineId, filter(match));
    const edges = createChain(sourceId, transformId, sinkId);
    await api.call('saveGraph', { body: createGraphBody(pipelineId, edges) });
    return transformId;
  };
  return { pipelineId, sourceId, sinkId, save, transformId: await save(isError) };
}

const render = async (pipelineId: string, query = {}) =>
  (await world.api.call('renderPipeline', { path: { pipelineId }, query })).body;
const create = async (fromPipeline: object, more: object = {}) => {
  const configuration = { siteId: world.api.siteId, name: 'From app', fromPipeline, ...more };
  return world.api.call('createConfiguration', { body: { configuration } });
};
const read = async (configurationId: string) =>
  (await world.api.call('getConfiguration', { path: { configurationId } })).body.configuration;

test('a pipeline is rendered for Collectors, with secrets as variables', async () => {
  const { pipelineId } = await makeFilePipeline();
  const { rendered } = await render(pipelineId);
  expect(rendered).toMatchObject({ pipelineId, pipelineName: 'app', graphVersion: 1, refusals: [] });
  expect(rendered.variables).toMatchObject([{ name: 'PENSTOCK_CENTRAL', purpose: 'token' }]);
  expect(rendered.content).toContain(`Bearer \${env:PENSTOCK_CENTRAL}`);
  expect(rendered.content).not.toContain('a-secret');
  const configuration = { siteId: world.api.siteId, content: rendered.content };
  const { body } = await world.api.call('checkConfiguration', { body: { configuration } });
  expect(body.problems).toEqual([]);
});

test('what cannot be rendered is refused at its node', async () => {
  const { pipelineId, transformId, sourceId } = await makeSavedPipeline(world.api);
  const { rendered } = await render(pipelineId);
  expect(rendered.content).toBeNull();
  expect(rendered.refusals.map(({ nodeId }: { nodeId: string }) => nodeId).sort()).toEqual(
    [transformId, sourceId].sort(),
  );
  const answer = await create({ pipelineId, graphVersion: 1 });
  expect(answer.status).toBe(400);
  expect(answer.body.details.map(({ field }: { field: string }) => field)).toContain(
    `configuration.fromPipeline.nodes.${transformId}`,
  );
  expect((await world.api.call('listConfigurations')).body.configurations).toEqual([]);
});

test('a version that the pipeline does not have is not found', async () => {
  const { pipelineId } = await makeFilePipeline();
  expect(await render(pipelineId, { graphVersion: 9 })).toMatchObject({ code: 'NOT_FOUND' });
  const fresh = await makePipeline(world.api, 'fresh');
  expect((await render(fresh)).message).toBe("'fresh' has no saved version; save it first");
});

test('a configuration says which version of the pipeline it was made from', async () => {
  const { pipelineId, save } = await makeFilePipeline();
  const { id } = (await create({ pipelineId, graphVersion: 1 })).body;
  expect((await read(id)).pipeline).toEqual({
    id: pipelineId,
    name: 'app',
    graphVersion: 1,
    latestGraphVersion: 1,
  });
  await save({ match: 'all', rules: [{ field: 'message', operator: 'contains', value: 'fatal' }] });
  expect((await read(id)).pipeline).toMatchObject({ graphVersion: 1, latestGraphVersion: 2 });
  const update = (configuration: object) =>
    world.api.call('updateConfiguration', {
      body: { configuration: { id, ...configuration } },
      headers: { 'if-match': '*' },
    });
  const { body } = await update({ fromPipeline: { pipelineId, graphVersion: 2 } });
  expect(body.configuration).toMatchObject({ version: 2, pipeline: { graphVersion: 2 } });
  expect((await update({ fromPipeline: { pipelineId, graphVersion: 2 } })).body.configuration.version).toBe(
    2,
  );
  expect((await update({ content: COLLECTOR })).body.configuration.pipeline).toBeUndefined();
  expect((await world.api.call('listConfigurations')).body.configurations[0].version).toBe(3);
});

test('a configuration has its own content or that of a pipeline, not both', async () => {
  const { pipelineId } = await makeFilePipeline();
  const both = await create({ pipelineId, graphVersion: 1 }, { content: COLLECTOR });
  expect([both.status, both.body.details[0].field]).toEqual([400, 'configuration.content']);
  const { siteId } = world.api;
  const none = await world.api.call('createConfiguration', {
    body: { configuration: { siteId, name: 'None' } },
  });
  expect([none.status, none.body.details[0].field]).toEqual([400, 'configuration.content']);
});

test('a configuration is not made from a pipeline of another site', async () => {
  const { pipelineId } = await makeFilePipeline();
  const site = { name: 'Other', description: '', vendor: 'ON_PREMISE' };
  const siteId = (await world.api.call('createSite', { body: { site } })).body.id;
  const answer = await create({ pipelineId, graphVersion: 1 }, { siteId });
  expect(answer.body.details[0]).toMatchObject({
    field: 'configuration.fromPipeline.pipelineId',
    rule: 'same_site',
  });
});
