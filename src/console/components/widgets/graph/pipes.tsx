import { memo, useMemo } from 'react';
import { toFlagAttribute } from '../../../lib/flag-attribute.ts';
import { usePainted } from '../lazy/use-painted.ts';
import type { DrawnArea } from './canvas/use-drawn-area.ts';
import { type Box, doBoxesOverlap } from './canvas/view-math.ts';
import type { DrawnEdge } from './edges.ts';
import { groupPipes } from './pipe-groups.ts';
import * as css from './pipes.css.ts';
import { buildPlaneFrame } from './plane.ts';
import type { GraphDiff, GraphLayout } from './types.ts';

/** Above this many edges, paths are merged and dots do not move, to save frame time. */
const SINGLE_UP_TO = 60;
/** Keeps thin edges visible when zoomed out. */
const FAR_WIDTH = 4;

type PathsProps = {
  edges: readonly DrawnEdge[];
  layout: GraphLayout;
  /** Large enough to see text and dots. */
  isNear: boolean;
  /** The others are not drawn yet. */
  within: Box | undefined;
  steps: ReadonlyMap<string, number>;
  diff: GraphDiff['edges'] | undefined;
  isFlowing: boolean;
  /** A key that survives changed node ids. */
  keyOf: (edge: DrawnEdge) => string;
};

type PipesProps = Omit<PathsProps, 'isNear' | 'within'> & { area: DrawnArea };

/** Widths show volume. In a large graph those out of sight follow when the others are painted. */
export function Pipes({ area, ...props }: PipesProps) {
  const isAll = usePainted() || !Number.isFinite(area.box.left);
  return <Paths {...props} isNear={area.detail === 'full'} within={isAll ? undefined : area.box} />;
}

const Paths = memo(function Paths(props: PathsProps) {
  const { edges, layout, diff } = props;
  const Drawn = edges.length <= SINGLE_UP_TO || diff ? SinglePipes : GroupedPipes;
  return (
    <svg className={css.pipes} {...buildPlaneFrame(layout)} aria-hidden="true">
      <Drawn {...props} />
    </svg>
  );
});

const isOnPath = ({ edge }: DrawnEdge, steps: PathsProps['steps']) =>
  steps.has(edge.from) && steps.has(edge.to);

/** No motion while nothing flows, or while unknown. */
const isCarrying = ({ edge: { rate } }: DrawnEdge) => rate !== undefined && rate.value !== '0';

const computePipeDrawWidth = (width: number, isNear: boolean) =>
  isNear ? width : Math.max(width, FAR_WIDTH);

function SinglePipes({ edges, isNear, steps, diff, isFlowing, keyOf }: PathsProps) {
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

function GroupedPipes({ edges, steps, isNear, within }: PathsProps) {
  const drawn = useMemo(
    () => (within ? edges.filter(({ box }) => doBoxesOverlap(box, within)) : edges),
    [edges, within],
  );
  const groups = useMemo(() => groupPipes(drawn, (one) => isOnPath(one, steps)), [drawn, steps]);
  const lines = useMemo(
    () =>
      groupPipes(
        drawn.map((one) => ({ ...one, width: 0 })),
        () => false,
      ),
    [drawn],
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
