import type { DrawnEdge } from './edges.ts';
import { buildCellKey } from './plane.ts';

export type PipeGroup = { key: string; d: string; width: number; isHot: boolean; isBad: boolean };

/** Smaller differences are invisible. */
const WIDTH_STEP_PX = 0.5;

/** Edges of one width, look and tile share a path. */
export function groupPipes(
  edges: readonly DrawnEdge[],
  isHot: (edge: DrawnEdge) => boolean,
): readonly PipeGroup[] {
  const groups = new Map<string, PipeGroup>();
  for (const one of edges) {
    const width = Math.round(one.width / WIDTH_STEP_PX) * WIDTH_STEP_PX;
    const look = { width, isHot: isHot(one), isBad: one.edge.isBad === true };
    const key = `${width} ${look.isHot} ${look.isBad} ${buildCellKey({ x: one.box.left, y: one.box.top })}`;
    const group = groups.get(key);
    if (group) group.d += one.d;
    else groups.set(key, { key, d: one.d, ...look });
  }
  // Paint the highlighted path on top.
  return [...groups.values()].sort((a, b) => Number(a.isHot) - Number(b.isHot));
}
