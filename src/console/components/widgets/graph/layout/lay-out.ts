import type { SugiNode } from 'd3-dag';
import { buildEdgeKey } from '../types.ts';
import {
  type GraphPlan,
  indexNeighbours,
  type Link,
  listForwardLinks,
  type PlanRequest,
  ROOM,
  type Slot,
} from './plan.ts';
import { straighten } from './straighten.ts';
import { countCrossings, sortByBranches, sweepLayers } from './sweep.ts';

/** The optimal layout is fast enough up to here. */
export const OPTIMAL_UP_TO = 30;

type Dag3 = typeof import('./dag3.ts');
type Data = { id: string };

/** Branches in the order of their edges, unless another order has fewer crossings. */
function orderLayers(dag3: Dag3, links: readonly Link[], isOptimal: boolean) {
  const ranks = new Map(links.map((link, index) => [buildEdgeKey(link), index]));
  return (layers: SugiNode<Data, unknown>[][]) => {
    sortByBranches(layers, (from, to) => ranks.get(buildEdgeKey({ from, to })) ?? 0);
    sweepLayers(layers);
    const swept = countCrossings(layers);
    if (!isOptimal || swept === 0) return;
    const best = layers.map((layer) => [...layer]);
    dag3.decrossTwoLayer()(layers);
    if (countCrossings(layers) >= swept)
      for (const [index, order] of best.entries()) layers[index]?.splice(0, order.length, ...order);
  };
}

/** Depends on the graph alone, so that a reload gives the same. */
export function layOut(dag3: Dag3, request: PlanRequest): GraphPlan {
  const { ids } = request;
  const links = listForwardLinks(request);
  const { before, after } = indexNeighbours(links);
  const ends = new Set(request.endIds?.filter((id) => after(id).length === 0));
  const dag = dag3.graphStratify()(ids.map((id) => ({ id, parentIds: [...before(id)] })));
  // d3-dag lays out downwards: x is our row, y our column.
  const gap = 2 * ROOM.beside - ROOM.cards;
  const isOptimal = ids.length <= OPTIMAL_UP_TO;
  const shared = dag3
    .sugiyama()
    .nodeSize([ROOM.cards - gap, 1] as const)
    .gap([gap, 1] as const)
    .decross(orderLayers(dag3, links, isOptimal) as <N, L>(layers: SugiNode<N, L>[][]) => void);
  if (isOptimal) {
    const endsInOneColumn = dag3
      .layeringSimplex()
      .group(({ data }: { data: Data }) => (ends.has(data.id) ? 'ends' : undefined));
    shared.layering(endsInOneColumn).coord(dag3.coordSimplex())(dag);
  } else shared.layering(dag3.layeringLongestPath().topDown(false)).coord(straighten)(dag);
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
