import { memo, useMemo } from 'react';
import { toFlagAttribute } from '../../../lib/flag-attribute.ts';
import type { DrawnEdge } from './edges.ts';
import { groupPipes } from './pipe-groups.ts';
import * as css from './pipes.css.ts';
import { buildPlaneFrame } from './plane.ts';
import type { GraphDiff, GraphLayout } from './types.ts';

/** Above this many edges, paths are merged and dots do not move, to save frame time. */
const SINGLE_UP_TO = 60;
/** Keeps thin edges visible when zoomed out. */
const FAR_WIDTH = 4;

type PipesProps = {
  edges: readonly DrawnEdge[];
  layout: GraphLayout;
  /** Large enough to see text and dots. */
  isNear: boolean;
  steps: ReadonlyMap<string, number>;
  diff: GraphDiff['edges'] | undefined;
  isFlowing: boolean;
  /** A key that survives changed node ids. */
  keyOf: (edge: DrawnEdge) => string;
};

/** Widths show volume. */
export const Pipes = memo(function Pipes(props: PipesProps) {
  const { edges, layout, diff } = props;
  const Drawn = edges.length <= SINGLE_UP_TO || diff ? SinglePipes : GroupedPipes;
  return (
    <svg className={css.pipes} {...buildPlaneFrame(layout)} aria-hidden="true">
      <Drawn {...props} />
    </svg>
  );
});

const isOnPath = ({ edge }: DrawnEdge, steps: PipesProps['steps']) =>
  steps.has(edge.from) && steps.has(edge.to);

/** No motion while nothing flows, or while unknown. */
const isCarrying = ({ edge: { rate } }: DrawnEdge) => rate !== undefined && rate.value !== '0';

const computePipeDrawWidth = (width: number, isNear: boolean) =>
  isNear ? width : Math.max(width, FAR_WIDTH);

function SinglePipes({ edges, isNear, steps, diff, isFlowing, keyOf }: PipesProps) {
  const isMoving = isFlowing && edges.length <= SINGLE_UP_TO;
  return (
    <>
      {edges.map((one) => (
        <path
          key={keyOf(one)}
          d={one.d}
          className={css.pipe}
          strokeWidth={computePipeDrawWidth(one.width, isNear)}
          data-far={toFlagAttribute(!isNear)}
          data-hot={toFlagAttribute(isOnPath(one, steps))}
          data-bad={toFlagAttribute(one.edge.isBad)}
          data-diff={diff?.[one.key]}
        />
      ))}
      {isNear &&
        edges.map((one) => (
          <path
            key={keyOf(one)}
            d={one.d}
            className={isMoving && isCarrying(one) ? css.movingLine : css.stillLine}
            data-diff={diff?.[one.key]}
          />
        ))}
    </>
  );
}

function GroupedPipes({ edges, steps, isNear }: PipesProps) {
  const groups = useMemo(() => groupPipes(edges, (one) => isOnPath(one, steps)), [edges, steps]);
  const lines = useMemo(
    () =>
      groupPipes(
        edges.map((one) => ({ ...one, width: 0 })),
        () => false,
      ),
    [edges],
  );
  return (
    <>
      {groups.map(({ key, d, width, isHot, isBad }) => (
        <path
          key={key}
          d={d}
          className={css.pipe}
          strokeWidth={computePipeDrawWidth(width, isNear)}
          data-far={toFlagAttribute(!isNear)}
          data-hot={toFlagAttribute(isHot)}
          data-bad={toFlagAttribute(isBad)}
        />
      ))}
      {isNear && lines.map(({ key, d }) => <path key={key} d={d} className={css.stillLine} />)}
    </>
  );
}
