import { describe, expect, it } from 'vitest';
import { columnLayout } from './column-layout.ts';
import { drawEdges, pipeWidth } from './edges.ts';
import { computeLayout, FULL, type LayoutRequest } from './layout.ts';

const request = {
  ids: ['s', 'f', 'a', 'b', 'u'],
  edges: [
    { from: 's', to: 'f' },
    { from: 'f', to: 'a' },
    { from: 'f', to: 'b' },
  ],
  measures: FULL,
};

describe.each([
  ['the layout of a graph', computeLayout],
  ['the plain layout that stands in for it', async (asked: LayoutRequest) => columnLayout(asked)],
])('%s', (_, compute) => {
  it('goes from left to right, and no two cards overlap', async () => {
    const { nodes } = await compute(request);
    expect(nodes.s!.x).toBeLessThan(nodes.f!.x);
    expect(nodes.f!.x).toBeLessThan(nodes.a!.x);
    const all = Object.values(nodes);
    for (const one of all)
      for (const other of all) {
        const apart = Math.abs(one.x - other.x) >= FULL.width || Math.abs(one.y - other.y) >= FULL.height;
        expect(one === other || apart).toBe(true);
      }
  });

  it('is the same for the same graph', async () => {
    expect(await compute(request)).toEqual(await compute(request));
  });

  it('places every node of a draft with a cycle', async () => {
    const layout = await compute({ ...request, edges: [...request.edges, { from: 'a', to: 's' }] });
    expect(Object.keys(layout.nodes).sort()).toEqual(['a', 'b', 'f', 's', 'u']);
  });
});

describe('pipes', () => {
  it('are as wide as their share of the source, and never too thin to see', () => {
    expect(pipeWidth(1)).toBe(18);
    expect(pipeWidth(0.5)).toBe(9);
    expect(pipeWidth(0.001)).toBe(1.5);
    expect(pipeWidth(undefined)).toBe(1.5);
  });

  it('leave out a connection whose node has no place yet', async () => {
    const layout = await computeLayout(request);
    expect(drawEdges([{ from: 's', to: 'new' }], layout, FULL)).toEqual([]);
  });
});
