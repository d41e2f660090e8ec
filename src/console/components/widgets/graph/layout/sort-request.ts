import { sortTopologically } from '../walk.ts';
import { indexNeighbours, type PlanRequest } from './plan.ts';

/**
 * Nodes and connections in the order of the flow. The order in which they were added or are stored, and their ids, then
 * make no difference to the plan.
 */
export function sortRequest(request: PlanRequest): PlanRequest {
  const { after, before } = indexNeighbours(request.edges);
  const isAlone = (id: string) => after(id).length === 0 && before(id).length === 0;
  const given = [...request.ids].sort((a, b) => Number(isAlone(a)) - Number(isAlone(b)));
  const ids = sortTopologically(given, request.edges);
  return { ...request, ids, edges: ids.flatMap((from) => after(from).map((to) => ({ from, to }))) };
}
