import { columnLayout } from './column-layout.ts';
import { computeLayout, EMPTY_LAYOUT, type LayoutRequest } from './layout.ts';
import type { GraphLayout } from './types.ts';

/** Above this many nodes the layout runs in a worker. */
const WORKER_FROM = 100;
const KEPT = 40;

const cache = new Map<string, GraphLayout>();

/** Equal graphs have equal layouts, whatever the figures on them. */
export const layoutKey = ({ ids, edges, measures }: LayoutRequest): string =>
  JSON.stringify([ids, edges.map((edge) => [edge.from, edge.to]), measures.height]);

export const cachedLayout = (key: string): GraphLayout | undefined => cache.get(key);

let worker: Worker | undefined;
let nextId = 1;

function layoutInWorker(request: LayoutRequest): Promise<GraphLayout> {
  worker ??= new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  const own = worker;
  const id = nextId++;
  return new Promise((resolve, reject) => {
    const onMessage = (event: MessageEvent<{ id: number; layout: GraphLayout }>) => {
      if (event.data.id !== id) return;
      own.removeEventListener('message', onMessage);
      resolve(event.data.layout);
    };
    own.addEventListener('message', onMessage);
    own.addEventListener('error', () => reject(new Error('the layout worker failed')), { once: true });
    own.postMessage({ id, request });
  });
}

/** The layout of a graph, from the cache when it was laid out before. */
export async function layoutGraph(request: LayoutRequest): Promise<GraphLayout> {
  if (request.ids.length === 0) return EMPTY_LAYOUT;
  const key = layoutKey(request);
  const known = cache.get(key);
  if (known) return known;
  const inWorker = request.ids.length > WORKER_FROM && typeof Worker !== 'undefined';
  const compute = inWorker ? layoutInWorker : computeLayout;
  // Without its code, or with a graph it cannot solve, the graph is still there.
  const layout = await compute(request).catch(() => columnLayout(request));
  cache.set(key, layout);
  const [oldest] = cache.keys();
  if (cache.size > KEPT && oldest !== undefined) cache.delete(oldest);
  return layout;
}
