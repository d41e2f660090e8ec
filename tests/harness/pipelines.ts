import type { ProductApi } from './api.ts';

export type ComponentSpec = { name: string; templateId: string; config: Record<string, unknown> };
export type PipelineSpec = {
  name: string;
  source: ComponentSpec;
  transforms: ComponentSpec[];
  sinks: ComponentSpec[];
};
export type Built = {
  pipelineId: string;
  sourceId: string;
  transformIds: string[];
  sinkIds: string[];
  version: number;
};

/** All sinks follow the last transform. */
export async function buildPipeline(api: ProductApi, siteId: string, spec: PipelineSpec): Promise<Built> {
  const source = await api.call('createSource', { body: { source: { siteId, ...spec.source } } });
  const sinkIds: string[] = [];
  for (const sink of spec.sinks)
    sinkIds.push((await api.call('createSink', { body: { sink: { siteId, ...sink } } })).id);
  const { id: pipelineId } = await api.call('createPipeline', {
    body: { pipeline: { siteId, name: spec.name } },
  });
  const transformIds =
    spec.transforms.length === 0
      ? []
      : (
          await api.call('createTransforms', {
            body: { transforms: spec.transforms.map((t) => ({ ...t, pipelineId })) },
          })
        ).transformIds;
  const chain = [source.id, ...transformIds];
  const edges = Object.fromEntries(
    chain.map((id, index) => [id, { nodeIds: index === chain.length - 1 ? sinkIds : [chain[index + 1]!] }]),
  );
  const { graph } = await api.call('saveGraph', {
    ifMatch: 0,
    body: { pipelineId, edges, metaInfo: {}, versionInfo: { pipelineId, name: '' } },
  });
  return { pipelineId, sourceId: source.id, transformIds, sinkIds, version: graph.version };
}

export async function deployPipeline(
  api: ProductApi,
  built: { pipelineId: string; version: number },
): Promise<void> {
  await api.call('runPipelineAction', {
    body: { pipelineId: built.pipelineId, graphVersion: built.version, action: 'DEPLOY' },
  });
  await api.settled(built.pipelineId, 'DEPLOYED');
}

/** By componentId, since the pipeline began. */
export async function fetchComponentTotals(api: ProductApi, siteId: string, pipelineId: string) {
  const now = Math.floor(Date.now() / 1000);
  const { componentsDataProcessedMap } = await api.call('getComponentsDataProcessed', {
    path: { pipelineId },
    query: {
      siteId,
      'timeRange.startUnixTimeSeconds': now - 3600,
      'timeRange.endUnixTimeSeconds': now + 60,
    },
  });
  return componentsDataProcessedMap;
}
