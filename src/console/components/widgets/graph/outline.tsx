import {
  type KeyboardEvent,
  type RefObject,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cut, unit, visuallyHidden } from '../../../../../styles/text.css.ts';
import { formatCount, formatFigure } from '../../../lib/format.ts';
import { Icon } from '../icons/icon.tsx';
import { StatusShape } from '../icons/status-shape.tsx';
import { Badge } from '../status/badge.tsx';
import { StatusBadge } from '../status/status-badge.tsx';
import { Missing } from '../text/missing.tsx';
import { type CardMarks, describeCardMarks } from './card-marks.tsx';
import { buildNodeNames, formatChange, getCardMark, MARK_SIGNS } from './node-name.ts';
import * as css from './outline.css.ts';
import type { GraphFaceProps, GraphHandle, GraphNodeView } from './types.ts';
import { computeDepths, listNextIds, listPreviousIds, sortTopologically } from './walk.ts';

type OutlineProps = GraphFaceProps & { handle?: RefObject<GraphHandle | null> };

const MARK_TONES = { New: 'ok', Changed: 'warn', Removed: 'err' } as const;

function State({ node, marks, targets }: { node: GraphNodeView; marks: CardMarks; targets: string }) {
  const mark = getCardMark(node, marks.diff);
  return (
    <span className={css.state}>
      {marks.isSelected && <Icon name="check" />}
      {marks.isMatched && <Icon name="search" />}
      {mark && (
        <Badge tone={MARK_TONES[mark]}>
          {MARK_SIGNS[mark]} {mark}
        </Badge>
      )}
      {marks.predicted !== undefined && <span className={css.word}>≈ {formatChange(marks.predicted)}</span>}
      {node.disabled && <Badge>Disabled</Badge>}
      {node.errors && (
        <span className={node.errors.level === 'err' ? css.err : css.warn}>
          <StatusShape
            shape={node.errors.level === 'err' ? 'octagon' : 'triangle'}
            tone={node.errors.level}
            size={12}
          />
          {formatFigure(formatCount(node.errors.count))}
        </span>
      )}
      {node.problem && (
        <span className={css.warn}>
          <StatusShape shape="triangle" tone="warn" size={12} />
          {node.problem}
        </span>
      )}
      {targets && <span className={`${cut} ${css.targets}`}>to {targets}</span>}
    </span>
  );
}

function Cells({ node, marks, targets }: { node: GraphNodeView; marks: CardMarks; targets: string }) {
  return (
    <>
      <span className={`${css.quiet} ${css.spare} ${cut}`}>{node.typeLabel}</span>
      <span className={css.number}>
        {node.throughput ? (
          <>
            {node.throughput.value}
            <span className={unit}>{node.throughput.unit}</span>
          </>
        ) : (
          <Missing />
        )}
      </span>
      <span className={`${css.number} ${css.spare}`}>
        {node.change === undefined ? '' : formatChange(node.change)}
      </span>
      <span className={`${css.health} ${css.spare}`}>{node.health && <StatusBadge {...node.health} />}</span>
      <State {...{ node, marks, targets }} />
    </>
  );
}

/** 20 px per level, less in deep graphs. */
const computeIndent = (depth: number, deepest: number): string =>
  `min(${depth * 20}px, ${((depth / deepest) * 9).toFixed(2)}cqi)`;

/**
 * Same nodes, names, cursor and commands as the drawing. Up and Down walk rows, Left and Right edges, Enter
 * opens.
 */
export function GraphOutline(props: OutlineProps) {
  const { nodes, edges, label, openId, selectedIds, matchedIds, predicted, diff } = props;
  const { onCursor, onOpen, handle } = props;
  const ref = useRef<HTMLDivElement>(null);
  const [lastFocused, setLastFocused] = useState<string>();
  const ids = useMemo(() => nodes.map((node) => node.id), [nodes]);
  const order = useMemo(() => sortTopologically(ids, edges), [ids, edges]);
  const depth = computeDepths(ids, edges);
  const deepest = Math.max(1, ...depth.values());
  const names = useMemo(
    () => buildNodeNames({ nodes, edges, predicted, diff, order }),
    [nodes, edges, predicted, diff, order],
  );
  const titles = new Map(nodes.map((node) => [node.id, node.title]));
  const tabStop = [lastFocused, openId].find((id) => id !== undefined && ids.includes(id)) ?? order[0];

  const focus = (id: string | undefined) => {
    if (id !== undefined) ref.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus();
  };
  useImperativeHandle(handle, () => ({
    focus: (id) => focus(id ?? tabStop),
    fitAll: () => undefined,
    zoom: () => undefined,
    actualSize: () => undefined,
    toggleMap: () => undefined,
  }));

  const findTarget = (key: string, here: string): string | undefined => {
    const index = order.indexOf(here);
    if (key === 'ArrowDown' || key === 'PageDown') return order[index + 1];
    if (key === 'ArrowUp' || key === 'PageUp') return order[index - 1];
    if (key === 'ArrowRight') return listNextIds(edges, here)[0];
    if (key === 'ArrowLeft') return listPreviousIds(edges, here)[0];
    if (key === 'Home') return order[0];
    return key === 'End' ? order.at(-1) : undefined;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, id: string) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = findTarget(event.key, id);
    if (target !== undefined) focus(target);
    else if (event.key === 'Enter') onOpen(id);
    else return;
    event.preventDefault();
  };

  const marksId = useId();
  const isPlain = nodes.every(({ throughput, change }) => throughput === undefined && change === undefined);
  return (
    <div
      ref={ref}
      role="tree"
      aria-label={label}
      className={css.outline}
      data-plain={isPlain ? '' : undefined}
    >
      {order.map((id, index) => {
        const node = nodes.find((one) => one.id === id);
        if (!node) return null;
        const marks: CardMarks = {
          isSelected: selectedIds?.includes(id) ?? false,
          isMatched: matchedIds?.includes(id),
          predicted: predicted?.[id],
          diff: diff?.nodes[id],
        };
        const described = describeCardMarks(marks);
        const targets = edges
          .filter((edge) => edge.from === id)
          .map(({ to, output }) => `${titles.get(to) ?? to}${output ? ` by ${output}` : ''}`);
        return (
          <div
            key={id}
            role="treeitem"
            className={css.row}
            aria-level={(depth.get(id) ?? 0) + 1}
            aria-posinset={index + 1}
            aria-setsize={order.length}
            aria-selected={id === openId}
            aria-describedby={described && `${marksId}-${id}`}
            tabIndex={id === tabStop ? 0 : -1}
            data-node={id}
            data-selected={marks.isSelected ? '' : undefined}
            data-faded={marks.isMatched === false ? '' : undefined}
            data-disabled={node.disabled ? '' : undefined}
            onFocus={() => {
              setLastFocused(id);
              onCursor(id);
            }}
            onClick={() => onOpen(id)}
            onKeyDown={(event) => onKeyDown(event, id)}
          >
            <span className={visuallyHidden}>{names.get(id)}</span>
            {described && (
              <span id={`${marksId}-${id}`} hidden>
                {described}
              </span>
            )}
            <span className={css.face} aria-hidden="true">
              <span className={css.name} style={{ paddingLeft: computeIndent(depth.get(id) ?? 0, deepest) }}>
                <Icon name={node.icon} />
                <span className={cut}>{node.title}</span>
              </span>
              <Cells node={node} marks={marks} targets={targets.join(', ')} />
            </span>
          </div>
        );
      })}
    </div>
  );
}
