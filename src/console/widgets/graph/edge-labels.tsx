import { memo } from 'react';
import { unit } from '../../../../styles/text.css.ts';
import type { DrawnArea } from './canvas/use-drawn-area.ts';
import { meet } from './canvas/view-math.ts';
import type { DrawnEdge } from './edges.ts';
import type { GraphPlan } from './layout/plan.ts';
import * as css from './pipes.css.ts';
import { DIFF_SIGNS, edgeKey, type GraphDiff, type GraphEdgeView } from './types.ts';

/** Nodes where several connections come together: how much each brings is on no card. */
export const joinsOf = (edges: readonly GraphEdgeView[]): ReadonlySet<string> =>
  new Set(
    [...Map.groupBy(edges, (edge) => edge.to)].flatMap(([to, group]) => (group.length > 1 ? [to] : [])),
  );

/** Where the words of a connection stand: after the card that it leaves, before the one it comes to, or nowhere. */
function labelSide(
  edge: GraphEdgeView,
  joins: ReadonlySet<string>,
  diff: GraphDiff['edges'] | undefined,
): 'start' | 'end' | undefined {
  if (edge.output || diff?.[edgeKey(edge)]) return 'start';
  // Also before there is a figure: nothing moves when it comes.
  return joins.has(edge.to) ? 'end' : undefined;
}

/** The columns of a plan after which words stand on connections. */
export function labelledColumns(
  edges: readonly GraphEdgeView[],
  plan: GraphPlan,
  joins: ReadonlySet<string>,
  diff: GraphDiff['edges'] | undefined,
): ReadonlySet<number> {
  return new Set(
    edges.flatMap((edge) => {
      const side = labelSide(edge, joins, diff);
      const [from, to] = [plan.nodes[edge.from], plan.nodes[edge.to]];
      // In a comparison nothing flows, and for a sign alone there is room.
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
  /** Room between two columns where words stand, in px. */
  room: number;
  keyOf: (edge: DrawnEdge) => string;
};

/** Words on the pipes; the names of the nodes say the same. */
export const EdgeLabels = memo(function EdgeLabels(props: EdgeLabelsProps) {
  const { edges, area, joins, diff, room, keyOf } = props;
  if (area.detail !== 'full') return null;
  return edges.map((one) => {
    const { edge, box, labelAt } = one;
    const rate = joins.has(edge.to) ? edge.rate : undefined;
    const mark = diff?.[one.key];
    if ((!edge.output && !rate && !mark) || !meet(box, area.box)) return null;
    const at = labelAt[labelSide(edge, joins, diff) ?? 'start'];
    return (
      <span
        key={keyOf(one)}
        className={css.label}
        data-diff={mark}
        aria-hidden="true"
        style={{
          left: at.x,
          top: at.y,
          maxWidth: room - 6,
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
