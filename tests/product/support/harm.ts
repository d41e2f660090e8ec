import { ProductApi } from '../../harness/api.ts';
import { buildPipeline, deployPipeline } from '../../harness/pipelines.ts';
import type { Product } from '../../harness/product.ts';

/** User-written scripts that never end or exhaust memory. */
export const HARMS = {
  loops: { code: 'for (;;);', timeoutMs: 1000 },
  allocates: {
    code: `const kept = []; for (;;) kept.push("x".repeat(4_000_000) + kept.length);`,
    timeoutMs: 1000,
    memoryMiB: 64,
  },
} as const;
export type Harm = keyof typeof HARMS;

export async function deployHarm(product: Product, harm: Harm) {
  const api = new ProductApi(product.url);
  const built = await buildPipeline(api, await api.siteId(), {
    name: `It ${harm}`,
    source: { name: `Made, ${harm}`, templateId: 'generator', config: { eventsPerSecond: 100 } },
    transforms: [{ name: `Script that ${harm}`, templateId: 'script', config: HARMS[harm] }],
    sinks: [{ name: `Void, ${harm}`, templateId: 'blackhole', config: {} }],
  });
  await deployPipeline(api, built);
  return built;
}

export async function askAll(api: ProductApi, siteId: string): Promise<readonly (() => Promise<unknown>)[]> {
  const now = Math.floor(Date.now() / 1000);
  const time = { 'timeRange.startUnixTimeSeconds': now - 3600, 'timeRange.endUnixTimeSeconds': now };
  return [
    () => api.call('listPipelines', { query: { siteIds: [siteId] } }),
    () => api.call('listSources', { query: { siteIds: [siteId] } }),
    () => api.call('listHealth', { path: { siteId }, query: {} }),
    () => api.call('listPipelineErrors', { query: { siteId, ...time } }),
    () => api.call('listSites'),
  ];
}
