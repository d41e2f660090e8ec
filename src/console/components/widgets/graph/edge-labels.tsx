import { memo } from 'react';
import { unit } from '../../../../../styles/text.css.ts';
import type { DrawnArea } from './canvas/use-drawn-area.ts';
import { doBoxesOverlap } from './canvas/view-math.ts';
import type { DrawnEdge } from './edges.ts';
import type { GraphPlan } from './layout/plan.ts';
import * as css from './pipes.css.ts';
import { buildEdgeKey, DIFF_SIGNS, type GraphDiff, type GraphEdgeView } from './types.ts';

/** Nodes with several inputs: no card shows how much each input brings. */
export const findJoins = (edges: readonly GraphEdgeView[]): ReadonlySet<string> =>
  new Set(
    [...Map.groupBy(edges, (edge) => edge.to)].flatMap(([to, group]) => (group.length > 1 ? [to] : [])),
  );

/** Where the label goes: after the source card, before the target card, or nowhere. */
function chooseLabelSide(
  edge: GraphEdgeView,
  joins: ReadonlySet<string>,
  diff: GraphDiff['edges'] | undefined,
): 'start' | 'end' | undefined {
  if (edge.output || diff?.[buildEdgeKey(edge)]) return 'start';
  // Also without a figure, so that nothing moves when it arrives.
  return joins.has(edge.to) ? 'end' : undefined;
}

/** Columns followed by edge labels. */
export function findLabelledColumns(
  edges: readonly GraphEdgeView[],
  plan: GraphPlan,
  joins: ReadonlySet<string>,
  diff: GraphDiff['edges'] | undefined,
): ReadonlySet<number> {
  return new Set(
    edges.flatMap((edge) => {
      const side = chooseLabelSide(edge, joins, diff);
      const [from, to] = [plan.nodes[edge.from], plan.nodes[edge.to]];
      // A comparison shows no rates, and its signs need no extra room.
      if (!side || !from || !to || (diff && !edge.output)) return [];
      return [side === 'start' ? from.column : to.column - 1];
    }),
  );
}

type EdgeLabelsProps = {
  edges: readonly DrawnEdge[];
  area: DrawnArea;
  joins: ReadonlySet<string>;
  diff: GraphDiff['edges'] | undefined;
  /** Longest label, in px. */
  room: number;
  keyOf: (edge: DrawnEdge) => string;
};

/** Labels on edges; the accessible names of nodes repeat them. */
export const EdgeLabels = memo(function EdgeLabels(props: EdgeLabelsProps) {
  const { edges, area, joins, diff, room, keyOf } = props;
  if (area.detail !== 'full') return null;
  return edges.map((one) => {
    const { edge, box, labelAt } = one;
    const rate = joins.has(edge.to) ? edge.rate : undefined;
    const mark = diff?.[one.key];
    if ((!edge.output && !rate && !mark) || !doBoxesOverlap(box, area.box)) return null;
    const at = labelAt[chooseLabelSide(edge, joins, diff) ?? 'start'];
    return (
      <span
        key={keyOf(one)}
        className={css.label}
        data-diff={mark}
        aria-hidden="true"
        style={{
          left: at.x,
          top: at.y,
          maxWidth: room,
        }}
      >
        {mark && <span>{DIFF_SIGNS[mark]}</span>}
        {edge.output && <span className={css.output}>{edge.output}</span>}
        {rate && (
          <span>
            {rate.value}
            <span className={unit}>{rate.unit}</span>
          </span>
        )}
      </span>
    );
  });
});
