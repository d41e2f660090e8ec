import type { MouseEvent } from 'react';
import { tone as toneClass, visuallyHidden } from '../../../../../styles/text.css.ts';
import { FateSwatch } from '../fates/fate-swatch.tsx';
import { StatusShape, type Tone } from '../icons/status-shape.tsx';
import * as css from './topology.css.ts';
import type { TopologyNode } from './types.ts';

export const NODE_KINDS = ['Source', 'Pipeline', 'Destination'] as const;
export const isTroubleTone = (tone: Tone): boolean => tone === 'warn' || tone === 'err';

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** In small cards the number with its swatch suffices. */
function MarkText({ text }: { text: string }) {
  const space = text.indexOf(' ');
  return (
    <span className={css.markText}>
      {text.slice(0, space + 1)}
      <span className={css.markWord}>{text.slice(space + 1)}</span>
    </span>
  );
}

type NodeLinkProps = {
  node: TopologyNode;
  /** Tab reaches this one; arrows the others. */
  isStop: boolean;
  onFollow: (href: string) => void;
  onFocus: () => void;
};

export function NodeLink({ node, isStop, onFollow, onFocus }: NodeLinkProps) {
  const { health, mark, note, bufferShare } = node;
  const { label, shape, tone } = health;
  const isTrouble = isTroubleTone(tone);
  return (
    <a
      href={node.href}
      className={css.node}
      data-column={node.column}
      data-tone={isTrouble ? tone : undefined}
      data-node={node.id}
      title={node.name}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onFollow(node.href);
      }}
    >
      <span className={visuallyHidden}>{NODE_KINDS[node.column]} </span>
      <StatusShape shape={shape} tone={tone} />
      <span className={css.line}>
        <span className={css.name}>{node.name}</span>{' '}
        <span
          className={isTrouble ? `${css.state} ${toneClass[tone]}` : css.state}
          data-quiet={isTrouble ? undefined : ''}
        >
          {label}
        </span>
      </span>{' '}
      <span className={css.line}>
        {bufferShare !== undefined && (
          <span className={css.buffer} aria-hidden="true">
            <span className={css.bufferFill} style={{ width: `${Math.min(100, 100 * bufferShare)}%` }} />
          </span>
        )}
        <span className={css.rate}>{node.rate}</span>{' '}
        {mark ? (
          <span className={css.mark}>
            <FateSwatch fate={mark.fate} />
            <MarkText text={mark.text} />
          </span>
        ) : (
          note && <span className={css.note}>{note}</span>
        )}
      </span>
    </a>
  );
}
