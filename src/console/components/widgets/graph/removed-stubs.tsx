import { memo } from 'react';
import { unit } from '../../../../../styles/text.css.ts';
import { computePipeWidth } from './edges.ts';
import type { GraphMeasures } from './layout/measures.ts';
import * as css from './pipes.css.ts';
import type { GraphLayout, GraphNodeView } from './types.ts';

/** Length of a stub and its figure in px. */
const [STUB_PX, FIGURE_PX] = [38, 120];

type StubsProps = {
  nodes: readonly GraphNodeView[];
  layout: GraphLayout;
  measures: GraphMeasures;
  /** Right end of the plane's visible part when the graph is centered. */
  end: number;
};

/**
 * What a transform removes, as a stub: only top-down, where space is left beside cards. The card's accessible
 * name has it as a percentage.
 */
export const RemovedStubs = memo(function RemovedStubs({ nodes, layout, measures, end }: StubsProps) {
  if (layout.flow !== 'down') return null;
  const places = Object.values(layout.nodes);
  return nodes.map(({ id, removed }) => {
    const at = layout.nodes[id];
    if (!at || !removed) return null;
    const left = at.x + measures.width;
    const isFree = !places.some((other) => other.x > at.x && Math.abs(other.y - at.y) < measures.height);
    if (!isFree || left + STUB_PX + FIGURE_PX > end) return null;
    return (
      <span
        key={id}
        className={css.stub}
        aria-hidden="true"
        style={{ left, top: at.y + measures.height / 2, width: STUB_PX }}
      >
        <span className={css.stubPipe} style={{ height: Math.max(5, computePipeWidth(removed.share)) }} />
        <span className={css.stubFigure}>
          −{removed.figure.value}
          <span className={unit}>{removed.figure.unit}</span>
          <br />
          <span className={css.stubWords}>removed</span>
        </span>
      </span>
    );
  });
});
