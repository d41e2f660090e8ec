import { computeDepths } from '../walk.ts';
import { computePlan, loadDag3Url } from './compute.ts';
import type { WorkerRequest } from './layout.worker.ts';
import { EMPTY_PLAN, type GraphPlan, type PlanRequest, type Slot } from './plan.ts';

/** Fallback: columns by distance from the start. */
export function planColumns({ ids, edges }: PlanRequest): GraphPlan {
  const depth = computeDepths(ids, edges);
  const filled = new Map<number, number>();
  const nodes: Record<string, Slot> = {};
  for (const id of ids) {
    const column = depth.get(id) ?? 0;
    const row = filled.get(column) ?? 0;
    filled.set(column, row + 1);
    nodes[id] = { column, row };
  }
  return { nodes, bends: {} };
}

/** Larger graphs are planned in a worker. */
const WORKER_FROM = 100;
const KEPT = 60;

const cache = new Map<string, GraphPlan>();

/** Independent of displayed figures. */
export const buildPlanKey = ({ ids, edges }: PlanRequest): string =>
  JSON.stringify([ids, edges.map((edge) => [edge.from, edge.to])]);

export const getCachedPlan = (key: string): GraphPlan | undefined => cache.get(key);

export function cachePlan(key: string, plan: GraphPlan): void {
  cache.set(key, plan);
  const [oldest] = cache.keys();
  if (cache.size > KEPT && oldest !== undefined) cache.delete(oldest);
}

const needsWorker = ({ ids }: PlanRequest): boolean =>
  ids.length > WORKER_FROM && typeof Worker !== 'undefined';

let worker: Worker | undefined;
let nextId = 1;

const startWorker = (): Worker => {
  worker ??= new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  return worker;
};

/** Starts what a large graph is planned with, beside its first drawing. */
export function prepareWorker(request: PlanRequest): void {
  if (!needsWorker(request)) return;
  startWorker();
  // A failure is met again by the plan.
  loadDag3Url().catch(() => undefined);
}

async function planInWorker(request: PlanRequest): Promise<GraphPlan> {
  const own = startWorker();
  const dag3Url = await loadDag3Url();
  const id = nextId++;
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const fail = () => {
      done.abort();
      reject(new Error('the worker made no plan'));
    };
    const onMessage = (event: MessageEvent<{ id: number; plan?: GraphPlan }>) => {
      if (event.data.id !== id) return;
      if (!event.data.plan) return fail();
      done.abort();
      resolve(event.data.plan);
    };
    own.addEventListener('message', onMessage, done);
    own.addEventListener('error', fail, done);
    own.postMessage({ id, dag3Url, request } satisfies WorkerRequest);
  });
}

const begun = new Map<string, Promise<GraphPlan>>();

/** The cached plan, or a new one; concurrent calls share one computation. */
export function planGraph(request: PlanRequest): Promise<GraphPlan> {
  const key = buildPlanKey(request);
  const known = request.ids.length === 0 ? EMPTY_PLAN : cache.get(key);
  if (known) return Promise.resolve(known);
  const plan = begun.get(key) ?? makePlan(key, request).finally(() => begun.delete(key));
  begun.set(key, plan);
  return plan;
}

async function makePlan(key: string, request: PlanRequest): Promise<GraphPlan> {
  const compute = needsWorker(request) ? planInWorker : computePlan;
  // If loading or layout fails, fall back to simple columns.
  const plan = await compute(request).catch(() => planColumns(request));
  cachePlan(key, plan);
  return plan;
}
