import { layOut, OPTIMAL_UP_TO } from './lay-out.ts';
import { EMPTY_PLAN, type GraphPlan, type PlanRequest } from './plan.ts';

type Dag3 = typeof import('./dag3.ts');

let loaded: Dag3 | undefined;

async function loadDag3(): Promise<Dag3> {
  loaded ??= await import('./dag3.ts');
  return loaded;
}

/** Worker's path to the d3-dag that the page has loaded. */
export const loadDag3Url = async (): Promise<string> => (await loadDag3()).DAG3_URL;

/** Like `layOut`. Lazy-loads d3-dag. */
export async function computePlan(request: PlanRequest): Promise<GraphPlan> {
  return request.ids.length === 0 ? EMPTY_PLAN : layOut(await loadDag3(), request);
}

/** Synchronous, for a small graph when d3-dag is already loaded. */
export function computePlanNow(request: PlanRequest): GraphPlan | undefined {
  if (request.ids.length === 0) return EMPTY_PLAN;
  return loaded && request.ids.length <= OPTIMAL_UP_TO ? layOut(loaded, request) : undefined;
}
