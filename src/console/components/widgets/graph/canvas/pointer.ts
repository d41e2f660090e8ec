import type { Point } from '../types.ts';
import { computeMidpoint, zoomView } from './view-math.ts';
import type { ViewStore } from './view-store.ts';

/** A touch that moves further is not a tap. */
export const TAP_PX = 8;
/** Wheel travel in px that zooms by a factor of e. */
const WHEEL_PER_E = 300;

const computeDistance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
/** Drag and wheel pan; pinch and Ctrl+wheel zoom around the pointer. */
export function listenToPointer(frame: HTMLElement, store: ViewStore, onMoved: () => void): () => void {
  const touches = new Map<number, Point>();
  const placeOf = (event: MouseEvent): Point => {
    const box = frame.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const go = (...[view]: Parameters<ViewStore['set']>) => {
    onMoved();
    store.set(view);
  };

  const wheel = (event: WheelEvent) => {
    // Keep the page from scrolling or zooming.
    event.preventDefault();
    const now = store.get();
    if (event.ctrlKey || event.metaKey)
      return go(zoomView(now, Math.exp(-event.deltaY / WHEEL_PER_E), placeOf(event)));
    const across = event.shiftKey && event.deltaX === 0;
    go({
      ...now,
      x: now.x - (across ? event.deltaY : event.deltaX),
      y: now.y - (across ? 0 : event.deltaY),
    });
  };
  const begin = () => {
    for (const id of touches.keys()) frame.setPointerCapture(id);
    frame.dataset.panning = '';
  };
  const down = (event: PointerEvent) => {
    const onControl = event.target instanceof Element && event.target.closest('button, [data-own-pointer]');
    if (event.button !== 0 || (onControl && event.pointerType !== 'touch')) return;
    if (event.target instanceof Element && event.target.closest('[data-own-pointer]')) return;
    touches.set(event.pointerId, placeOf(event));
    if (!onControl || touches.size > 1) begin();
  };
  const move = (event: PointerEvent) => {
    const before = touches.get(event.pointerId);
    if (!before) return;
    const here = placeOf(event);
    if (frame.dataset.panning === undefined) {
      if (computeDistance(before, here) < TAP_PX) return;
      begin();
    }
    touches.set(event.pointerId, here);
    const now = store.get();
    const other = [...touches].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return go({ ...now, x: now.x + here.x - before.x, y: now.y + here.y - before.y });
    const [from, to] = [computeMidpoint(before, other), computeMidpoint(here, other)];
    const larger = zoomView(
      now,
      computeDistance(here, other) / Math.max(1, computeDistance(before, other)),
      from,
    );
    go({ ...larger, x: larger.x + to.x - from.x, y: larger.y + to.y - from.y });
  };
  const up = (event: PointerEvent) => {
    touches.delete(event.pointerId);
    if (touches.size === 0) delete frame.dataset.panning;
  };

  const done = new AbortController();
  frame.addEventListener('wheel', wheel, { passive: false, signal: done.signal });
  frame.addEventListener('pointerdown', down, done);
  frame.addEventListener('pointermove', move, done);
  frame.addEventListener('pointerup', up, done);
  frame.addEventListener('pointercancel', up, done);
  return () => done.abort();
}
