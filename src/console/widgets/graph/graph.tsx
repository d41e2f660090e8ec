import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { IconButton } from '../actions/button.tsx';
import { drawEdges } from './edges.ts';
import * as css from './graph.css.ts';
import { COMPACT, FULL, scaled } from './layout.ts';
import { NodeCard } from './node-card.tsx';
import { nodeName } from './node-name.ts';
import { useTextScale } from './text-scale.ts';
import type { GraphFaceProps, GraphHandle } from './types.ts';
import { useLayout } from './use-layout.ts';
import { useViewport } from './use-viewport.ts';
import { type Direction, neighbour, pathThrough, topological } from './walk.ts';

export type GraphProps = GraphFaceProps & {
  /** Low cards without the shape of the last minute. */
  isCompact?: boolean;
  /** Dots move along the pipes. */
  isFlowing?: boolean;
  /** What the width of a pipe means: 'Edge width is MB/s'. */
  legend?: ReactNode;
  handle?: RefObject<GraphHandle | null>;
  /** Takes the focus once it is drawn, unless something beside it has it. */
  takesFocus?: boolean;
};

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const ZOOM_STEP = 1.2;

/**
 * The pipeline as a pipe, from left to right: nodes are buttons with roving focus, Left and Right follow
 * connections, Up and Down go to siblings, Enter opens; 0 fits, + and - zoom.
 */
export function Graph(props: GraphProps) {
  const { nodes, edges, label, selectedId, pickedIds = [], onCursor, onOpen } = props;
  const { isCompact = false, isFlowing = true, legend, handle, takesFocus = false } = props;
  const textScale = useTextScale();
  const measures = useMemo(() => scaled(isCompact ? COMPACT : FULL, textScale), [isCompact, textScale]);
  const ids = nodes.map((node) => node.id);
  const layout = useLayout({ ids, edges, measures });
  const frameRef = useRef<HTMLDivElement>(null);
  const { view, fitAll, zoom, reveal, isPanning, panHandlers } = useViewport(frameRef, layout, measures);
  const [lastFocused, setLastFocused] = useState<string>();
  const drawn = useMemo(() => drawEdges(edges, layout, measures), [edges, layout, measures]);
  const hot = useMemo(() => pathThrough(edges, selectedId), [edges, selectedId]);
  const order = topological(ids, edges);
  const tabStop = [lastFocused, selectedId].find((id) => id !== undefined && ids.includes(id)) ?? order[0];

  const elementOf = (id: string) =>
    frameRef.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`);
  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    const at = layout.nodes[id];
    if (at) reveal(at);
    elementOf(id)?.focus({ preventScroll: true });
  };
  const isDrawn = tabStop !== undefined && layout.nodes[tabStop] !== undefined;
  const takeFocus = useEffectEvent(() => {
    const active = document.activeElement;
    if (active === document.body || active?.contains(frameRef.current)) focus(tabStop);
  });
  useEffect(() => {
    if (takesFocus && isDrawn) takeFocus();
  }, [takesFocus, isDrawn]);
  useImperativeHandle(handle, () => ({ focus: (id) => focus(id ?? tabStop), fitAll, zoom }));

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    const here = event.target instanceof HTMLElement ? event.target.dataset.node : undefined;
    if (arrow && here !== undefined) focus(neighbour(layout, edges, here, arrow));
    else if (event.key === 'Home' && here !== undefined) focus(order[0]);
    else if (event.key === 'End' && here !== undefined) focus(order.at(-1));
    else if (event.key === '0') fitAll();
    else if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP);
    else if (event.key === '-') zoom(1 / ZOOM_STEP);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={frameRef}
      role="group"
      aria-label={label}
      aria-roledescription="graph"
      className={css.canvas}
      data-panning={isPanning ? '' : undefined}
      onKeyDown={onKeyDown}
      {...panHandlers}
    >
      <div
        className={css.plane}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
      >
        <svg className={css.pipes} width={layout.width} height={layout.height} aria-hidden="true">
          {drawn.map((edge) => (
            <path
              key={edge.key}
              d={edge.d}
              className={css.pipe}
              strokeWidth={edge.width}
              data-hot={hot.has(edge.from) && hot.has(edge.to) ? '' : undefined}
              data-bad={edge.isBad ? '' : undefined}
            />
          ))}
          {drawn.map((edge) => (
            <path
              key={edge.key}
              d={edge.d}
              className={css.flowLine}
              data-still={isFlowing ? undefined : ''}
            />
          ))}
        </svg>
        {nodes.map((node) => {
          const at = layout.nodes[node.id];
          return (
            at && (
              <NodeCard
                key={node.id}
                node={node}
                name={nodeName(node, props)}
                at={at}
                measures={measures}
                isCompact={isCompact}
                isSelected={node.id === selectedId}
                isPicked={pickedIds.includes(node.id)}
                isTabStop={node.id === tabStop}
                onFocus={() => {
                  setLastFocused(node.id);
                  onCursor(node.id);
                }}
                onPress={() => onOpen(node.id)}
              />
            )
          );
        })}
      </div>
      <div className={css.corner}>
        {legend}
        <span className={css.zoom}>{Math.round(view.scale * 100)}%</span>
        <IconButton
          icon="minus"
          label="Zoom out"
          keys="-"
          size="small"
          variant="ghost"
          onClick={() => zoom(1 / ZOOM_STEP)}
        />
        <IconButton
          icon="plus"
          label="Zoom in"
          keys="+"
          size="small"
          variant="ghost"
          onClick={() => zoom(ZOOM_STEP)}
        />
        <IconButton icon="fit" label="Fit" keys="0" size="small" variant="ghost" onClick={fitAll} />
      </div>
    </div>
  );
}
