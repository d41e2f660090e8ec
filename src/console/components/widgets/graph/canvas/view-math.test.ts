import { describe, expect, it } from 'vitest';
import type { GraphLayout } from '../types.ts';
import {
  centreView,
  computeShownPart,
  contains,
  fitView,
  revealing,
  SMALLEST,
  toFrameBox,
  zoomView,
} from './view-math.ts';

const FRAME = { width: 1000, height: 600 };
const WHOLE = { left: 0, top: 0, right: 1000, bottom: 600 };
const graph = (left: number, top: number, width: number, height: number): GraphLayout => ({
  left,
  top,
  width,
  height,
  nodes: {},
  bends: {},
  flow: 'right',
  gutters: [],
});
const computeBounds = ({ left, top, width, height }: GraphLayout) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe('fitting a graph into its frame', () => {
  it.each([
    ['small', graph(0, 0, 400, 200)],
    ['wide', graph(0, 0, 5000, 200)],
    ['high, and begun left of its first column', graph(-700, -300, 900, 4000)],
  ])('shows one that is %s as a whole, never larger than life', (_, layout) => {
    const view = fitView(layout, FRAME);
    expect(contains(WHOLE, toFrameBox(computeBounds(layout), view))).toBe(true);
    expect(view.scale).toBeLessThanOrEqual(1);
  });
});

describe('a view around a node', () => {
  const large = graph(0, 0, 9000, 8000);

  it('has it in the middle of a graph that is too large', () => {
    const { left, right, top, bottom } = computeShownPart(
      centreView(large, FRAME, 1, { x: 4000, y: 4000 }),
      FRAME,
    );
    expect((left + right) / 2).toBeCloseTo(4000);
    // The row of buttons at the foot is no room for nodes.
    expect((top + bottom) / 2).toBeCloseTo(4016);
  });

  it('leaves no room empty at the ends', () => {
    const { left, top } = computeShownPart(centreView(large, FRAME, 1, { x: 0, y: 0 }), FRAME);
    expect([left, top]).toEqual([-24, -24]);
    const end = computeShownPart(centreView(large, FRAME, 1, { x: 9000, y: 8000 }), FRAME);
    expect([end.right, end.bottom]).toEqual([9024, 8056]);
  });

  it('has the whole graph in the middle where there is room', () => {
    const layout = graph(-700, -300, 900, 400);
    expect(centreView(layout, FRAME, 1, { x: -700, y: -300 })).toEqual(fitView(layout, FRAME));
  });
});

describe('bringing a node into sight', () => {
  const bounds = { left: 0, top: 0, right: 4000, bottom: 3000 };
  const card = (left: number, top: number) => ({ left, top, right: left + 184, bottom: top + 96 });

  it.each([[card(3000, 100)], [card(10, 2800)], [card(3816, 2904)], [card(0, 0)]])(
    'shows all of it from anywhere',
    (box) => {
      const view = revealing({ x: -900, y: -700, scale: 1 }, box, bounds, FRAME);
      expect(contains(WHOLE, toFrameBox(box, view))).toBe(true);
    },
  );

  it('moves nothing while it is in sight', () => {
    const view = { x: 0, y: 0, scale: 1 };
    expect(revealing(view, card(400, 200), bounds, FRAME)).toBe(view);
  });

  it('the view leaves room for the next nodes, not beyond', () => {
    const inMiddle = revealing({ x: 0, y: 0, scale: 1 }, card(2000, 100), bounds, FRAME);
    expect(toFrameBox(card(2000, 100), inMiddle).right).toBeLessThan(850);
    const atEnd = revealing({ x: 0, y: 0, scale: 1 }, card(3816, 100), bounds, FRAME);
    expect(toFrameBox(card(3816, 100), atEnd).right).toBeGreaterThan(950);
  });
});

describe('zooming', () => {
  it('keeps the spot under the pointer', () => {
    const before = { x: 30, y: 40, scale: 0.8 };
    const after = zoomView(before, 1.5, { x: 200, y: 100 });
    const spot = ({ x, y, scale }: typeof before) => [(200 - x) / scale, (100 - y) / scale];
    expect(spot(after)[0]).toBeCloseTo(spot(before)[0]!);
    expect(spot(after)[1]).toBeCloseTo(spot(before)[1]!);
  });

  it('has an end in both directions', () => {
    expect(zoomView({ x: 0, y: 0, scale: 1 }, 1000, { x: 0, y: 0 }).scale).toBe(2);
    expect(zoomView({ x: 0, y: 0, scale: 1 }, 0.001, { x: 0, y: 0 }).scale).toBe(SMALLEST);
  });
});
