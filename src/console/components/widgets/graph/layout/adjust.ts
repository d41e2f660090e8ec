import { sortTopologically } from '../walk.ts';
import {
  type GraphPlan,
  indexNeighbours,
  listForwardLinks,
  type Neighbours,
  type PlanRequest,
  ROOM,
  type Slot,
} from './plan.ts';
import { routeAround } from './route.ts';
import { Rows } from './rows.ts';

/** A plan is adjusted if at least this share of nodes is known; otherwise computed anew. */
const KEPT_PART = 0.5;

type Columns = Map<string, number>;

/** Known nodes keep their column unless a predecessor now occupies it; end nodes go to the last column. */
function assignColumns(
  order: readonly string[],
  former: GraphPlan,
  around: Neighbours,
  endIds: ReadonlySet<string>,
): Columns {
  const columns: Columns = new Map();
  const kept = Object.values(former.nodes).map((slot) => slot.column);
  const [first, last] = [Math.min(...kept), Math.max(...kept)];
  const alone = (id: string): number => {
    const next = around.after(id).flatMap((to) => former.nodes[to]?.column ?? []);
    if (next.length > 0) return Math.min(...next) - 1;
    return endIds.has(id) ? last : first;
  };
  for (const id of order) {
    const behind = around.before(id).map((from) => (columns.get(from) ?? first) + 1);
    const own = former.nodes[id]?.column;
    if (own !== undefined) columns.set(id, Math.max(own, ...behind));
    else if (behind.length === 0) columns.set(id, alone(id));
    else columns.set(id, Math.max(...behind, endIds.has(id) ? last : first));
  }
  return columns;
}

const computeMeanRow = (rows: readonly number[]): number | undefined =>
  rows.length === 0 ? undefined : rows.reduce((sum, row) => sum + row, 0) / rows.length;

/**
 * Plan after an edit: known nodes stay unless predecessors push them right; new ones take the free slot
 * nearest to their neighbors. Undefined when too few nodes are known.
 */
export function adjustPlan(former: GraphPlan, request: PlanRequest): GraphPlan | undefined {
  const { ids } = request;
  const kept = ids.filter((id) => former.nodes[id] !== undefined);
  if (kept.length === 0 || kept.length < ids.length * KEPT_PART) return undefined;
  const links = listForwardLinks(request);
  const around = indexNeighbours(links);
  const order = sortTopologically(ids, links);
  const columns = assignColumns(order, former, around, new Set(request.endIds));
  const rows = new Rows();
  const nodes: Record<string, Slot> = {};
  const put = (id: string, row: number) => {
    const slot = { column: columns.get(id) ?? 0, row };
    nodes[id] = slot;
    rows.take(slot, ROOM.cards);
  };
  const isAtHome = (id: string) => former.nodes[id]?.column === columns.get(id);
  for (const id of kept) if (isAtHome(id)) put(id, former.nodes[id]?.row ?? 0);
  const pushed = kept.filter((id) => !isAtHome(id));
  pushed.sort((a, b) => (former.nodes[a]?.row ?? 0) - (former.nodes[b]?.row ?? 0));
  for (const id of pushed)
    put(id, rows.nearest(columns.get(id) ?? 0, former.nodes[id]?.row ?? 0, ROOM.cards));
  const readRow = (id: string) => nodes[id]?.row ?? [];
  for (const id of order) {
    if (nodes[id]) continue;
    const wished =
      computeMeanRow([...around.before(id), ...around.after(id)].flatMap(readRow)) ??
      rows.end(columns.get(id) ?? 0);
    put(id, rows.nearest(columns.get(id) ?? 0, wished, ROOM.cards));
  }
  return { nodes, bends: routeAround(links, nodes, former) };
}
