import type { GraphLayout, Point } from './types.ts';

/** How far edges may reach beyond the cards. */
const AROUND_PX = 400;
/** Tile size: larger tiles have fewer paths, but each paints more that is off-screen. */
const CELL_PX = 400;

export const buildCellKey = ({ x, y }: Point): string =>
  `${Math.floor(x / CELL_PX)} ${Math.floor(y / CELL_PX)}`;

/** Clipped, because overflow makes a frame 30 times slower. */
export const buildPlaneFrame = ({ left, top, width, height }: GraphLayout) => {
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
