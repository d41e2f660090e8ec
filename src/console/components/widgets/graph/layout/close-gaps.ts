import type { GraphPlan, Slot } from './plan.ts';

/** The same plan if there is nothing to remove. */
export function closeGaps(plan: GraphPlan): GraphPlan {
  const taken = [...new Set(Object.values(plan.nodes).map(({ column }) => column))].sort((a, b) => a - b);
  const first = taken[0];
  if (first === undefined || (taken.at(-1) ?? first) - first === taken.length - 1) return plan;
  const places = new Map(taken.map((column, place) => [column, first + place]));
  const moved = ({ column, row }: Slot): Slot[] => {
    const place = places.get(column);
    return place === undefined ? [] : [{ column: place, row }];
  };
  return {
    nodes: Object.fromEntries(
      Object.entries(plan.nodes).flatMap(([id, slot]) => moved(slot).map((at) => [id, at])),
    ),
    bends: Object.fromEntries(Object.entries(plan.bends).map(([key, slots]) => [key, slots.flatMap(moved)])),
  };
}
