import { afterEach, beforeEach, expect, test } from 'vitest';
import { createExchange, expectDone } from './support/exchange.ts';
import { act, createChain, createGraphBody, makeSavedPipeline } from './support/fixtures.ts';
import { startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

const { exportSite, importText } = createExchange(() => api);

const UNFINISHED = { match: { rules: [{ field: '' }] }, note: 'later' };

/** A saved pipeline with one more transform, which is disabled and unfinished. */
async function makeUnfinished(config: object = UNFINISHED, templateId = 'filter') {
  const made = await makeSavedPipeline(api);
  const { sourceId, transformId, sinkId, pipelineId } = made;
  const transform = { name: 'Drop noise', templateId, config, pipelineId, disabled: true };
  const created = expectDone(await api.call('createTransforms', { body: { transforms: [transform] } })).body;
  const [id] = created.transformIds;
  const edges = createChain(sourceId, transformId, id, sinkId);
  const save = (disabled: boolean, nodeId = id) =>
    api.call('saveGraph', {
      body: createGraphBody(pipelineId, createChain(sourceId, transformId, nodeId, sinkId), {
        [nodeId]: { disabled },
      }),
    });
  return { ...made, id, edges, created, save };
}

test('an unfinished transform is refused unless its node is disabled [R5-17]', async () => {
  const { pipelineId } = await makeSavedPipeline(api);
  const transform = { name: 'Drop noise', templateId: 'filter', config: UNFINISHED, pipelineId };
  const create = (more: object) =>
    api.call('createTransforms', { body: { transforms: [{ ...transform, ...more }] } });
  expect((await create({})).status).toBe(400);
  expect((await create({ disabled: false })).status).toBe(400);
  expect((await create({ disabled: true, templateId: 'nothing' })).status).toBe(400);
  const { body } = expectDone(await create({ disabled: true }));
  expect(body.unfinishedIds).toEqual(body.transformIds);
});

test('a disabled node keeps its unfinished configuration exactly, and the version runs [R5-17]', async () => {
  const { id, save, pipelineId } = await makeUnfinished();
  const { graph } = expectDone(await save(true)).body;
  expect(graph.nodes[id].config).toEqual(UNFINISHED);
  expectDone(await act(api, pipelineId, 'DEPLOY', 2));
  await api.service.services.lifecycle.settled();
  const { pipeline } = (await api.call('getPipeline', { path: { pipelineId } })).body;
  expect(pipeline).toMatchObject({ status: 'DEPLOYED', deployedGraphVersion: 2 });
});

test('a disabled node that is complete gets its defaults', async () => {
  const config = { match: { match: 'all', rules: [{ field: 'a', operator: 'exists' }] } };
  const { created, save, id } = await makeUnfinished(config);
  expect(created.unfinishedIds).toEqual([]);
  expectDone(await save(true));
  expect(expectDone(await save(false)).body.graph.nodes[id].config).toMatchObject({ action: 'drop' });
});

test('enabling a node checks all of its configuration [R5-17, R5-18]', async () => {
  const { id, save, pipelineId } = await makeUnfinished();
  expectDone(await save(true));
  const refused = await save(false);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ code: 'GRAPH_INVALID' });
  expect(refused.body.message).toMatch(
    /^Pipeline graph is invalid! 'Drop noise' is not finished: .+\. Complete its settings, or disable the node$/,
  );
  expect(refused.body.details).toMatchObject([{ field: `metaInfo.${id}.disabled`, rule: 'unfinished' }]);
  const config = { match: { match: 'all', rules: [{ field: 'a', operator: 'exists' }] } };
  const finished = { name: 'Drop noise', templateId: 'filter', config, pipelineId, lineageId: id };
  const { transformIds } = expectDone(
    await api.call('createTransforms', { body: { transforms: [finished] } }),
  ).body;
  expectDone(await save(false, transformIds[0]));
});

test('a file that is missing is asked for when its node is enabled [R5-17]', async () => {
  const { save } = await makeUnfinished(
    { file: 'gone.csv', keys: [{ field: 'ip', column: 'ip' }] },
    'lookup',
  );
  expectDone(await save(true));
  const refused = await save(false);
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('gone.csv')]);
});

test('a definition keeps unfinished disabled nodes, and cannot enable them', async () => {
  const { save } = await makeUnfinished();
  expectDone(await save(true));
  const { definition } = expectDone(await exportSite()).body;
  expect(definition).toContain('note: later');
  const home = expectDone(await importText(definition, { dryRun: true })).body.entries;
  expect(home.filter((one: { action: string }) => one.action !== 'unchanged')).toEqual([]);
  const elsewhere = await startService();
  try {
    expectDone(await importText(definition, { to: elsewhere }));
    expect(expectDone(await exportSite(elsewhere)).body.definition).toBe(definition);
  } finally {
    await elsewhere.stop();
  }
  const enabled = await importText(definition.replace(/\n +disabled: true/, ''));
  expect(enabled.status).toBe(400);
});
