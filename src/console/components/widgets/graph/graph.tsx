import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTextScale } from '../text/text-scale.ts';
import { BoxesLayer } from './boxes-layer.tsx';
import { DRAWN_WHOLE_UP_TO, useDrawnArea } from './canvas/use-drawn-area.ts';
import { useFrameSize } from './canvas/use-frame-size.ts';
import { useViewport, type Viewport } from './canvas/use-viewport.ts';
import { computeRoom, computeShownPart, contains, FOOT } from './canvas/view-math.ts';
import { Cards, type MarkSets } from './cards.tsx';
import { Corner } from './corner.tsx';
import { EdgeLabels, findJoins, findLabelledColumns } from './edge-labels.tsx';
import { type DrawnEdge, drawEdges } from './edges.ts';
import * as css from './graph.css.ts';
import { arrange, LABEL_WIDTH } from './layout/arrange.ts';
import { EMPTY_PLAN } from './layout/plan.ts';
import { usePlan } from './layout/use-plan.ts';
import { Minimap } from './minimap.tsx';
import { buildNodeNames } from './node-name.ts';
import { OutsideChips } from './outside-chips.tsx';
import { Pipes } from './pipes.tsx';
import { RemovedStubs } from './removed-stubs.tsx';
import {
  buildEdgeKey,
  type GraphFaceProps,
  type GraphHandle,
  type GraphLayout,
  type ViewKeys,
} from './types.ts';
import { findNodeIdAt, useGraphFocus } from './use-graph-focus.ts';
import { createGraphKeyHandler, OWN_KEYS } from './use-graph-keys.ts';
import { useUnderPointer } from './use-under-pointer.ts';
import { computePathSteps, listNextIds, listPreviousIds, sortTopologically } from './walk.ts';

/** Cards clipped by fewer px of the graph count as visible. */
const SLACK = 2;

/** Rerenders only when it changes. */
function useIsBeyond({ store, frameSize }: Viewport, layout: GraphLayout): boolean {
  const subscribe = useCallback((changed: () => void) => store.subscribe(changed), [store]);
  return useSyncExternalStore(subscribe, () => {
    const frame = frameSize();
    if (layout.width === 0 || frame.width === 0) return false;
    return !contains(computeShownPart(store.get(), frame), {
      left: layout.left + SLACK,
      top: layout.top + SLACK,
      right: layout.left + layout.width - SLACK,
      bottom: layout.top + layout.height - SLACK,
    });
  });
}

/** Minimum frame width, and half its minimum height. */
const MAP_FROM_PX = 640;

export type GraphProps = GraphFaceProps & {
  isFlowing?: boolean;
  /** Meaning of edge widths: 'Edge width is MB/s'. */
  legend?: ReactNode;
  handle?: RefObject<GraphHandle | null>;
  /** Keys of the view commands; without it the graph handles its own keys. */
  viewKeys?: ViewKeys;
  /** Unless an element nearby has the focus. */
  takesFocus?: boolean;
};

/**
 * The pipeline, in the direction that fits. Nodes are buttons with roving focus; see `createGraphKeyHandler`.
 * Panning and zooming move one element and render no component.
 */
export function Graph(props: GraphProps) {
  const { nodes, edges, label, openId, selectedIds, matchedIds, predicted, diff, onCursor, onOpen } = props;
  const { isFlowing = true, legend, handle, takesFocus = false, viewKeys } = props;
  const [frameRef, planeRef] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const [isMapWanted, setMapWanted] = useState<boolean>();

  const { plan, identityOf } = usePlan({ nodes, edges });
  const frameSize = useFrameSize(frameRef);
  // Cards must grow with the text or it is cut.
  const textScale = Math.max(1, useTextScale());
  const joins = useMemo(() => findJoins(edges), [edges]);
  // A string, so that the layout is not recomputed each second.
  const labelled = useMemo(
    () => [...findLabelledColumns(edges, plan, joins, diff?.edges)].sort((a, b) => a - b).join(' '),
    [edges, plan, joins, diff],
  );
  const links = useMemo(() => edges.map(({ from, to }) => `${from}>${to}`).join(' '), [edges]);
  const space = useMemo(
    () => computeRoom(frameSize ?? { width: 0, height: 0 }, textScale),
    [frameSize, textScale],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the links stand for the edges, whose figures change
  const { layout, measures } = useMemo(
    () =>
      arrange({
        plan: frameSize ? plan : EMPTY_PLAN,
        edges,
        room: space,
        textScale,
        labelled: new Set(labelled === '' ? [] : labelled.split(' ').map(Number)),
      }),
    [plan, links, frameSize, space, textScale, labelled],
  );
  const isPlanned = layout.width > 0;
  const isLarger = layout.width > space.width || layout.height > space.height;
  const stubEnd = layout.left + (layout.width + (frameSize?.width ?? 0)) / 2;
  const room = LABEL_WIDTH[layout.flow] * textScale;
  const drawn = useMemo(() => drawEdges(edges, layout, measures), [edges, layout, measures]);
  const keyOf = useCallback(
    ({ edge }: DrawnEdge) => buildEdgeKey({ from: identityOf(edge.from), to: identityOf(edge.to) }),
    [identityOf],
  );

  const order = useMemo(
    () =>
      sortTopologically(
        nodes.map((node) => node.id),
        edges,
      ),
    [nodes, edges],
  );
  /** In browse mode screen readers read elements in DOM order. */
  const inFlowOrder = useMemo(() => {
    const byId = new Map(nodes.map((node) => [node.id, node]));
    return order.flatMap((id) => byId.get(id) ?? []);
  }, [nodes, order]);
  const names = useMemo(
    () => buildNodeNames({ nodes, edges, predicted, diff, order }),
    [nodes, edges, predicted, diff, order],
  );
  const steps = useMemo(() => computePathSteps(edges, openId), [edges, openId]);
  const selected = useMemo(() => new Set(selectedIds), [selectedIds]);
  const matched = useMemo(() => matchedIds && new Set(matchedIds), [matchedIds]);
  const marks: MarkSets = { openId, predicted, diff, selected, matched, steps };

  const anchor = useRef<string>(undefined);
  const viewport = useViewport({
    frameRef,
    planeRef,
    layout,
    measures,
    anchorId: anchor,
    textScale,
    canGlide: nodes.length <= DRAWN_WHOLE_UP_TO,
  });
  const { tabStop, focus, ...focusEvents } = useGraphFocus({
    frameRef,
    order,
    firstId: openId ?? order.find((id) => diff?.nodes[id]),
    identityOf,
    isPlaced: (id) => layout.nodes[id] !== undefined,
    reveal: viewport.reveal,
    onCursor,
    takesFocus,
  });
  anchor.current = tabStop;
  const revealOpen = useEffectEvent(() => openId !== undefined && viewport.reveal(openId));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the node that is opened, not the layout it opens in
  useEffect(() => void revealOpen(), [openId]);
  const area = useDrawnArea(viewport.store, viewport.frameSize, {
    nodeCount: nodes.length,
    isPlanned,
  });
  const isSeen = isPlanned && area.box.left < area.box.right;
  const hasBoxes = nodes.length > DRAWN_WHOLE_UP_TO;
  const hovered = useUnderPointer({ frameRef, viewport, layout, measures, hasBoxes, onTap: onOpen });
  const heldIds = useMemo(() => [tabStop, openId, hovered], [tabStop, openId, hovered]);
  const neighbours = useMemo(() => {
    const around =
      tabStop === undefined ? [] : [...listPreviousIds(edges, tabStop), ...listNextIds(edges, tabStop)];
    return nodes.filter((node) => around.includes(node.id));
  }, [nodes, edges, tabStop]);

  const isBeyond = useIsBeyond(viewport, layout);
  // In other directions, chips count what is outside; in a small frame the map would cover content.
  const isMapUseful =
    layout.flow === 'right' &&
    frameSize !== undefined &&
    Math.min(frameSize.width, frameSize.height * 2) >= MAP_FROM_PX;
  const isMapShown = isMapWanted ?? (isBeyond && isMapUseful);
  const toggleMap = () => setMapWanted(!isMapShown);
  const keys = viewKeys ?? OWN_KEYS;
  const { fitAll, zoom, actualSize } = viewport;
  useImperativeHandle(handle, () => ({
    focus: (id) => focus(id ?? tabStop),
    fitAll,
    zoom,
    actualSize,
    toggleMap,
  }));

  return (
    <div
      ref={frameRef}
      role="group"
      aria-label={label}
      aria-roledescription="graph"
      className={css.canvas}
      data-flow={layout.flow}
      onKeyDown={createGraphKeyHandler({
        layout,
        edges,
        order,
        viewport,
        focus,
        toggleMap,
        hasViewKeys: !viewKeys,
      })}
    >
      <div className={css.dots} data-dots="" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the presses and the focus of its nodes */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the nodes are buttons, a key on them is a click */}
      <div
        ref={planeRef}
        className={css.plane}
        {...focusEvents}
        onClick={(event) => {
          const id = findNodeIdAt(event.target);
          if (id !== undefined) onOpen(id);
        }}
      >
        {/* Not before it is known how they are seen, so that their paths are made once. */}
        {isSeen && <Pipes {...{ edges: drawn, layout, area, steps, diff: diff?.edges, isFlowing, keyOf }} />}
        {isSeen && hasBoxes && (
          <BoxesLayer
            {...{ nodes, layout, measures, isFar: area.detail === 'box', selected, matched, steps }}
          />
        )}
        <Cards
          {...marks}
          {...{ nodes: inFlowOrder, names, layout, measures, area, tabStop, heldIds, identityOf }}
        />
        <RemovedStubs {...{ nodes, layout, measures, end: stubEnd }} />
        <EdgeLabels {...{ edges: drawn, area, joins, diff: diff?.edges, room, keyOf }} />
      </div>
      {isLarger && <div className={css.foot} style={{ height: FOOT * textScale }} />}
      <OutsideChips {...{ nodes, neighbours, layout, measures, viewport, onGo: focus }} />
      {isMapShown && (
        <Minimap {...{ nodes, layout, measures, viewport, openId, steps, matched, diff, fitKey: keys.fit }} />
      )}
      <Corner {...{ viewport, legend, isMapShown, onToggleMap: toggleMap, keys }} />
    </div>
  );
}
