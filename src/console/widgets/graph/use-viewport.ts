import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { GraphMeasures } from './layout.ts';
import type { GraphLayout, Point } from './types.ts';

export type Viewport = { x: number; y: number; scale: number };

const SMALLEST = 0.1;
const LARGEST = 2;
const MARGIN = 24;
/** Room at the bottom for the legend and the zoom. */
const FOOT = 56;
/** Below this a card cannot be read: a graph that is larger goes beyond the frame, and moves with the cursor. */
const READABLE = 0.8;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** The whole graph in the frame, from its start, never larger than life. */
export function fitted(
  layout: GraphLayout,
  frame: { width: number; height: number },
  smallest = SMALLEST,
): Viewport {
  if (layout.width === 0 || frame.width === 0) return { x: MARGIN, y: MARGIN, scale: 1 };
  const room = { width: frame.width - 2 * MARGIN, height: frame.height - MARGIN - FOOT };
  const scale = clamp(Math.min(room.width / layout.width, room.height / layout.height), smallest, 1);
  return {
    x: MARGIN + Math.max(0, (room.width - layout.width * scale) / 2),
    y: MARGIN + Math.max(0, (room.height - layout.height * scale) / 2),
    scale,
  };
}

const zoomedAt = (view: Viewport, factor: number, at: Point): Viewport => {
  const scale = clamp(view.scale * factor, SMALLEST, LARGEST);
  const ratio = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
};

/** Pan, zoom and fit of a frame. Until a person moves it, it keeps the whole graph in sight. */
export function useViewport(
  frameRef: RefObject<HTMLDivElement | null>,
  layout: GraphLayout,
  measures: GraphMeasures,
) {
  const [view, setView] = useState<Viewport>({ x: MARGIN, y: MARGIN, scale: 1 });
  const [isPanning, setPanning] = useState(false);
  const moved = useRef(false);
  const drag = useRef<Point | undefined>(undefined);

  const frame = useCallback(
    () => ({ width: frameRef.current?.clientWidth ?? 0, height: frameRef.current?.clientHeight ?? 0 }),
    [frameRef],
  );
  const fitAll = useCallback(() => {
    moved.current = false;
    setView(fitted(layout, frame()));
  }, [layout, frame]);
  const zoom = useCallback(
    (factor: number) => {
      moved.current = true;
      const { width, height } = frame();
      setView((now) => zoomedAt(now, factor, { x: width / 2, y: height / 2 }));
    },
    [frame],
  );

  useEffect(() => {
    const element = frameRef.current;
    if (!element) return;
    const refit = () => !moved.current && setView(fitted(layout, frame(), READABLE));
    refit();
    const observer = new ResizeObserver(refit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frameRef, layout, frame]);

  useEffect(() => {
    const element = frameRef.current;
    if (!element) return;
    // React listens to wheel passively, and the page must not zoom along.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      moved.current = true;
      const box = element.getBoundingClientRect();
      const at = { x: event.clientX - box.left, y: event.clientY - box.top };
      if (event.ctrlKey || event.metaKey) setView((now) => zoomedAt(now, Math.exp(-event.deltaY / 300), at));
      else setView((now) => ({ ...now, x: now.x - event.deltaX, y: now.y - event.deltaY }));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frameRef]);

  /** Moves the frame just far enough that a node is whole in sight. */
  const reveal = useCallback(
    (at: Point) => {
      const { width, height } = frame();
      if (width === 0) return;
      setView((now) => {
        const left = at.x * now.scale + now.x;
        const top = at.y * now.scale + now.y;
        const right = left + measures.width * now.scale;
        const bottom = top + measures.height * now.scale;
        const x = left < MARGIN ? MARGIN - left : right > width - MARGIN ? width - MARGIN - right : 0;
        const y = top < MARGIN ? MARGIN - top : bottom > height - FOOT ? height - FOOT - bottom : 0;
        return x === 0 && y === 0 ? now : { ...now, x: now.x + x, y: now.y + y };
      });
    },
    [frame, measures],
  );

  const panHandlers = {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
      drag.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
      setPanning(true);
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const from = drag.current;
      if (!from) return;
      moved.current = true;
      drag.current = { x: event.clientX, y: event.clientY };
      setView((now) => ({ ...now, x: now.x + event.clientX - from.x, y: now.y + event.clientY - from.y }));
    },
    onPointerUp: () => {
      drag.current = undefined;
      setPanning(false);
    },
  };
  return { view, fitAll, zoom, reveal, isPanning, panHandlers };
}
