import type { TestService } from './service.ts';

let port = 20_000;

/** A source on its own port and a destination that discards events. */
export async function makeConnections(api: TestService, name = 'web') {
  const { siteId } = api;
  port += 1;
  const source = await api.call('createSource', {
    body: { source: { name: `${name} source`, siteId, templateId: 'tcp', config: { port } } },
  });
  const sink = await api.call('createSink', {
    body: { sink: { name: `${name} sink`, siteId, templateId: 'blackhole', config: {} } },
  });
  return { sourceId: source.body.id as string, sinkId: sink.body.id as string, port };
}

export async function makePipeline(api: TestService, name = 'web'): Promise<string> {
  const answer = await api.call('createPipeline', { body: { pipeline: { name, siteId: api.siteId } } });
  return answer.body.id;
}

export async function makeTransform(
  api: TestService,
  pipelineId: string,
  more: { name?: string; lineageId?: string; templateId?: string; config?: object } = {},
): Promise<string> {
  const transform = { name: 'Parse', templateId: 'parse_json', config: {}, pipelineId, ...more };
  const answer = await api.call('createTransforms', { body: { transforms: [transform] } });
  return answer.body.transformIds[0];
}

export const createChain = (...ids: string[]): Record<string, { nodeIds: string[] }> =>
  Object.fromEntries(ids.slice(0, -1).map((id, index) => [id, { nodeIds: ids.slice(index + 1, index + 2) }]));

export const createGraphBody = (pipelineId: string, edges: object, metaInfo: object = {}, name = '') => ({
  pipelineId,
  edges,
  metaInfo,
  versionInfo: { pipelineId, name },
});

/** source → parse → sink, saved as version 1, not deployed. */
export async function makeSavedPipeline(api: TestService, name = 'web') {
  const connections = await makeConnections(api, name);
  const pipelineId = await makePipeline(api, name);
  const transformId = await makeTransform(api, pipelineId);
  const edges = createChain(connections.sourceId, transformId, connections.sinkId);
  await api.call('saveGraph', { body: createGraphBody(pipelineId, edges) });
  return { ...connections, pipelineId, transformId, edges };
}

export const act = (
  api: TestService,
  pipelineId: string,
  action: string,
  graphVersion = 0,
  forceDeploy = false,
) => api.call('runPipelineAction', { body: { pipelineId, action, graphVersion, forceDeploy } });

export async function makeDeployedPipeline(api: TestService, name = 'web') {
  const made = await makeSavedPipeline(api, name);
  await act(api, made.pipelineId, 'DEPLOY', 1);
  await api.service.services.lifecycle.settled();
  return made;
}

export const fetchPipeline = async (api: TestService, pipelineId: string) =>
  (await api.call('getPipeline', { path: { pipelineId } })).body.pipeline;
