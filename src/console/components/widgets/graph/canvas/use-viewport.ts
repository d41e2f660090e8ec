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
  contains,
  fitView,
  READABLE,
  revealing,
  type Size,
  SMALLEST,
  toFrameBox,
  type View,
  WHOLE_FROM,
  zoomView,
} from './view-math.ts';
import { createViewStore, type ViewStore } from './view-store.ts';

/** Time after its last move until the view counts as still. */
const STILL_AFTER_MS = 160;

const DOTS_PX = 20;

type Pane = {
  frameRef: RefObject<HTMLDivElement | null>;
  planeRef: RefObject<HTMLDivElement | null>;
  layout: GraphLayout;
  measures: GraphMeasures;
  /** Node kept in view when the frame or layout changes. */
  anchorId: RefObject<string | undefined>;
  /** Closes columns emptied by edits before a fit; true when that changes the layout. */
  close: () => boolean;
};

const ANY = { smallest: SMALLEST, wholeFrom: SMALLEST };

export type Viewport = {
  store: ViewStore;
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
 * Pan, zoom and fit. Until the user moves the view, it refits when a change of frame or graph leaves part of
 * the graph outside.
 */
export function useViewport(pane: Pane): Viewport {
  const { frameRef, planeRef, layout, measures, anchorId: anchor, close } = pane;
  const [store] = useState(() => createViewStore({ x: 24, y: 24, scale: 1 }));
  const isMoved = useRef(false);
  /** The user asked for the whole graph at any scale. */
  const isWholeWanted = useRef(false);
  const isFitDue = useRef(false);
  /** Frame width at the last fit; 0 before the first. */
  const fittedIn = useRef(0);
  const shownLayout = useRef<GraphLayout>(undefined);

  const frameSize = useCallback(
    () => ({ width: frameRef.current?.clientWidth ?? 0, height: frameRef.current?.clientHeight ?? 0 }),
    [frameRef],
  );
  const boxOf = (id: string | undefined, of = layout): Box | undefined => {
    const at = id === undefined ? undefined : of.nodes[id];
    return at && { left: at.x, top: at.y, right: at.x + measures.width, bottom: at.y + measures.height };
  };
  const bounds: Box = {
    left: layout.left,
    top: layout.top,
    right: layout.left + layout.width,
    bottom: layout.top + layout.height,
  };
  const middleOf = (id: string | undefined) => {
    const box = boxOf(id);
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
  const readable = () => ({ smallest: READABLE, wholeFrom: WHOLE_FROM, start: middleOf(anchor.current) });
  const settle = (isGliding: boolean) => {
    const frame = frameSize();
    const whole = { left: 0, top: 0, right: frame.width, bottom: frame.height };
    const isNew = fittedIn.current === 0 || (shownLayout.current?.width ?? 0) === 0;
    const former = boxOf(anchor.current, shownLayout.current ?? layout);
    const held = boxOf(anchor.current);
    shownLayout.current = layout;
    fittedIn.current = frame.width;
    const now = store.get();
    const isWhole = (view: View) => contains(whole, toFrameBox(bounds, view));
    const fit = isWholeWanted.current ? fitView(layout, frame, ANY) : fitView(layout, frame, readable());
    // Only part of the graph is visible before and after; jumping back to its start would disorient.
    const isDue = isFitDue.current;
    isFitDue.current = false;
    const isSamePart = !isNew && !isWhole(fit) && now.scale === fit.scale;
    if (isMoved.current || isSamePart) {
      if (held && former) store.set(keeping(now, former, held), isGliding);
    } else if (
      isNew ||
      isDue ||
      !isGliding ||
      !isWhole(now) ||
      (now.scale < WHOLE_FROM && !isWholeWanted.current)
    )
      store.set(fit, isGliding && !isNew);
    if (held) store.set(revealing(store.get(), held, bounds, frame), isGliding && !isNew);
  };
  const layoutChanged = useEffectEvent(() => settle(true));
  const frameChanged = useEffectEvent(() => {
    settle(false);
    store.refresh();
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
    const at = middleOf(anchor.current);
    const now = store.get();
    const point = at && { x: at.x * now.scale + now.x, y: at.y * now.scale + now.y };
    const isInSight = point && point.x > 0 && point.y > 0 && point.x < width && point.y < height;
    const next = zoomView(now, factor, isInSight ? point : { x: width / 2, y: height / 2 });
    const box = isInSight && boxOf(anchor.current);
    store.set(box ? revealing(next, box, bounds, { width, height }) : next);
  };
  return {
    store,
    frameSize,
    fitAll: () => {
      isMoved.current = false;
      isWholeWanted.current = true;
      isFitDue.current = close();
      if (!isFitDue.current) store.set(fitView(layout, frameSize(), ANY));
    },
    zoom: zoomTo,
    actualSize: () => zoomTo(1 / store.get().scale),
    reveal: (id) => {
      const box = boxOf(id);
      if (box) store.set(revealing(store.get(), box, bounds, frameSize()));
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
