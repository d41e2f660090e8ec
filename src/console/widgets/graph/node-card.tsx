import { cut, unit, visuallyHidden } from '../../../../styles/text.css.ts';
import { Icon } from '../icons/icon.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import { Sparkline } from '../metrics/sparkline.tsx';
import { Missing } from '../text/missing.tsx';
import * as css from './graph.css.ts';
import type { GraphMeasures } from './layout.ts';
import { changeText } from './node-name.ts';
import type { GraphNodeView, Point } from './types.ts';

type NodeCardProps = {
  node: GraphNodeView;
  name: string;
  at: Point;
  measures: GraphMeasures;
  isCompact: boolean;
  isSelected: boolean;
  isPicked: boolean;
  isTabStop: boolean;
  onFocus: () => void;
  onPress: () => void;
};

const flag = (on: boolean | undefined) => (on ? '' : undefined);

function Figures({ node }: { node: GraphNodeView }) {
  return (
    <span className={css.figures} aria-hidden="true">
      {node.throughput ? (
        <span>
          {node.throughput.value}
          <span className={unit}>{node.throughput.unit}</span>
        </span>
      ) : (
        <Missing />
      )}
      {node.problem ? (
        <span className={css.note} data-warn="">
          <StatusShape shape="triangle" tone="warn" size={12} />
          {node.problem}
        </span>
      ) : node.disabled ? (
        <span className={css.note} data-off="">
          Disabled
        </span>
      ) : (
        node.change !== undefined && (
          <span className={css.change} data-smaller={flag(node.change < -0.05)}>
            {changeText(node.change)}
          </span>
        )
      )}
    </span>
  );
}

function Pills({ node }: { node: GraphNodeView }) {
  return (
    <>
      {node.errors && (
        <span className={css.pill} data-tone={node.errors.level} aria-hidden="true">
          <StatusShape
            shape={node.errors.level === 'err' ? 'octagon' : 'triangle'}
            tone={node.errors.level}
            size={12}
          />
          {node.errors.count}
        </span>
      )}
      {node.state && (
        <span className={css.pill} data-tone="state" aria-hidden="true">
          {node.state === 'new' ? 'New' : 'Changed'}
        </span>
      )}
    </>
  );
}

/** One node of the drawing: a button whose name says everything that the card shows. */
export function NodeCard(props: NodeCardProps) {
  const { node, name, at, measures, isCompact, isSelected, isPicked, isTabStop, onFocus, onPress } = props;
  const hasSpark = !isCompact && (node.spark?.length ?? 0) > 1;
  return (
    <button
      type="button"
      className={css.node}
      style={{
        width: measures.width,
        height: measures.height,
        transform: `translate(${at.x}px, ${at.y}px)`,
      }}
      aria-pressed={isSelected}
      aria-description={isPicked ? 'picked' : undefined}
      tabIndex={isTabStop ? 0 : -1}
      data-node={node.id}
      data-kind={node.kind}
      data-selected={flag(isSelected)}
      data-picked={flag(isPicked)}
      data-problem={flag(node.problem !== undefined)}
      data-disabled={flag(node.disabled)}
      data-state={node.state}
      data-spark={flag(hasSpark)}
      onFocus={onFocus}
      onClick={onPress}
    >
      <span className={visuallyHidden}>{name}</span>
      {/* The name says all of this; drawn, it would be read twice. */}
      <span className={css.face} aria-hidden="true">
        {node.kind !== 'source' && <span className={css.port} data-side="in" />}
        {node.kind !== 'sink' && <span className={css.port} data-side="out" />}
        <span>
          <span className={css.title}>
            <Icon name={node.icon} />
            <span className={cut}>{node.title}</span>
          </span>
          <span className={`${css.kind} ${cut}`} style={{ display: 'block' }}>
            {node.typeLabel}
          </span>
        </span>
        <Figures node={node} />
        <Pills node={node} />
        {hasSpark && (
          <span className={css.spark} aria-hidden="true">
            <Sparkline values={node.spark ?? []} width={measures.width} height={20} />
          </span>
        )}
      </span>
    </button>
  );
}
