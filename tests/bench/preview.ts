import { loadavg } from 'node:os';
import type { CallBody } from '../../src/contract/calls/index.ts';
import { ProductApi } from '../harness/api.ts';
import { type Product, removeFolder, startProduct } from '../harness/product.ts';
import { median } from './load.ts';

const EVENTS = 1000;
const COLD_STARTS = 3;
const WARM_RUNS = 20;

export type PreviewBench = {
  events: number;
  nodes: number;
  /** The first preview after product start, including the start of its process. */
  coldMs: number;
  /** As the console requests: metrics of every node, results of one. */
  warmMs: number;
  warmAllResultsMs: number;
  /** The engine's part of a warm run. */
  warmEngineMs: number;
  loadAverage: number;
};

type Draft = CallBody<'previewPipeline'>['graph'];
type Node = Draft['nodes'][string];

const debug = { match: 'all', rules: [{ field: 'level', operator: 'equals', value: 'debug' }] };
const TRANSFORMS: readonly Pick<Node, 'templateId' | 'config'>[] = [
  { templateId: 'parse_json', config: {} },
  { templateId: 'filter', config: { action: 'drop', match: debug } },
  { templateId: 'remove_fields', config: { fields: ['trace'] } },
  { templateId: 'rename_fields', config: { fields: [{ from: 'msg', to: 'text' }] } },
  { templateId: 'set_fields', config: { fields: [{ field: 'team', value: 'web' }] } },
  { templateId: 'redact', config: { rules: [{ find: 'email' }] } },
  { templateId: 'flatten', config: {} },
  { templateId: 'sample', config: {} },
];

function draft(): Draft {
  const nodes: Draft['nodes'] = {
    source: { nodeType: 'SOURCE', name: 'source', templateId: 'tcp', config: {} },
    sink: { nodeType: 'SINK', name: 'sink', templateId: 'blackhole', config: {} },
  };
  TRANSFORMS.forEach(({ templateId, config }, at) => {
    nodes[`t${at}`] = { nodeType: 'TRANSFORM', name: `${at} ${templateId}`, templateId, config };
  });
  const way = ['source', ...TRANSFORMS.map((_, at) => `t${at}`), 'sink'];
  return {
    nodes,
    edges: Object.fromEntries(way.slice(1).map((id, at) => [way[at] ?? '', { nodeIds: [id] }])),
  };
}

/** A log event of about 230 bytes. */
const event = (n: number): string =>
  JSON.stringify({
    timestamp: new Date(Date.UTC(2026, 10, 21) + n * 7).toISOString(),
    level: ['info', 'debug', 'warn'][n % 3],
    host: `web-${n % 20}`,
    trace: `4bf92f3577b34da6a3ce929d0e0e${String(n).padStart(4, '0')}`,
    user: { id: n % 90, mail: `user${n % 90}@example.com` },
    msg: `request ${n} from 203.0.113.${n % 250} took ${(n * 37) % 900}ms`,
  });

async function run(api: ProductApi, siteId: string, resultNodeIds?: string[]) {
  const events = Array.from({ length: EVENTS }, (_, n) => event(n));
  const startedAt = performance.now();
  const answer = await api.call('previewPipeline', {
    body: { siteId, graph: draft(), events, ...(resultNodeIds ? { resultNodeIds } : {}) },
  });
  const tookMs = performance.now() - startedAt;
  if ((answer.nodes.sink?.eventsIn ?? 0) === 0) throw new Error('the events did not reach the destination');
  return { tookMs, engineMs: answer.elapsedMilliseconds };
}

async function withProduct<T>(
  work: (product: Product, api: ProductApi, siteId: string) => Promise<T>,
): Promise<T> {
  const product = await startProduct();
  try {
    const api = new ProductApi(product.url);
    return await work(product, api, await api.siteId());
  } finally {
    await product.stop();
    removeFolder(product.dataFolder);
  }
}

export async function benchPreview(): Promise<PreviewBench> {
  const cold: number[] = [];
  for (let start = 1; start < COLD_STARTS; start++)
    cold.push(await withProduct(async (_, api, siteId) => (await run(api, siteId, ['t1'])).tookMs));
  return withProduct(async (_, api, siteId) => {
    cold.push((await run(api, siteId, ['t1'])).tookMs);
    const one: Awaited<ReturnType<typeof run>>[] = [];
    const all: number[] = [];
    for (let at = 0; at < WARM_RUNS; at++) {
      one.push(await run(api, siteId, ['t1']));
      all.push((await run(api, siteId)).tookMs);
    }
    const [loadAverage = 0] = loadavg();
    return {
      events: EVENTS,
      nodes: TRANSFORMS.length + 2,
      coldMs: median(cold),
      warmMs: median(one.map(({ tookMs }) => tookMs)),
      warmAllResultsMs: median(all),
      warmEngineMs: median(one.map(({ engineMs }) => engineMs)),
      loadAverage,
    };
  });
}

export function printPreview(
  preview: PreviewBench,
  row: (what: string, figure: string, budget: string) => void,
): void {
  const ms = (value: number) => `${Math.round(value)} ms`;
  console.log(
    `\nPreview: ${preview.events} events through a draft of ${preview.nodes} nodes, from request to answer`,
  );
  row('first after a start, its process started for it', ms(preview.coldMs), '');
  row('again, results of one node as the console asks', ms(preview.warmMs), '');
  row('again, results of every node', ms(preview.warmAllResultsMs), '');
  row('of it in the engine', ms(preview.warmEngineMs), '');
  row('load of the machine', preview.loadAverage.toFixed(1), '');
}
