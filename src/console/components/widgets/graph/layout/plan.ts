import { buildEdgeKey } from '../types.ts';

/** Rows have card height and may be fractional. */
export type Slot = { column: number; row: number };

/**
 * Node positions independent of card size. Columns and rows may be negative, because adjusting keeps known
 * positions.
 */
export type GraphPlan = {
  nodes: Readonly<Record<string, Slot>>;
  /** By `buildEdgeKey`: where an edge crosses the columns between its ends. */
  bends: Readonly<Record<string, readonly Slot[]>>;
};

export type Link = { from: string; to: string };

export type PlanRequest = {
  ids: readonly string[];
  edges: readonly Link[];
  /** Without edges they go to the last column. */
  endIds?: readonly string[];
};

export const EMPTY_PLAN: GraphPlan = { nodes: {}, bends: {} };

/** Distance in rows between two cards of a column, a card and an edge, and two edges. */
export const ROOM = { cards: 1, beside: 0.6, connections: 0.2 };

const groupBySide = (edges: readonly Link[], side: 'from' | 'to'): ReadonlyMap<string, string[]> => {
  const other = side === 'from' ? 'to' : 'from';
  const groups = new Map<string, string[]>();
  for (const edge of edges) {
    const group = groups.get(edge[side]);
    if (group) group.push(edge[other]);
    else groups.set(edge[side], [edge[other]]);
  }
  return groups;
};

/** Computed once per walk. */
export type Neighbours = {
  after: (id: string) => readonly string[];
  before: (id: string) => readonly string[];
};

const NONE: readonly string[] = [];

export function indexNeighbours(edges: readonly Link[]): Neighbours {
  const [next, former] = [groupBySide(edges, 'from'), groupBySide(edges, 'to')];
  return { after: (id) => next.get(id) ?? NONE, before: (id) => former.get(id) ?? NONE };
}

/** Edges between known nodes, without those that close a cycle: they are drawn but not laid out. */
export function listForwardLinks({ ids, edges }: PlanRequest): Link[] {
  const known = new Set(ids);
  const inside = edges.filter(({ from, to }) => known.has(from) && known.has(to) && from !== to);
  const { after } = indexNeighbours(inside);
  const state = new Map<string, 'open' | 'done'>();
  const back = new Set<string>();
  for (const start of ids) {
    if (state.has(start)) continue;
    const trail = [{ id: start, next: 0 }];
    state.set(start, 'open');
    for (let top = trail.at(-1); top; top = trail.at(-1)) {
      const to = after(top.id)[top.next++];
      if (to === undefined) {
        state.set(top.id, 'done');
        trail.pop();
      } else if (state.get(to) === 'open') back.add(buildEdgeKey({ from: top.id, to }));
      else if (!state.has(to)) {
        state.set(to, 'open');
        trail.push({ id: to, next: 0 });
      }
    }
  }
  return inside.filter((edge) => !back.has(buildEdgeKey(edge)));
}
