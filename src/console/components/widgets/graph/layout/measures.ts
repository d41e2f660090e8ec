import type { GraphLayout, Point } from '../types.ts';
import type { GraphPlan, Slot } from './plan.ts';

/** In px. */
export type GraphMeasures = { width: number; height: number; gapX: number; gapY: number };

export const FULL: GraphMeasures = { width: 184, height: 96, gapX: 50, gapY: 14 };
export const COMPACT: GraphMeasures = { width: 184, height: 62, gapX: 40, gapY: 18 };

/** Scales cards with the text; the gaps stay. */
export const scaleMeasures = (measures: GraphMeasures, factor: number): GraphMeasures => ({
  ...measures,
  width: measures.width * factor,
  height: measures.height * factor,
});

/** Columns followed by edge labels, and the px these take. */
export type LabelRoom = { after: ReadonlySet<number>; room: number };

/** Number of labeled columns between column 0 and this one; negative to its left. */
function countLabelledBefore(after: ReadonlySet<number>, column: number): number {
  let count = 0;
  for (const one of after) {
    if (one >= 0 && one < column) count += 1;
    if (one < 0 && one >= column) count -= 1;
  }
  return count;
}

/** Top left corners in px. */
export function spread(
  plan: GraphPlan,
  { width, height, gapX, gapY }: GraphMeasures,
  labels?: LabelRoom,
): GraphLayout {
  const more = labels ? Math.max(0, labels.room - gapX) : 0;
  const leftOf = (column: number) =>
    column * (width + gapX) + (labels ? more * countLabelledBefore(labels.after, column) : 0);
  const middle = ({ column, row }: Slot): Point => ({
    x: leftOf(column) + width / 2,
    y: row * (height + gapY) + height / 2,
  });
  const nodes: Record<string, Point> = {};
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [id, slot] of Object.entries(plan.nodes)) {
    const { x, y } = middle(slot);
    const at = { x: x - width / 2, y: y - height / 2 };
    nodes[id] = at;
    left = Math.min(left, at.x);
    top = Math.min(top, at.y);
    right = Math.max(right, at.x + width);
    bottom = Math.max(bottom, at.y + height);
  }
  if (left > right) return { left: 0, top: 0, width: 0, height: 0, nodes, bends: {} };
  const bends = Object.fromEntries(
    Object.entries(plan.bends).map(([key, slots]) => [key, slots.map(middle)]),
  );
  return { left, top, width: right - left, height: bottom - top, nodes, bends };
}
