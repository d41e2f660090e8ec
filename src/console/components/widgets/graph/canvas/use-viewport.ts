import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { GraphMeasures } from '../layout/measures.ts';
import type { GraphLayout } from '../types.ts';
import { listenToPointer } from './pointer.ts';
import { listenToTaps } from './taps.ts';
import {
  type Box,
  centreView,
  FOOT,
  fitView,
  revealing,
  type Size,
  type View,
  zoomView,
} from './view-math.ts';
import { createViewStore, type ViewStore } from './view-store.ts';

/** The view counts as still this long after its last move. */
const STILL_AFTER_MS = 160;

const DOTS_PX = 20;

type Pane = {
  frameRef: RefObject<HTMLDivElement | null>;
  planeRef: RefObject<HTMLDivElement | null>;
  layout: GraphLayout;
  measures: GraphMeasures;
  /** Node kept in view when the frame or layout changes. */
  anchorId: RefObject<string | undefined>;
  /** Browser text scale. */
  textScale: number;
  /** Animates view changes; too slow for a large graph. */
  canGlide: boolean;
};

export type Viewport = {
  store: ViewStore;
  /** With a foot of the usual height. */
  frameSize: () => Size;
  fitAll: () => void;
  /** Zooms by a factor around the current node. */
  zoom: (factor: number) => void;
  actualSize: () => void;
  reveal: (id: string) => void;
  centre: (x: number, y: number) => void;
};

const roundToPixel = (at: number) => Math.round(at * devicePixelRatio) / devicePixelRatio;

/** Marks the frame while it moves. */
function showView(frame: HTMLElement, plane: HTMLElement, store: ViewStore): () => void {
  const dots = frame.querySelector<HTMLElement>('[data-dots]');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drawnScale = 0;
  let frames = 0;
  const still = () => {
    delete frame.dataset.moving;
    if (store.get().scale === drawnScale) return;
    drawnScale = store.get().scale;
    // Repaint sharply at the new scale, then restore the layer so that panning does not repaint.
    plane.style.willChange = '';
    frames = requestAnimationFrame(() => {
      frames = requestAnimationFrame(() => {
        plane.style.willChange = 'transform';
      });
    });
  };
  const write = (isGliding: boolean) => {
    const { scale } = store.get();
    // Whole device pixels: fractions blur text.
    const [x, y] = [roundToPixel(store.get().x), roundToPixel(store.get().y)];
    plane.toggleAttribute('data-gliding', isGliding);
    cancelAnimationFrame(frames);
    plane.style.willChange = 'transform';
    // 3D transforms keep both on their own layers.
    plane.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${scale})`;
    if (dots) dots.style.transform = `translate3d(${x % DOTS_PX}px, ${y % DOTS_PX}px, 0)`;
  };
  write(false);
  still();
  const stop = store.subscribe((_, isGliding) => {
    frame.dataset.moving = '';
    clearTimeout(timer);
    timer = setTimeout(still, STILL_AFTER_MS);
    write(isGliding);
  });
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frames);
    stop();
  };
}

/**
 * Pan, zoom and fit. Until the user moves the view, it shows the whole graph at 100 %, or as much as fits,
 * around the current node.
 */
export function useViewport(pane: Pane): Viewport {
  const { frameRef, planeRef, layout, measures, anchorId: anchor, textScale, canGlide } = pane;
  const [store] = useState(() => createViewStore({ x: 24, y: 24, scale: 1 }));
  const isMoved = useRef(false);
  /** The user asked for the whole graph at any scale. */
  const isWholeWanted = useRef(false);
  const shownLayout = useRef<GraphLayout>(undefined);

  const frameSize = useCallback(
    () => ({
      width: frameRef.current?.clientWidth ?? 0,
      height: (frameRef.current?.clientHeight ?? 0) - FOOT * (textScale - 1),
    }),
    [frameRef, textScale],
  );
  const findBox = (id: string | undefined, of = layout): Box | undefined => {
    const at = id === undefined ? undefined : of.nodes[id];
    return at && { left: at.x, top: at.y, right: at.x + measures.width, bottom: at.y + measures.height };
  };
  const bounds: Box = {
    left: layout.left,
    top: layout.top,
    right: layout.left + layout.width,
    bottom: layout.top + layout.height,
  };
  const computeMiddle = (id: string | undefined) => {
    const box = findBox(id);
    return box && { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  };

  useLayoutEffect(() => {
    const [frame, plane] = [frameRef.current, planeRef.current];
    return frame && plane ? showView(frame, plane, store) : undefined;
  }, [frameRef, planeRef, store]);
  useEffect(() => {
    const moved = () => {
      isMoved.current = true;
      isWholeWanted.current = false;
    };
    const frame = frameRef.current;
    if (!frame) return;
    const stops = [listenToPointer(frame, store, moved), listenToTaps(frame)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [frameRef, store]);

  /** Shifts the view so that the anchor node keeps its screen position. */
  const keeping = (view: View, former: Box, held: Box): View => ({
    ...view,
    x: view.x + (former.left - held.left) * view.scale,
    y: view.y + (former.top - held.top) * view.scale,
  });
  const centred = (id: string | undefined, scale: number): View =>
    centreView(layout, frameSize(), scale, computeMiddle(id) ?? { x: bounds.left, y: bounds.top });
  const settle = (isGliding: boolean) => {
    const frame = frameSize();
    const former = findBox(anchor.current, shownLayout.current ?? layout);
    const held = findBox(anchor.current);
    const isNew = (shownLayout.current?.width ?? 0) === 0;
    shownLayout.current = layout;
    const glides = isGliding && canGlide && !isNew;
    if (!isMoved.current)
      store.set(isWholeWanted.current ? fitView(layout, frame) : centred(anchor.current, 1), glides);
    else if (held && former)
      store.set(revealing(keeping(store.get(), former, held), held, bounds, frame), glides);
  };
  const layoutChanged = useEffectEvent(() => settle(true));
  const frameChanged = useEffectEvent(() => {
    store.refresh();
    settle(true);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new layout is what it waits for
  useLayoutEffect(() => layoutChanged(), [layout]);
  useEffect(() => {
    const frame = frameRef.current;
    if (!frame) return;
    const observer = new ResizeObserver(() => frameChanged());
    observer.observe(frame);
    return () => observer.disconnect();
  }, [frameRef]);

  const zoomTo = (factor: number) => {
    isMoved.current = true;
    isWholeWanted.current = false;
    const { width, height } = frameSize();
    const at = computeMiddle(anchor.current);
    const now = store.get();
    const point = at && { x: at.x * now.scale + now.x, y: at.y * now.scale + now.y };
    const isInSight = point && point.x > 0 && point.y > 0 && point.x < width && point.y < height;
    const next = zoomView(now, factor, isInSight ? point : { x: width / 2, y: height / 2 });
    const box = isInSight && findBox(anchor.current);
    store.set(box ? revealing(next, box, bounds, { width, height }) : next);
  };
  return {
    store,
    frameSize,
    fitAll: () => {
      isMoved.current = false;
      isWholeWanted.current = true;
      store.set(fitView(layout, frameSize()), canGlide);
    },
    zoom: zoomTo,
    actualSize: () => zoomTo(1 / store.get().scale),
    reveal: (id) => {
      const box = findBox(id);
      if (!box) return;
      const view = store.get();
      if (isWholeWanted.current) store.set(revealing(view, box, bounds, frameSize()));
      else store.set(centred(id, view.scale), canGlide);
    },
    centre: (x, y) => {
      isMoved.current = true;
      isWholeWanted.current = false;
      const { width, height } = frameSize();
      const { scale } = store.get();
      store.set({ scale, x: width / 2 - x * scale, y: height / 2 - y * scale });
    },
  };
}
