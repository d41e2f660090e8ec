import { coordSimplex, decrossTwoLayer, graphStratify, layeringSimplex, sugiyama } from 'd3-dag';
import type { ChartEdge, ChartNode } from './types.ts';

export const NODE_WIDTH = 120;
export const NODE_HEIGHT = 34;
const GAP_X = 12;
const GAP_Y = 46;
const MARGIN = 12;
/** Bend of an arrow that skips rows. */
const BOW = 74;
const ARROW = 5;

export type Point = { x: number; y: number };
export type ChartPlan = {
  width: number;
  height: number;
  places: Readonly<Record<string, Point>>;
};

/** Rows from forward transitions only (d3-dag). */
export function planChart(nodes: readonly ChartNode[], edges: readonly ChartEdge[]): ChartPlan {
  const depthOf = new Map(nodes.map(({ id, depth }) => [id, depth]));
  const isForward = ({ from, to }: ChartEdge) => (depthOf.get(from) ?? 0) + 1 === depthOf.get(to);
  const forward = edges.filter(isForward);
  const graph = graphStratify()(
    nodes.map(({ id }) => ({
      id,
      parentIds: [...new Set(forward.filter(({ to }) => to === id).map(({ from }) => from))],
    })),
  );
  const layout = sugiyama()
    .nodeSize([NODE_WIDTH, NODE_HEIGHT] as const)
    .gap([GAP_X, GAP_Y] as const)
    .layering(layeringSimplex().rank(({ data }: { data: { id: string } }) => depthOf.get(data.id)))
    .decross(decrossTwoLayer())
    .coord(coordSimplex());
  const { width, height } = layout(graph);
  const places: Record<string, Point> = {};
  for (const { data, x, y } of graph.nodes()) places[data.id] = { x: x + MARGIN, y: y + MARGIN };
  return { width: width + 2 * MARGIN, height: height + 2 * MARGIN, places };
}

const limitMagnitude = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/** Return paths run beside forward ones. */
export function buildEdgePath(plan: ChartPlan, { from, to }: ChartEdge): string {
  const [a, b] = [plan.places[from], plan.places[to]];
  if (!a || !b) return '';
  const rows = Math.round((b.y - a.y) / (NODE_HEIGHT + GAP_Y));
  if (rows === 0) {
    const side = b.x > a.x ? 1 : -1;
    const y = a.y + NODE_HEIGHT / 2;
    const [x1, x2] = [a.x + side * 40, b.x - side * 40];
    return `M${x1},${y} C${x1},${y + 26} ${x2},${y + 26} ${x2},${y + ARROW}`;
  }
  const down = Math.sign(rows);
  const lean = limitMagnitude((b.x - a.x) * 0.2, 44);
  const beside = down > 0 ? -7 : 9;
  const passes = Math.abs(rows) - 1;
  const middle = plan.width / 2;
  const bow = passes === 0 ? 0 : passes * BOW * ((a.x + b.x) / 2 < middle ? -1 : 1);
  const [x1, y1] = [a.x + lean + beside, a.y + (down * NODE_HEIGHT) / 2];
  const [x2, y2] = [b.x - lean + beside, b.y - down * (NODE_HEIGHT / 2 + ARROW)];
  const bend = (y2 - y1) / 2;
  return `M${x1},${y1} C${x1 + bow},${y1 + bend} ${x2 + bow},${y2 - bend} ${x2},${y2}`;
}
