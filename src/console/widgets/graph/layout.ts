import { edgeKey, type GraphLayout, type Point } from './types.ts';

/** Measures of a card and of the room between cards, in px. */
export type GraphMeasures = { width: number; height: number; gapX: number; gapY: number };

export const FULL: GraphMeasures = { width: 184, height: 96, gapX: 50, gapY: 14 };
export const COMPACT: GraphMeasures = { width: 184, height: 62, gapX: 40, gapY: 18 };

/** Cards for larger text; the room between them stays. */
export const scaled = (measures: GraphMeasures, factor: number): GraphMeasures => ({
  ...measures,
  width: measures.width * factor,
  height: measures.height * factor,
});

export type LayoutRequest = {
  ids: readonly string[];
  edges: readonly { from: string; to: string }[];
  measures: GraphMeasures;
};

export const EMPTY_LAYOUT: GraphLayout = { width: 0, height: 0, nodes: {}, bends: {} };

/** Connections that point back into what comes before them would make a cycle: they are drawn, not laid out. */
function withoutCycles({ ids, edges }: LayoutRequest): { from: string; to: string }[] {
  const known = new Set(ids);
  const next = new Map<string, string[]>();
  const leadsTo = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return (next.get(from) ?? []).some((id) => leadsTo(id, to, seen));
  };
  return edges.filter(({ from, to }) => {
    if (!known.has(from) || !known.has(to) || leadsTo(to, from)) return false;
    next.set(from, [...(next.get(from) ?? []), to]);
    return true;
  });
}

/** Computes positions from left to right. d3-dag comes with its first use, never with the first paint. */
export async function computeLayout(request: LayoutRequest): Promise<GraphLayout> {
  const { ids, measures } = request;
  if (ids.length === 0) return EMPTY_LAYOUT;
  const { graphStratify, sugiyama, decrossTwoLayer, coordSimplex, coordGreedy } = await import('d3-dag');
  const edges = withoutCycles(request);
  const dag = graphStratify()(
    ids.map((id) => ({ id, parentIds: edges.filter((edge) => edge.to === id).map((edge) => edge.from) })),
  );
  // d3-dag lays out downwards: its x is our y. A large graph takes the quick way of placing.
  const shared = sugiyama()
    .nodeSize([measures.height, measures.width] as const)
    .gap([measures.gapY, measures.gapX] as const)
    .decross(decrossTwoLayer());
  const size = ids.length > 100 ? shared.coord(coordGreedy())(dag) : shared.coord(coordSimplex())(dag);
  const nodes: Record<string, Point> = {};
  for (const node of dag.nodes()) {
    nodes[node.data.id] = { x: node.y - measures.width / 2, y: node.x - measures.height / 2 };
  }
  const bends: Record<string, Point[]> = {};
  for (const link of dag.links()) {
    const key = edgeKey({ from: link.source.data.id, to: link.target.data.id });
    bends[key] = link.points.slice(1, -1).map(([x, y]) => ({ x: y, y: x }));
  }
  return { width: size.height, height: size.width, nodes, bends };
}
