import type { GraphLayout, Point } from '../types.ts';

/** Position in the frame, in px. */
export type View = { x: number; y: number; scale: number };
export type Size = { width: number; height: number };
export type Box = { left: number; top: number; right: number; bottom: number };

export const SMALLEST = 0.1;
export const LARGEST = 2;
/** Scale of a graph too large to fit; the view then follows the cursor. */
export const READABLE = 0.8;
/** Below this scale names on cards are under 9.5 px, so the graph is shown whole only on request. */
export const WHOLE_FROM = 0.38;
const MARGIN = 24;
const FOOT = 56;

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Largest scale that fits the whole graph, at most 1. */
const computeFittingScale = (layout: GraphLayout, frame: Size): number =>
  Math.min((frame.width - 2 * MARGIN) / layout.width, (frame.height - MARGIN - FOOT) / layout.height, 1);

/**
 * Centers the whole graph. If that needs a scale below `wholeFrom`, uses `smallest` instead, starting at the
 * left at the height of `start`.
 */
export function fitView(
  layout: GraphLayout,
  frame: Size,
  { smallest, wholeFrom, start }: { smallest: number; wholeFrom: number; start?: Point | undefined },
): View {
  if (layout.width === 0 || frame.width === 0) return { x: MARGIN, y: MARGIN, scale: 1 };
  const whole = computeFittingScale(layout, frame);
  const scale = whole >= wholeFrom ? whole : smallest;
  const room = { width: frame.width - 2 * MARGIN, height: frame.height - MARGIN - FOOT };
  const [width, height] = [layout.width * scale, layout.height * scale];
  const x = width <= room.width ? (room.width - width) / 2 : 0;
  const wished = room.height / 2 - ((start?.y ?? layout.top) - layout.top) * scale;
  const y = height <= room.height ? (room.height - height) / 2 : clamp(wished, room.height - height, 0);
  return { scale, x: MARGIN + x - layout.left * scale, y: MARGIN + y - layout.top * scale };
}

/** Keeps `at` in place. */
export function zoomView(view: View, factor: number, at: Point): View {
  const scale = clamp(view.scale * factor, SMALLEST, LARGEST);
  const ratio = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}

export const toFrameBox = (box: Box, { x, y, scale }: View): Box => ({
  left: box.left * scale + x,
  right: box.right * scale + x,
  top: box.top * scale + y,
  bottom: box.bottom * scale + y,
});

export const computeShownPart = ({ x, y, scale }: View, frame: Size): Box => ({
  left: -x / scale,
  top: -y / scale,
  right: (frame.width - x) / scale,
  bottom: (frame.height - y) / scale,
});

export const doBoxesMeet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

export const contains = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left &&
  outer.right >= inner.right &&
  outer.top <= inner.top &&
  outer.bottom >= inner.bottom;

/** Room for neighbors of a revealed node; none in narrow frames. */
const BESIDE = 176;
const ROOMY = 720;

/** Moves just enough to show a box with some surroundings, or its start if it is larger than the frame. */
export function revealing(view: View, box: Box, bounds: Box, frame: Size): View {
  if (frame.width === 0) return view;
  const { left, right, top, bottom } = toFrameBox(box, view);
  const along = (low: number, high: number, start: number, end: number) =>
    low < start ? start - low : high > end ? Math.max(end - high, start - low) : 0;
  const beside = (rest: number) =>
    frame.width < ROOMY ? MARGIN : Math.min(BESIDE, MARGIN + Math.max(0, rest * view.scale));
  const [before, after] = [beside(box.left - bounds.left), beside(bounds.right - box.right)];
  const x = along(left, right, before, frame.width - after);
  const y = along(top, bottom, MARGIN, frame.height - FOOT);
  return x === 0 && y === 0 ? view : { ...view, x: view.x + x, y: view.y + y };
}
