import type { GraphEdgeView, GraphLayout } from './types.ts';

type Edges = readonly GraphEdgeView[];

const reach = (start: string, next: (id: string) => string[]): Set<string> => {
  const seen = new Set<string>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...next(id));
  }
  return seen;
};

export const after = (edges: Edges, id: string): string[] =>
  edges.filter((edge) => edge.from === id).map((edge) => edge.to);
export const before = (edges: Edges, id: string): string[] =>
  edges.filter((edge) => edge.to === id).map((edge) => edge.from);

/** The node itself with everything before and after it. */
export function pathThrough(edges: Edges, id: string | undefined): ReadonlySet<string> {
  if (id === undefined) return new Set();
  return new Set([...reach(id, (node) => before(edges, node)), ...reach(id, (node) => after(edges, node))]);
}

/** Nodes in reading order: sources first, each before what follows it; the order given decides ties. */
export function topological(ids: readonly string[], edges: Edges): string[] {
  const waiting = new Map(
    ids.map((id) => [id, before(edges, id).filter((from) => ids.includes(from)).length]),
  );
  const order: string[] = [];
  const visit = (id: string): void => {
    if (order.includes(id) || (waiting.get(id) ?? 0) > 0) return;
    order.push(id);
    for (const next of after(edges, id)) {
      waiting.set(next, (waiting.get(next) ?? 0) - 1);
      visit(next);
    }
  };
  for (const id of ids) if (waiting.get(id) === 0) visit(id);
  // What a cycle holds back still shows, in the order given.
  return [...order, ...ids.filter((id) => !order.includes(id))];
}

/** Steps from a start; 0 for a node with nothing before it. */
export function depths(ids: readonly string[], edges: Edges): ReadonlyMap<string, number> {
  const depth = new Map<string, number>();
  for (const id of topological(ids, edges)) {
    const above = before(edges, id).map((from) => depth.get(from) ?? -1);
    depth.set(id, Math.max(-1, ...above) + 1);
  }
  return depth;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/**
 * Where an arrow leads from a node: Left and Right along connections, to the nearest in height; Up and Down
 * to the neighbour of the same column. Undefined when there is nothing.
 */
export function neighbour(
  layout: GraphLayout,
  edges: Edges,
  from: string,
  direction: Direction,
): string | undefined {
  const here = layout.nodes[from];
  if (!here) return undefined;
  const placed = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const at = layout.nodes[id];
      return at ? [{ id, ...at }] : [];
    });
  const nearest = (list: { id: string; x: number; y: number }[]) =>
    list.sort((a, b) => Math.abs(a.y - here.y) - Math.abs(b.y - here.y))[0]?.id;
  if (direction === 'right') return nearest(placed(after(edges, from)));
  if (direction === 'left') return nearest(placed(before(edges, from)));
  const column = placed(Object.keys(layout.nodes))
    .filter((one) => Math.abs(one.x - here.x) < 1 && one.id !== from)
    .filter((one) => (direction === 'down' ? one.y > here.y : one.y < here.y));
  return nearest(column);
}
