import type { Running } from './product.ts';

type Node = { name: string; nodeType: 'SOURCE' | 'TRANSFORM' | 'SINK'; templateId: string; config: object };
type Change = { description?: string; configs?: Record<string, object> };

async function readGraph({ api }: Running, pipelineId: string) {
  const { pipeline } = await api.call('getPipeline', { path: { pipelineId } });
  const version = pipeline.latestGraphVersion;
  const { graph } = await api.call('getGraph', { path: { pipelineId, graphVersion: version }, query: {} });
  return { pipeline, version, graph };
}

export const manageSite = ({ api, siteId }: Running, managedByGit: boolean) =>
  api.call('updateSite', { ifMatch: '*', body: { site: { id: siteId, managedByGit } } });

/** Raises a request over the API that changes configurations by name of transform. */
export async function raiseChange(
  running: Running,
  pipelineId: string,
  comment: string,
  { description, configs = {} }: Change,
): Promise<string> {
  const { pipeline, version, graph } = await readGraph(running, pipelineId);
  const nodes = Object.values(graph.nodes as Record<string, Node & { id: string }>).map(
    ({ id, nodeType, name, templateId, config }) => ({
      ...{ id, nodeType, name, templateId },
      config: nodeType === 'TRANSFORM' ? { ...config, ...configs[name] } : {},
    }),
  );
  const { edges, metaInfo } = graph;
  const changed = { id: pipelineId, name: pipeline.name, description: description ?? pipeline.description };
  const { id } = await running.api.call('createChangeset', {
    body: {
      changeSet: { siteId: running.siteId, description: comment },
      pipelines: [{ pipeline: changed, graph: { version, edges, metaInfo } }],
      nodes,
    },
  });
  return id;
}

/** Raised and merged at once, so that requests from before are in conflict. */
export async function changeMeanwhile(
  running: Running,
  pipelineId: string,
  comment: string,
  change: Change,
): Promise<void> {
  const pullRequestId = await raiseChange(running, pipelineId, comment, change);
  await running.api.call('mergeChangeset', { path: { pullRequestId } });
  await running.api.settled(pipelineId, 'DEPLOYED');
}
