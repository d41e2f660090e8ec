import { computeDepths } from '../walk.ts';
import type { GraphPlan, PlanRequest, Slot } from './plan.ts';

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
