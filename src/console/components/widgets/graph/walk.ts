import { indexNeighbours, type Neighbours } from './layout/plan.ts';
import type { GraphLayout, Point } from './types.ts';

type Edges = readonly { from: string; to: string }[];

const reach = (start: string, next: (id: string) => readonly string[]): Set<string> => {
  const seen = new Set<string>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...next(id));
  }
  return seen;
};

export const listNextIds = (edges: Edges, id: string): string[] =>
  edges.filter((edge) => edge.from === id).map((edge) => edge.to);
export const listPreviousIds = (edges: Edges, id: string): string[] =>
  edges.filter((edge) => edge.to === id).map((edge) => edge.from);

/** Topological order; ties keep the given order. */
export function sortTopologically(ids: readonly string[], edges: Edges): string[] {
  const known = new Set(ids);
  const around = indexNeighbours(edges);
  const waiting = new Map(ids.map((id) => [id, around.before(id).filter((from) => known.has(from)).length]));
  const order = new Set<string>();
  const starts = ids.filter((id) => waiting.get(id) === 0);
  const open = starts.toReversed();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (order.has(id)) continue;
    order.add(id);
    const ready: string[] = [];
    for (const next of around.after(id)) {
      const left = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, left);
      if (left === 0 && known.has(next)) ready.push(next);
    }
    open.push(...ready.toReversed());
  }
  // Append the nodes of cycles.
  return [...order, ...ids.filter((id) => !order.has(id))];
}

export function computeDepths(ids: readonly string[], edges: Edges): ReadonlyMap<string, number> {
  const { before: formerOf } = indexNeighbours(edges);
  const depth = new Map<string, number>();
  for (const id of sortTopologically(ids, edges)) {
    let deepest = -1;
    for (const from of formerOf(id)) deepest = Math.max(deepest, depth.get(from) ?? -1);
    depth.set(id, deepest + 1);
  }
  return depth;
}

/**
 * Ancestors and descendants of a node and itself, with their step from 1. Parallel nodes share a step. Empty
 * without a node.
 */
export function computePathSteps(edges: Edges, id: string | undefined): ReadonlyMap<string, number> {
  if (id === undefined) return new Map();
  const around: Neighbours = indexNeighbours(edges);
  const on = new Set([...reach(id, around.before), ...reach(id, around.after)]);
  const inside = edges.filter((edge) => on.has(edge.from) && on.has(edge.to));
  return new Map([...computeDepths([...on], inside)].map(([node, depth]) => [node, depth + 1]));
}

export type Direction = 'left' | 'right' | 'up' | 'down';

type Placed = Point & { id: string };

const findNearest = (list: readonly Placed[], distance: (one: Placed) => number): string | undefined =>
  list.reduce<Placed | undefined>(
    (best, one) => (best && distance(best) <= distance(one) ? best : one),
    undefined,
  )?.id;

/** Arrow directions in a top-down graph. */
const TURNED: Readonly<Record<Direction, Direction>> = {
  down: 'right',
  up: 'left',
  right: 'down',
  left: 'up',
};

/**
 * Arrows along the flow follow edges to the nearest node, those across it reach siblings. Top-down, Right and
 * Left also follow edges without a sibling.
 */
export function findNeighbour(
  layout: GraphLayout,
  edges: Edges,
  from: string,
  direction: Direction,
): string | undefined {
  const here = layout.nodes[from];
  if (!here) return undefined;
  const isDown = layout.flow === 'down';
  const [along, across] = isDown ? (['y', 'x'] as const) : (['x', 'y'] as const);
  const placed = (ids: readonly string[]): Placed[] =>
    ids.flatMap((id) => {
      const at = layout.nodes[id];
      return at ? [{ id, ...at }] : [];
    });
  const distance = (one: Placed) => Math.abs(one[across] - here[across]);
  const follow = (isOn: boolean) =>
    findNearest(placed(isOn ? listNextIds(edges, from) : listPreviousIds(edges, from)), distance);
  const reachSibling = (isOn: boolean) =>
    findNearest(
      placed(Object.keys(layout.nodes)).filter(
        (one) =>
          Math.abs(one[along] - here[along]) < 1 &&
          (isOn ? one[across] > here[across] : one[across] < here[across]),
      ),
      distance,
    );
  const turned = isDown ? TURNED[direction] : direction;
  if (turned === 'right' || turned === 'left') return follow(turned === 'right');
  const isOn = turned === 'down';
  return reachSibling(isOn) ?? (isDown ? follow(isOn) : undefined);
}
