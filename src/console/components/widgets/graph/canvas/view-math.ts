import type { GraphLayout, Point } from '../types.ts';

/** Position in the frame, in px. */
export type View = { x: number; y: number; scale: number };
export type Size = { width: number; height: number };
export type Box = { left: number; top: number; right: number; bottom: number };

export const SMALLEST = 0.1;
export const LARGEST = 2;
const MARGIN = 24;
/** The row of buttons at the foot of a frame, in px at the usual text size. */
export const FOOT = 56;

/** The frame without margins and foot, which grows with the text. */
export const computeRoom = ({ width, height }: Size, textScale = 1): Size => ({
  width: width - 2 * MARGIN,
  height: height - MARGIN - FOOT * textScale,
});

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Centers the whole graph at 100 % or less. */
export function fitView(layout: GraphLayout, frame: Size): View {
  if (layout.width === 0 || frame.width === 0) return { x: MARGIN, y: MARGIN, scale: 1 };
  const room = computeRoom(frame);
  const scale = clamp(Math.min(room.width / layout.width, room.height / layout.height, 1), SMALLEST, 1);
  return {
    scale,
    x: MARGIN + (room.width - layout.width * scale) / 2 - layout.left * scale,
    y: MARGIN + (room.height - layout.height * scale) / 2 - layout.top * scale,
  };
}

/** Position of the low end that centers `middle` without leaving space empty. */
const placeAlong = (low: number, size: number, room: number, middle: number): number =>
  size <= room ? (room - size) / 2 - low : clamp(room / 2 - middle, room - size - low, -low);

/** Centers a point of the graph, or the whole graph if it fits. */
export function centreView(layout: GraphLayout, frame: Size, scale: number, at: Point): View {
  if (layout.width === 0 || frame.width === 0) return { x: MARGIN, y: MARGIN, scale };
  const room = computeRoom(frame);
  const { left, top, width, height } = layout;
  return {
    scale,
    x: MARGIN + placeAlong(left * scale, width * scale, room.width, at.x * scale),
    y: MARGIN + placeAlong(top * scale, height * scale, room.height, at.y * scale),
  };
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

export const computeMidpoint = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

export const doBoxesOverlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

export const contains = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left &&
  outer.right >= inner.right &&
  outer.top <= inner.top &&
  outer.bottom >= inner.bottom;

/** Space for neighbors of a revealed node; none in narrow frames. */
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
