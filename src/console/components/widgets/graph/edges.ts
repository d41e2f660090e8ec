import { computeMidpoint } from './canvas/view-math.ts';
import type { GraphMeasures } from './layout/measures.ts';
import { buildEdgeKey, type GraphEdgeView, type GraphLayout, type Point } from './types.ts';

const THINNEST = 1.5;
const FULL_WIDTH = 18;
/** Share of a card's side that its edges may use. */
const PORT_PART = 0.7;
/** How far an edge to the next row extends beyond its cards. */
const TURN_PX = 24;
/** Distance of edges that return to the start of a row. */
const RETURN_STEP = 9;

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

const px = (value: number) => Math.round(value * 10) / 10;
const write = (...points: readonly Point[]) => points.map(({ x, y }) => `${px(x)} ${px(y)}`).join(' ');

/** Vertical position of an edge's way back to the next row. */
const findReturn = (
  from: Point,
  to: Point,
  { flow, gutters }: Pick<GraphLayout, 'flow' | 'gutters'>,
): number | undefined =>
  flow === 'rows' && to.x <= from.x ? gutters.find((gutter) => gutter > from.y) : undefined;

type CurveFacts = Pick<GraphLayout, 'flow' | 'gutters'> & { measures: GraphMeasures; lane: number };

function buildStep(from: Point, to: Point, facts: CurveFacts): string {
  const gutter = findReturn(from, to, facts);
  if (gutter !== undefined) {
    const y = gutter + facts.lane * RETURN_STEP;
    const [out, back] = [from.x + TURN_PX, to.x - TURN_PX];
    const [left, turned] = [
      { x: from.x, y },
      { x: to.x, y },
    ];
    const first = write({ x: out, y: from.y }, { x: out, y }, left);
    return `C${first}L${write(turned)}C${write({ x: back, y }, { x: back, y: to.y }, to)}`;
  }
  if (facts.flow === 'down') {
    const y = (from.y + to.y) / 2;
    return `C${write({ x: from.x, y }, { x: to.x, y }, to)}`;
  }
  const x = (from.x + to.x) / 2;
  return `C${write({ x, y: from.y }, { x, y: to.y }, to)}`;
}

/** Both ends of the straight segment past a column. */
function passColumn(
  { x, y }: Point,
  { flow, measures }: Pick<CurveFacts, 'flow' | 'measures'>,
): [Point, Point] {
  if (flow === 'down')
    return [
      { x, y: y - measures.height / 2 },
      { x, y: y + measures.height / 2 },
    ];
  return [
    { x: x - measures.width / 2, y },
    { x: x + measures.width / 2, y },
  ];
}

/** Straight past a column, so that it does not cross cards. */
function buildCurve(start: Point, bends: readonly Point[], end: Point, facts: CurveFacts): string {
  let at = start;
  let path = `M${write(start)}`;
  for (const bend of bends) {
    const [before, after] = passColumn(bend, facts);
    path += `${buildStep(at, before, facts)}L${write(after)}`;
    at = after;
  }
  return path + buildStep(at, end, facts);
}

type Side = 'from' | 'to';

/**
 * Port offsets along the card's side, in the order of the far ends; compressed if they would exceed the card.
 */
function computePortOffsets(edges: readonly GraphEdgeView[], layout: GraphLayout, side: Side, room: number) {
  const other: Side = side === 'from' ? 'to' : 'from';
  const groups = Map.groupBy(edges, (edge) => edge[side]);
  const offsets = new Map<string, number>();
  const axis = layout.flow === 'down' ? 'x' : 'y';
  for (const group of groups.values()) {
    const here = group.toSorted(
      (a, b) => (layout.nodes[a[other]]?.[axis] ?? 0) - (layout.nodes[b[other]]?.[axis] ?? 0),
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

/** Side by side in the gap between two rows. */
function assignLanes(
  edges: readonly GraphEdgeView[],
  { flow, nodes, gutters }: GraphLayout,
): ReadonlyMap<string, number> {
  if (flow !== 'rows') return new Map();
  const goingBack = edges.flatMap((edge) => {
    const [from, to] = [nodes[edge.from], nodes[edge.to]];
    const gutter = from && to && gutters.find((one) => one > from.y && one < to.y);
    return gutter === undefined ? [] : [{ key: buildEdgeKey(edge), gutter }];
  });
  const lanes = new Map<string, number>();
  for (const group of Map.groupBy(goingBack, ({ gutter }) => gutter).values())
    for (const [index, { key }] of group.entries()) lanes.set(key, index - (group.length - 1) / 2);
  return lanes;
}

/** Without edges of unplaced nodes. */
export function drawEdges(
  edges: readonly GraphEdgeView[],
  layout: GraphLayout,
  measures: GraphMeasures,
): DrawnEdge[] {
  if (layout.width === 0) return [];
  const { flow, gutters } = layout;
  const { width, height } = measures;
  const isDown = flow === 'down';
  const room = (isDown ? width : height) * PORT_PART;
  const fromOffsets = computePortOffsets(edges, layout, 'from', room);
  const toOffsets = computePortOffsets(edges, layout, 'to', room);
  const lanes = assignLanes(edges, layout);
  const port = ({ x, y }: Point, side: Side, offset = 0): Point => {
    const isOut = side === 'from';
    if (isDown) return { x: x + width / 2 + offset, y: isOut ? y + height : y };
    return { x: isOut ? x + width : x, y: y + height / 2 + offset };
  };
  return edges.flatMap((edge) => {
    const [from, to] = [layout.nodes[edge.from], layout.nodes[edge.to]];
    if (!from || !to) return [];
    const key = buildEdgeKey(edge);
    const start = port(from, 'from', fromOffsets.get(key));
    const end = port(to, 'to', toOffsets.get(key));
    const bends = layout.bends[key] ?? [];
    const facts = { flow, gutters, measures, lane: lanes.get(key) ?? 0 };
    const all = [start, end, ...bends];
    const box = {
      left: Math.min(...all.map(({ x }) => x)),
      right: Math.max(...all.map(({ x }) => x)),
      top: Math.min(...all.map(({ y }) => y)),
      bottom: Math.max(...all.map(({ y }) => y)),
    };
    const [first, last] = [bends[0], bends.at(-1)];
    const [next, former] = [
      first ? passColumn(first, facts)[0] : end,
      last ? passColumn(last, facts)[1] : start,
    ];
    const computeMiddle = (a: Point, b: Point): Point => {
      const gutter = findReturn(a, b, layout);
      return gutter === undefined
        ? computeMidpoint(a, b)
        : { x: a.x - width / 2, y: gutter + facts.lane * RETURN_STEP };
    };
    const labelAt = { start: computeMiddle(start, next), end: computeMiddle(former, end) };
    return [
      {
        edge,
        key,
        width: computePipeWidth(edge.share),
        d: buildCurve(start, bends, end, facts),
        box,
        labelAt,
      },
    ];
  });
}
