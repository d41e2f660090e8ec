import type { Link, PlanRequest } from './plan.ts';

/** Seeded, from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** One source `n0`, short branches that fork and join, about 6 edges per 5 nodes. */
export function createBranchingGraph(count: number, seed = 7): PlanRequest {
  const next = numbers(seed);
  const edges: Link[] = [];
  const width = Math.max(2, Math.round(Math.sqrt(count * 2)));
  for (let index = 1; index < count; index++) {
    const lane = Math.max(0, index - width);
    const from = index <= width ? 0 : lane;
    edges.push({ from: `n${from}`, to: `n${index}` });
    const isJoin = index > width + 1 && next() < 0.2;
    if (isJoin) edges.push({ from: `n${Math.max(0, lane - 1)}`, to: `n${index}` });
  }
  return { ids: Array.from({ length: count }, (_, index) => `n${index}`), edges };
}
