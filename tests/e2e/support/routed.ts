import type { ComponentSpec } from '../../harness/pipelines.ts';
import type { Running } from './product.ts';

const levelIs = (value: string) => ({
  match: 'all',
  rules: [{ field: 'level', operator: 'equals', value }],
});

export const ROUTE = 'Sort by level';

export type Routed = { pipelineId: string; version: number; sinkIds: [string, string] };

/** `errors` go to the first destination, unmatched events to the second. */
export async function routedPipeline(
  { api, siteId }: Running,
  spec: { name: string; source: ComponentSpec; sinks: [ComponentSpec, ComponentSpec] },
): Promise<Routed> {
  const make = async (sink: ComponentSpec) =>
    (await api.call('createSink', { body: { sink: { siteId, ...sink } } })).id;
  const { id: sourceId } = await api.call('createSource', { body: { source: { siteId, ...spec.source } } });
  const sinkIds: [string, string] = [await make(spec.sinks[0]), await make(spec.sinks[1])];
  const { id: pipelineId } = await api.call('createPipeline', {
    body: { pipeline: { siteId, name: spec.name } },
  });
  const routes = [{ name: 'errors', match: levelIs('error') }];
  const transforms = [
    { pipelineId, name: 'Parse', templateId: 'parse_json', config: {} },
    { pipelineId, name: ROUTE, templateId: 'route', config: { routes } },
  ];
  const { transformIds } = await api.call('createTransforms', { body: { transforms } });
  const [parse = '', route = ''] = transformIds;
  const { graph } = await api.call('saveGraph', {
    ifMatch: 0,
    body: {
      pipelineId,
      edges: {
        [sourceId]: { nodeIds: [parse] },
        [parse]: { nodeIds: [route] },
        [route]: { nodeIds: sinkIds },
      },
      metaInfo: { [route]: { outputs: { errors: [sinkIds[0]], unmatched: [sinkIds[1]] } } },
      versionInfo: { pipelineId, name: '' },
    },
  });
  return { pipelineId, version: graph.version, sinkIds };
}
