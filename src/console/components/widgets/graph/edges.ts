import type { GraphMeasures } from './layout/measures.ts';
import { buildEdgeKey, type GraphEdgeView, type GraphLayout, type Point } from './types.ts';

const THINNEST = 1.5;
const FULL_WIDTH = 18;
/** Share of a card's height that its edges may use. */
const PORT_PART = 0.7;

/** In px, by share of the source's volume. */
export const computePipeWidth = (share: number | undefined): number =>
  Math.max(THINNEST, Math.min(1, share ?? 0) * FULL_WIDTH);

export type DrawnEdge = {
  edge: GraphEdgeView;
  key: string;
  width: number;
  d: string;
  /** Bounding box, ignoring the stroke width. */
  box: { left: number; top: number; right: number; bottom: number };
  /** After the source node or before the target node. */
  labelAt: { start: Point; end: Point };
};

const computeMiddle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Level past a column, so that it does not cross cards. */
function buildCurve(start: Point, bends: readonly Point[], end: Point, cardWidth: number): string {
  const px = (value: number) => Math.round(value * 10) / 10;
  const step = (from: Point, to: Point) => {
    const middle = px((from.x + to.x) / 2);
    return `C${middle} ${px(from.y)} ${middle} ${px(to.y)} ${px(to.x)} ${px(to.y)}`;
  };
  let at = start;
  let path = `M${px(start.x)} ${px(start.y)}`;
  for (const bend of bends) {
    const [left, right] = [
      { x: bend.x - cardWidth / 2, y: bend.y },
      { x: bend.x + cardWidth / 2, y: bend.y },
    ];
    path += `${step(at, left)}H${px(right.x)}`;
    at = right;
  }
  return path + step(at, end);
}

type Side = 'from' | 'to';

/** Vertical port offsets, in the order of the far ends; compressed if they would exceed the card. */
function computePortOffsets(edges: readonly GraphEdgeView[], layout: GraphLayout, side: Side, room: number) {
  const other: Side = side === 'from' ? 'to' : 'from';
  const groups = Map.groupBy(edges, (edge) => edge[side]);
  const offsets = new Map<string, number>();
  for (const group of groups.values()) {
    const here = group.toSorted(
      (a, b) => (layout.nodes[a[other]]?.y ?? 0) - (layout.nodes[b[other]]?.y ?? 0),
    );
    const total = here.reduce((sum, edge) => sum + computePipeWidth(edge.share), 0);
    const squeeze = Math.min(1, room / total);
    let at = -total / 2;
    for (const edge of here) {
      const width = computePipeWidth(edge.share);
      offsets.set(buildEdgeKey(edge), (at + width / 2) * squeeze);
      at += width;
    }
  }
  return offsets;
}

/** Without edges of unplaced nodes. */
export function drawEdges(
  edges: readonly GraphEdgeView[],
  layout: GraphLayout,
  { width, height }: GraphMeasures,
): DrawnEdge[] {
  const room = height * PORT_PART;
  const fromOffsets = computePortOffsets(edges, layout, 'from', room);
  const toOffsets = computePortOffsets(edges, layout, 'to', room);
  return edges.flatMap((edge) => {
    const [from, to] = [layout.nodes[edge.from], layout.nodes[edge.to]];
    if (!from || !to) return [];
    const key = buildEdgeKey(edge);
    const start = { x: from.x + width, y: from.y + height / 2 + (fromOffsets.get(key) ?? 0) };
    const end = { x: to.x, y: to.y + height / 2 + (toOffsets.get(key) ?? 0) };
    const bends = layout.bends[key] ?? [];
    const ys = [start.y, end.y, ...bends.map((bend) => bend.y)];
    const box = {
      left: Math.min(start.x, end.x),
      right: Math.max(start.x, end.x),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    };
    const [first, last] = [bends[0], bends.at(-1)];
    const labelAt = {
      start: computeMiddle(start, first ? { x: first.x - width / 2, y: first.y } : end),
      end: computeMiddle(last ? { x: last.x + width / 2, y: last.y } : start, end),
    };
    return [
      {
        edge,
        key,
        width: computePipeWidth(edge.share),
        d: buildCurve(start, bends, end, width),
        box,
        labelAt,
      },
    ];
  });
}
