import type { SugiNode } from 'd3-dag';
import { buildEdgeKey } from '../types.ts';
import {
  EMPTY_PLAN,
  type GraphPlan,
  indexNeighbours,
  listForwardLinks,
  type PlanRequest,
  ROOM,
  type Slot,
} from './plan.ts';
import { straighten } from './straighten.ts';
import { sweepLayers } from './sweep.ts';

/** The optimal layout is fast enough up to here. */
const OPTIMAL_UP_TO = 30;

/** Lazy-loads d3-dag. */
export async function computePlan(request: PlanRequest): Promise<GraphPlan> {
  const { ids } = request;
  if (ids.length === 0) return EMPTY_PLAN;
  const dag3 = await import('d3-dag');
  const { before, after } = indexNeighbours(listForwardLinks(request));
  const ends = new Set(request.endIds?.filter((id) => after(id).length === 0));
  const dag = dag3.graphStratify()(ids.map((id) => ({ id, parentIds: [...before(id)] })));
  // d3-dag lays out downwards: x is our row, y our column.
  const gap = 2 * ROOM.beside - ROOM.cards;
  const shared = dag3
    .sugiyama()
    .nodeSize([ROOM.cards - gap, 1] as const)
    .gap([gap, 1] as const);
  if (ids.length <= OPTIMAL_UP_TO) {
    const endsInOneColumn = dag3
      .layeringSimplex()
      .group(({ data }: { data: { id: string } }) => (ends.has(data.id) ? 'ends' : undefined));
    shared.layering(endsInOneColumn).decross(dag3.decrossTwoLayer()).coord(dag3.coordSimplex())(dag);
  } else {
    const first = dag3.decrossDfs();
    shared
      .layering(dag3.layeringLongestPath().topDown(false))
      .decross(<N, L>(layers: SugiNode<N, L>[][]) => {
        first(layers);
        sweepLayers(layers);
      })
      .coord(straighten)(dag);
  }
  const depths = [...new Set([...dag.nodes()].map((node) => node.y))].sort((a, b) => a - b);
  const columns = new Map(depths.map((depth, column) => [depth, column]));
  const nodes: Record<string, Slot> = {};
  for (const node of dag.nodes()) nodes[node.data.id] = { column: columns.get(node.y) ?? 0, row: node.x };
  const bends: Record<string, Slot[]> = {};
  for (const link of dag.links()) {
    const [from, to] = [link.source.data.id, link.target.data.id];
    const column = nodes[from]?.column ?? 0;
    const inside = link.points.slice(1, -1);
    if (inside.length > 0)
      bends[buildEdgeKey({ from, to })] = inside.map(([row], index) => ({ column: column + 1 + index, row }));
  }
  return { nodes, bends };
}
