import type { LayoutRequest } from './layout.ts';
import type { GraphLayout, Point } from './types.ts';
import { depths } from './walk.ts';

/** Nodes in columns by their distance from the start: plain, but always there when the finer layout is not. */
export function columnLayout({ ids, edges, measures }: LayoutRequest): GraphLayout {
  const { width, height, gapX, gapY } = measures;
  const depth = depths(ids, edges);
  const filled = new Map<number, number>();
  const nodes: Record<string, Point> = {};
  for (const id of ids) {
    const column = depth.get(id) ?? 0;
    const row = filled.get(column) ?? 0;
    filled.set(column, row + 1);
    nodes[id] = { x: column * (width + gapX), y: row * (height + gapY) };
  }
  const columns = Math.max(0, ...filled.keys()) + 1;
  const rows = Math.max(1, ...filled.values());
  return { width: columns * (width + gapX) - gapX, height: rows * (height + gapY) - gapY, nodes, bends: {} };
}
