import { memo } from 'react';
import { unit } from '../../../../styles/text.css.ts';
import type { DrawnArea } from './canvas/use-drawn-area.ts';
import { meet } from './canvas/view-math.ts';
import type { DrawnEdge } from './edges.ts';
import * as css from './pipes.css.ts';
import { DIFF_SIGNS, type GraphDiff, type GraphEdgeView } from './types.ts';

/** Nodes where several connections come together: how much each brings is on no card. */
export const joinsOf = (edges: readonly GraphEdgeView[]): ReadonlySet<string> =>
  new Set(
    [...Map.groupBy(edges, (edge) => edge.to)].flatMap(([to, group]) => (group.length > 1 ? [to] : [])),
  );

type EdgeLabelsProps = {
  edges: readonly DrawnEdge[];
  area: DrawnArea;
  joins: ReadonlySet<string>;
  diff: GraphDiff['edges'] | undefined;
  /** Room between two columns, in px. */
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
    const at = edge.output || mark ? labelAt.start : labelAt.end;
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
