import { cut } from '../../../../../styles/text.css.ts';
import { formatCount, formatFigure } from '../../../lib/format.ts';
import { Icon } from '../icons/icon.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import * as css from './card.css.ts';
import { formatChange, getCardMark, getNodeTrouble, MARK_SIGNS } from './node-name.ts';
import type { DiffMark, GraphNodeView } from './types.ts';

export type CardMarks = {
  /** Step on the path of the open node, from 1. */
  step?: number | undefined;
  isSelected?: boolean;
  /** Undefined without a search. */
  isMatched?: boolean | undefined;
  predicted?: number | undefined;
  diff?: DiffMark | undefined;
};

export const describeCardMarks = ({ isSelected, isMatched }: CardMarks): string | undefined =>
  [isSelected ? 'selected' : '', isMatched ? 'found' : ''].filter(Boolean).join(', ') || undefined;

/** The accessible name repeats them. */
export function CardPills({ node, marks }: { node: GraphNodeView; marks: CardMarks }) {
  const { diff, predicted, step, isSelected, isMatched } = marks;
  const mark = getCardMark(node, diff);
  const trouble = getNodeTrouble(node);
  const ends = [predicted !== undefined, mark, trouble, node.errors].filter(Boolean).length;
  const [hasStart, hasEnd] = [isSelected || step !== undefined || isMatched, ends > 0];
  /** More than two words are wider than the card. */
  const hasWords = ends <= 2;
  return (
    <>
      {hasStart && (
        <span className={css.pillsAtStart}>
          {isSelected && (
            <span className={css.tick}>
              <Icon name="check" />
            </span>
          )}
          {step !== undefined && <span className={css.step}>{step}</span>}
          {isMatched && (
            <span className={css.tick}>
              <Icon name="search" />
            </span>
          )}
        </span>
      )}
      {hasEnd && (
        <span className={css.pillsAtEnd}>
          {predicted !== undefined && (
            <span className={css.pill} data-tone="predicted">
              ≈ {formatChange(predicted)}
            </span>
          )}
          {mark && (
            <span className={css.pill} data-tone={mark}>
              {hasWords ? `${MARK_SIGNS[mark]} ${mark}` : MARK_SIGNS[mark]}
            </span>
          )}
          {trouble && (
            <span className={css.pill} data-tone={trouble.tone} data-words="">
              <StatusShape shape={trouble.shape} tone={trouble.tone} size={12} />
              {hasWords && <span className={cut}>{trouble.label}</span>}
            </span>
          )}
          {node.errors && (
            <span className={css.pill} data-tone={node.errors.level}>
              <StatusShape
                shape={node.errors.level === 'err' ? 'octagon' : 'triangle'}
                tone={node.errors.level}
                size={12}
              />
              {formatFigure(formatCount(node.errors.count))}
            </span>
          )}
        </span>
      )}
    </>
  );
}

type FarMarkProps = {
  node: GraphNodeView;
  marks: CardMarks;
  /** Centered; otherwise beside the name. */
  isAlone: boolean;
};

/** Visible when zoomed out, by shape and color. */
export function FarMark({ node, marks, isAlone }: FarMarkProps) {
  const trouble = getNodeTrouble(node);
  const isErr = node.errors?.level === 'err' || trouble?.tone === 'err';
  if (!marks.isMatched && !node.errors && !node.problem && !trouble) {
    const mark = isAlone ? undefined : getCardMark(node, marks.diff);
    return mark ? (
      <span className={css.signBeside} data-tone={mark} aria-hidden="true">
        {MARK_SIGNS[mark]}
      </span>
    ) : null;
  }
  return (
    <span className={isAlone ? css.farMark : css.markBeside} aria-hidden="true">
      {marks.isMatched ? (
        <Icon name="search" />
      ) : (
        <StatusShape shape={isErr ? 'octagon' : 'triangle'} tone={isErr ? 'err' : 'warn'} />
      )}
    </span>
  );
}
