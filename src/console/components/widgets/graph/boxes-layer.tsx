import { Fragment, memo, useMemo } from 'react';
import * as css from './boxes.css.ts';
import { drawBoxes, getNodeTone, type Tone } from './boxes.ts';
import type { MarkSets } from './cards.tsx';
import type { GraphMeasures } from './layout/measures.ts';
import { buildPlaneFrame } from './plane.ts';
import type { GraphLayout, GraphNodeView } from './types.ts';

type BoxesProps = Pick<MarkSets, 'selected' | 'matched' | 'steps'> & {
  nodes: readonly GraphNodeView[];
  layout: GraphLayout;
  measures: GraphMeasures;
  /** Zoomed out so far that only boxes show; otherwise they are the background of the cards. */
  isFar: boolean;
};

const getNearTone = (): Tone => 'near';

/** Draws every node of a large graph as a box; only visible nodes get cards. */
export const BoxesLayer = memo(function BoxesLayer(props: BoxesProps) {
  const { nodes, layout, measures, isFar, selected, matched, steps } = props;
  const drawn = useMemo(
    () =>
      drawBoxes(
        nodes,
        layout,
        measures,
        isFar ? (node) => getNodeTone(node, { selected, matched, steps }) : getNearTone,
      ),
    [nodes, layout, measures, isFar, selected, matched, steps],
  );
  return (
    <svg className={css.boxes} {...buildPlaneFrame(layout)} aria-hidden="true">
      {drawn.map(({ key, tone, d, sign }) => (
        <Fragment key={key}>
          <path className={css.box} data-tone={tone} d={d} />
          {sign && <path className={css.sign} data-tone={tone} d={sign} />}
        </Fragment>
      ))}
    </svg>
  );
});
