import { memo, useMemo } from 'react';
import type { DrawnEdge } from './edges.ts';
import { groupPipes } from './pipe-groups.ts';
import * as css from './pipes.css.ts';
import { planeFrame } from './plane.ts';
import type { GraphDiff, GraphLayout } from './types.ts';

/** Above this many pipes their dots stand still, and they are drawn together: one by one they cost each frame. */
const SINGLE_UP_TO = 60;
/** Drawn small, a thin pipe still has to be seen. */
const FAR_WIDTH = 4;

type PipesProps = {
  edges: readonly DrawnEdge[];
  layout: GraphLayout;
  /** Near enough for words, and so for the dots in the pipes. */
  isNear: boolean;
  /** Nodes of the lit path. */
  steps: ReadonlyMap<string, number>;
  diff: GraphDiff['edges'] | undefined;
  isFlowing: boolean;
  /** Under which key a connection stays itself while its nodes get other ids. */
  keyOf: (edge: DrawnEdge) => string;
};

const flag = (on: boolean | undefined) => (on ? '' : undefined);

/** The connections as pipes: the body as wide as what flows, and dots along its middle. */
export const Pipes = memo(function Pipes(props: PipesProps) {
  const { edges, layout, diff } = props;
  const Drawn = edges.length <= SINGLE_UP_TO || diff ? SinglePipes : GroupedPipes;
  return (
    <svg className={css.pipes} {...planeFrame(layout)} aria-hidden="true">
      <Drawn {...props} />
    </svg>
  );
});

const isOnPath = ({ edge }: DrawnEdge, steps: PipesProps['steps']) =>
  steps.has(edge.from) && steps.has(edge.to);

const widthOf = (width: number, isNear: boolean) => (isNear ? width : Math.max(width, FAR_WIDTH));

function SinglePipes({ edges, isNear, steps, diff, isFlowing, keyOf }: PipesProps) {
  const isMoving = isFlowing && edges.length <= SINGLE_UP_TO;
  return (
    <>
      {edges.map((one) => (
        <path
          key={keyOf(one)}
          d={one.d}
          className={css.pipe}
          strokeWidth={widthOf(one.width, isNear)}
          data-far={flag(!isNear)}
          data-hot={flag(isOnPath(one, steps))}
          data-bad={flag(one.edge.isBad)}
          data-diff={diff?.[one.key]}
        />
      ))}
      {isNear &&
        edges.map((one) => (
          <path
            key={keyOf(one)}
            d={one.d}
            className={isMoving ? css.movingLine : css.stillLine}
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
          strokeWidth={widthOf(width, isNear)}
          data-far={flag(!isNear)}
          data-hot={flag(isHot)}
          data-bad={flag(isBad)}
        />
      ))}
      {isNear && lines.map(({ key, d }) => <path key={key} d={d} className={css.stillLine} />)}
    </>
  );
}
