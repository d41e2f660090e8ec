import type { Flow, GraphLayout, Point } from '../types.ts';
import type { GraphPlan, Slot } from './plan.ts';

/** In px. Low cards have no sparkline; a truncated name has one line, else two. */
export type GraphMeasures = {
  width: number;
  height: number;
  gapX: number;
  gapY: number;
  isLow: boolean;
  isNameCut?: boolean;
};

export const FULL: GraphMeasures = { width: 184, height: 96, gapX: 50, gapY: 14, isLow: false };
export const LOW: GraphMeasures = {
  width: 184,
  height: 66,
  gapX: 40,
  gapY: 20,
  isLow: true,
  isNameCut: true,
};
/** Without the sparkline, and with two lines of name. */
export const MIDDLE: GraphMeasures = { ...LOW, height: 82, gapY: 16, isNameCut: false };

/** Scales cards with the text, and the gaps above them, which hold their marks. */
export const scaleMeasures = (measures: GraphMeasures, factor: number): GraphMeasures =>
  factor === 1
    ? measures
    : {
        ...measures,
        width: measures.width * factor,
        height: measures.height * factor,
        gapY: measures.gapY * factor,
      };

/** Columns followed by edge labels, and their width in px. */
export type LabelRoom = { after: ReadonlySet<number>; room: number };

/** Gap between two rows of columns, for edges between them. */
const RETURN_GAP = 64;

export type SpreadOptions = {
  flow?: Flow;
  /** Columns per row; only with `rows`. */
  perRow?: number;
  labels?: LabelRoom | undefined;
};

type Place = { at: number; part: number };

/** Column starts along the flow. Empty columns take no space. */
function placeColumns(
  plan: GraphPlan,
  { size, gap, perRow, labels }: { size: number; gap: number; perRow: number; labels: LabelRoom | undefined },
): ReadonlyMap<number, Place> {
  const taken = [...new Set(Object.values(plan.nodes).map(({ column }) => column))].sort((a, b) => a - b);
  let at = 0;
  return new Map(
    taken.map((column, index) => {
      if (index % perRow === 0) at = 0;
      const place = { at, part: Math.floor(index / perRow) };
      at += size + (labels?.after.has(column) ? Math.max(gap, labels.room) : gap);
      return [column, place];
    }),
  );
}

/** Shift of each row of columns across the flow, and the middle of the gap before it. */
function stackParts(plan: GraphPlan, places: ReadonlyMap<number, Place>, unit: number, size: number) {
  const extents: { low: number; high: number }[] = [];
  for (const { column, row } of [...Object.values(plan.nodes), ...Object.values(plan.bends).flat()]) {
    const part = places.get(column)?.part;
    if (part === undefined) continue;
    const { low, high } = extents[part] ?? { low: row, high: row };
    extents[part] = { low: Math.min(low, row), high: Math.max(high, row) };
  }
  const [shifts, gutters]: [number[], number[]] = [[], []];
  let top = (extents[0]?.low ?? 0) * unit;
  for (const [part, { low, high }] of extents.entries()) {
    if (part > 0) gutters.push(top - RETURN_GAP / 2);
    shifts.push(top - low * unit);
    top += (high - low) * unit + size + RETURN_GAP;
  }
  return { shifts, gutters };
}

/** Top left corners in px. */
export function spread(
  plan: GraphPlan,
  { width, height, gapX, gapY }: GraphMeasures,
  { flow = 'right', perRow = Infinity, labels }: SpreadOptions = {},
): GraphLayout {
  const isDown = flow === 'down';
  const along = isDown ? { size: height, gap: gapY } : { size: width, gap: gapX };
  const across = isDown ? { size: width, gap: gapX } : { size: height, gap: gapY };
  const unit = across.size + across.gap;
  const places = placeColumns(plan, { ...along, perRow: flow === 'rows' ? perRow : Infinity, labels });
  const { shifts, gutters } = stackParts(plan, places, unit, across.size);
  const computeMiddle = ({ column, row }: Slot): Point[] => {
    const place = places.get(column);
    if (!place) return [];
    const [far, wide] = [place.at + along.size / 2, row * unit + across.size / 2 + (shifts[place.part] ?? 0)];
    return [isDown ? { x: wide, y: far } : { x: far, y: wide }];
  };
  const nodes: Record<string, Point> = {};
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [id, slot] of Object.entries(plan.nodes)) {
    for (const { x, y } of computeMiddle(slot)) {
      const at = { x: x - width / 2, y: y - height / 2 };
      nodes[id] = at;
      left = Math.min(left, at.x);
      top = Math.min(top, at.y);
      right = Math.max(right, at.x + width);
      bottom = Math.max(bottom, at.y + height);
    }
  }
  const bends = Object.fromEntries(
    Object.entries(plan.bends).map(([key, slots]) => [key, slots.flatMap(computeMiddle)]),
  );
  if (left > right) return { left: 0, top: 0, width: 0, height: 0, nodes, bends, flow, gutters };
  return { left, top, width: right - left, height: bottom - top, nodes, bends, flow, gutters };
}
