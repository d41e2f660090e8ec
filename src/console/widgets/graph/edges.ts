import type { GraphMeasures } from './layout.ts';
import { edgeKey, type GraphEdgeView, type GraphLayout, type Point } from './types.ts';

const THINNEST = 1.5;
const FULL_WIDTH = 18;

/** Width of a pipe in px: its share of the source's volume. */
export const pipeWidth = (share: number | undefined): number =>
  Math.max(THINNEST, Math.min(1, share ?? 0) * FULL_WIDTH);

export type DrawnEdge = GraphEdgeView & { key: string; width: number; d: string };

const curve = (points: readonly Point[]): string =>
  points
    .map((point, index) => {
      const former = points[index - 1];
      if (!former) return `M${point.x} ${point.y}`;
      const middle = (former.x + point.x) / 2;
      return `C${middle} ${former.y} ${middle} ${point.y} ${point.x} ${point.y}`;
    })
    .join('');

type Side = 'from' | 'to';

/** Where each pipe meets its port: stacked around the middle, in the order of the far ends. */
function portOffsets(edges: readonly GraphEdgeView[], layout: GraphLayout, side: Side) {
  const other: Side = side === 'from' ? 'to' : 'from';
  const offsets = new Map<string, number>();
  for (const id of new Set(edges.map((edge) => edge[side]))) {
    const here = edges
      .filter((edge) => edge[side] === id)
      .sort((a, b) => (layout.nodes[a[other]]?.y ?? 0) - (layout.nodes[b[other]]?.y ?? 0));
    const total = here.reduce((sum, edge) => sum + pipeWidth(edge.share), 0);
    let at = -total / 2;
    for (const edge of here) {
      const width = pipeWidth(edge.share);
      offsets.set(edgeKey(edge), at + width / 2);
      at += width;
    }
  }
  return offsets;
}

/** The pipes as paths. A connection to a node that has no place yet is left out. */
export function drawEdges(
  edges: readonly GraphEdgeView[],
  layout: GraphLayout,
  { width, height }: GraphMeasures,
): DrawnEdge[] {
  const fromOffsets = portOffsets(edges, layout, 'from');
  const toOffsets = portOffsets(edges, layout, 'to');
  return edges.flatMap((edge) => {
    const [from, to] = [layout.nodes[edge.from], layout.nodes[edge.to]];
    if (!from || !to) return [];
    const key = edgeKey(edge);
    const start = { x: from.x + width, y: from.y + height / 2 + (fromOffsets.get(key) ?? 0) };
    const end = { x: to.x, y: to.y + height / 2 + (toOffsets.get(key) ?? 0) };
    return [
      { ...edge, key, width: pipeWidth(edge.share), d: curve([start, ...(layout.bends[key] ?? []), end]) },
    ];
  });
}
