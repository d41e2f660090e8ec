import { memo } from 'react';
import { unit, visuallyHidden } from '../../../../../styles/text.css.ts';
import { toFlagAttribute } from '../../../lib/flag-attribute.ts';
import { useDescription } from '../text/use-description.tsx';
import type { Detail } from './canvas/use-drawn-area.ts';
import * as css from './card.css.ts';
import { CardFace } from './card-face.tsx';
import { type CardMarks, describeCardMarks, FarMark } from './card-marks.tsx';
import { getNodeTrouble } from './node-name.ts';
import type { GraphNodeView, Point } from './types.ts';

type NodeCardProps = CardMarks & {
  node: GraphNodeView;
  name: string;
  at: Point;
  width: number;
  height: number;
  /** No sparkline. */
  isLow: boolean;
  /** One line of name. */
  isNameCut: boolean;
  hasFigureAfar: boolean;
  isOpen: boolean;
  isTabStop: boolean;
  /** `box` if outside the frame or too small to read. */
  detail: Detail;
};

const isFailing = (node: GraphNodeView) => getNodeTrouble(node)?.tone === 'err';
/** Deep equality. */
export function areEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return left.length === right.length && left.every(([key, value]) => areEqual(value, Reflect.get(b, key)));
}

/**
 * A node as a button whose accessible name says all the card shows. The graph handles its events. Props are
 * compared by identity, so a moved cursor renders two cards.
 */
export const NodeCard = memo(function NodeCard(props: NodeCardProps) {
  const {
    node,
    name,
    at,
    width,
    height,
    isLow,
    isNameCut,
    hasFigureAfar,
    isOpen,
    isTabStop,
    detail,
    ...marks
  } = props;
  const isFull = detail === 'full';
  const { describedBy, description } = useDescription(describeCardMarks(marks));
  const hasSpark = isFull && !isLow && (node.spark?.length ?? 0) > 1;
  return (
    <button
      type="button"
      className={css.node}
      // Not a transform: with 500 cards that makes a frame five times slower.
      style={{ width, height, left: at.x, top: at.y }}
      // Visible text must be part of the accessible name
      // (https://www.w3.org/WAI/WCAG21/Understanding/label-in-name), so `aria-label` is used only without it.
      aria-label={detail === 'box' ? name : undefined}
      aria-pressed={isOpen}
      aria-describedby={describedBy}
      tabIndex={isTabStop ? 0 : -1}
      data-node={node.id}
      data-kind={node.kind}
      data-open={toFlagAttribute(isOpen)}
      data-on-path={toFlagAttribute(marks.step !== undefined)}
      data-selected={toFlagAttribute(marks.isSelected)}
      data-matched={toFlagAttribute(marks.isMatched)}
      data-faded={toFlagAttribute(marks.isMatched === false)}
      data-problem={toFlagAttribute(node.problem !== undefined)}
      data-errors={isFailing(node) ? 'err' : (node.errors?.level ?? getNodeTrouble(node)?.tone)}
      data-disabled={toFlagAttribute(node.disabled)}
      data-mark={marks.diff ?? node.state}
      data-spark={toFlagAttribute(hasSpark)}
      data-far={toFlagAttribute(detail === 'box')}
      data-named={toFlagAttribute(detail === 'name')}
    >
      {detail !== 'box' && <span className={visuallyHidden}>{name}</span>}
      {isFull && (
        <CardFace node={node} marks={marks} hasSpark={hasSpark} isNameCut={isNameCut} width={width} />
      )}
      {detail === 'name' && (
        <span className={css.nameAlone} aria-hidden="true">
          {node.title}
        </span>
      )}
      {detail === 'name' && hasFigureAfar && node.throughput && (
        <span className={css.figureAlone} aria-hidden="true">
          {node.throughput.value}
          <span className={unit}>{node.throughput.unit}</span>
        </span>
      )}
      {!isFull && <FarMark node={node} marks={marks} isAlone={detail === 'box'} />}
      {description}
    </button>
  );
});
