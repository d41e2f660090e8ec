import { expect } from 'vitest';
import type { ProductApi } from './api.ts';

export async function expectNothingLeftBehind(api: ProductApi, siteId: string): Promise<void> {
  const { pipelines } = await api.call('listPipelines', { query: { siteIds: [siteId] } });
  const names = pipelines.map(({ name }) => name);
  expect(names).toHaveLength(new Set(names).size);
  for (const pipeline of pipelines) {
    expect(pipeline, 'a pipeline without a graph').not.toMatchObject({ latestGraphVersion: 0 });
    expect(pipeline, 'a pipeline that is stuck').toMatchObject({ pendingAction: 'NOP' });
  }
  const { transforms } = await api.call('listTransforms', { query: { siteIds: [siteId] } });
  const named = new Set<string>();
  for (const { id: pipelineId, latestGraphVersion } of pipelines) {
    for (let graphVersion = 1; graphVersion <= latestGraphVersion; graphVersion++) {
      const { graph } = await api.call('getGraph', { path: { pipelineId, graphVersion } });
      for (const id of Object.keys(graph.nodes)) named.add(id);
    }
  }
  const orphans = transforms.filter(({ id }) => !named.has(id)).map(({ name }) => name);
  expect(orphans, 'transforms without a version').toEqual([]);
}
