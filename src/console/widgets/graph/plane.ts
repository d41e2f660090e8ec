import type { GraphLayout, Point } from './types.ts';

/** Connections pass above and below the cards by so much at most. */
const AROUND_PX = 400;
/** Side of a part of the plane that is drawn with one path: more in one, and each tile draws what is far from it. */
const CELL_PX = 400;

export const cellOf = ({ x, y }: Point): string => `${Math.floor(x / CELL_PX)} ${Math.floor(y / CELL_PX)}`;

/** The room of all that is drawn as paths. It is cut off there: what overflows costs a frame thirty times as much. */
export const planeFrame = ({ left, top, width, height }: GraphLayout) => {
  const box = {
    x: left - AROUND_PX,
    y: top - AROUND_PX,
    width: width + 2 * AROUND_PX,
    height: height + 2 * AROUND_PX,
  };
  return {
    width: box.width,
    height: box.height,
    viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
    style: { left: box.x, top: box.y },
  };
};
