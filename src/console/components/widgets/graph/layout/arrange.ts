import type { Flow, GraphLayout } from '../types.ts';
import {
  FULL,
  type GraphMeasures,
  LOW,
  MIDDLE,
  type SpreadOptions,
  scaleMeasures,
  spread,
} from './measures.ts';
import type { GraphPlan, Link } from './plan.ts';

export type Arrangement = { layout: GraphLayout; measures: GraphMeasures };

type Room = { width: number; height: number };
type Request = {
  plan: GraphPlan;
  edges: readonly Link[];
  /** The frame without margins; 0 while unknown. */
  room: Room;
  /** Browser text scale; cards grow with it. */
  textScale: number;
  /** Columns followed by edge labels. */
  labelled: ReadonlySet<number>;
};

/** Most detailed first. */
const RIGHT: readonly GraphMeasures[] = [
  { ...FULL, width: 240 },
  { ...FULL, width: 212 },
  FULL,
  { ...FULL, width: 172, gapX: 36 },
  MIDDLE,
  LOW,
  { ...LOW, width: 172, gapX: 36 },
];
const DOWN_FULL: GraphMeasures = { width: 240, height: 92, gapX: 40, gapY: 46, isLow: false };
const DOWN: readonly GraphMeasures[] = [
  DOWN_FULL,
  { ...DOWN_FULL, width: 204, gapX: 28 },
  { ...DOWN_FULL, height: 66, gapY: 36, isLow: true, isNameCut: true },
  { ...DOWN_FULL, width: 204, gapX: 28, height: 66, gapY: 36, isLow: true, isNameCut: true },
];
const ROWS: readonly GraphMeasures[] = [
  { ...FULL, width: 240 },
  FULL,
  { ...FULL, width: 172, gapX: 36 },
  { ...MIDDLE, width: 240 },
  MIDDLE,
  { ...MIDDLE, width: 172, gapX: 36 },
  { ...LOW, width: 240 },
  LOW,
  { ...LOW, width: 172, gapX: 36 },
];

/** Space for edge labels between cards, side by side and stacked. */
const LABEL_ROOM = { right: 92, down: 64, rows: 92 } as const;
/** Longest label, in px. */
export const LABEL_WIDTH: Readonly<Record<Flow, number>> = { right: 86, down: 150, rows: 86 };

/** Larger graphs always flow to the right with low cards: trying several layouts is too slow. */
const ARRANGED_UP_TO = 60;
/** A top-down graph may scroll if this share of it is visible. */
const IN_SIGHT = 0.55;
/** From this width-to-height ratio on, rows are used. */
const WIDE = 1.5;
/** Cards per readable row; narrower frames get one scrolling column. */
const LEAST_PER_ROW = 3;
/** More return edges are hard to follow. */
const MOST_RETURNS = 3;

/** Visible share of the graph at 100 %. */
const computeShare = ({ width, height }: GraphLayout, room: Room): number =>
  Math.min(1, room.width / width) * Math.min(1, room.height / height);

function countMostReturns(plan: GraphPlan, edges: readonly Link[], perRow: number): number {
  const columns = [...new Set(Object.values(plan.nodes).map(({ column }) => column))].sort((a, b) => a - b);
  const computeRow = (id: string) => Math.floor(columns.indexOf(plan.nodes[id]?.column ?? 0) / perRow);
  const returns = Array.from({ length: Math.ceil(columns.length / perRow) }, () => 0);
  for (const { from, to } of edges)
    for (let row = computeRow(from); row < computeRow(to); row++) returns[row] = (returns[row] ?? 0) + 1;
  return Math.max(0, ...returns);
}

/** Columns per row, for rows of similar length; undefined where rows make no sense. */
function choosePerRow({ plan, edges, room }: Request, { width, gapX }: GraphMeasures, labelGap: number) {
  const count = new Set(Object.values(plan.nodes).map(({ column }) => column)).size;
  const most = Math.floor((room.width + gapX) / (width + Math.max(gapX, labelGap)));
  if (most < 2 || count <= most) return undefined;
  const perRow = Math.ceil(count / Math.ceil(count / most));
  return countMostReturns(plan, edges, perRow) > MOST_RETURNS ? undefined : perRow;
}

/**
 * Direction and card size by available space at 100 %: left to right if all fits; else top-down if all or (in
 * narrow frames) most fits or rows would be short; else in rows, read like text; else whatever shows most,
 * with scrolling.
 */
export function arrange(request: Request): Arrangement {
  const { plan, room, textScale, labelled } = request;
  const place = (flow: Flow, base: GraphMeasures, options: SpreadOptions = {}): Arrangement => {
    const measures = scaleMeasures(base, textScale);
    const labels = { after: labelled, room: LABEL_ROOM[flow] * textScale };
    return { layout: spread(plan, measures, { ...options, flow, labels }), measures };
  };
  const isLarge = Object.keys(plan.nodes).length > ARRANGED_UP_TO;
  if (room.width <= 0 || room.height <= 0 || isLarge) return place('right', isLarge ? LOW : FULL);

  const tried: Arrangement[] = [];
  const findWhole = (all: readonly Arrangement[]): Arrangement | undefined => {
    tried.push(...all);
    return all.find(({ layout }) => computeShare(layout, room) === 1);
  };
  const right = findWhole(RIGHT.map((base) => place('right', base)));
  if (right) return right;
  const downwards = DOWN.map((base) => place('down', base));
  const down = findWhole(downwards);
  if (down) return down;
  const isNarrow = room.width < WIDE * room.height;
  const scrolled = downwards.find(
    ({ layout, measures }) =>
      isNarrow && !measures.isLow && layout.width <= room.width && room.height / layout.height >= IN_SIGHT,
  );
  if (scrolled) return scrolled;
  const rowWidth = (LEAST_PER_ROW * FULL.width + (LEAST_PER_ROW - 1) * FULL.gapX) * textScale;
  const column = downwards.find(
    ({ layout, measures }) => room.width < rowWidth && measures.isLow && layout.width <= room.width,
  );
  if (column) return column;
  const rows = findWhole(
    ROWS.flatMap((base) => {
      const labelGap = labelled.size > 0 ? LABEL_ROOM.rows * textScale : 0;
      const perRow = choosePerRow(request, scaleMeasures(base, textScale), labelGap);
      return perRow === undefined ? [] : [place('rows', base, { perRow })];
    }),
  );
  return rows ?? chooseMostShown(tried, room);
}

/** Among layouts that show about as much, the most detailed. */
function chooseMostShown(tried: readonly Arrangement[], room: Room): Arrangement {
  const most = Math.max(...tried.map(({ layout }) => computeShare(layout, room)));
  const best = tried.find(({ layout }) => computeShare(layout, room) > most * 0.8) ?? tried[0];
  if (!best) throw new Error('no arrangement was tried');
  return best;
}
