import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTopologyNeighbour, NODE_HEIGHT, placeTopology } from './topology-layout.ts';

const nodes = [
  { id: 's1', column: 0 },
  { id: 's2', column: 0 },
  { id: 'p1', column: 1 },
  { id: 'p2', column: 1 },
  { id: 'd1', column: 2 },
] as const;
const links = [
  { from: 's2', to: 'p1', bytes: 800 },
  { from: 's1', to: 'p2', bytes: 200 },
  { from: 'p1', to: 'd1', bytes: 400 },
  { from: 'p2', to: 'd1', bytes: 0 },
];

describe('the topology of a site', () => {
  const placed = placeTopology(nodes, links);

  it('keeps the order of the pipelines and puts their sources beside them', () => {
    expect(placed.columns).toEqual([['s2', 's1'], ['p1', 'p2'], ['d1']]);
  });

  it('pipes are as wide as their volume, 1.5 to 18 px', () => {
    expect(placed.links.map(({ width }) => width)).toEqual([18, 4.5, 9, 1.5]);
  });

  it('arrows walk columns up and down, pipes left and right', () => {
    expect(findTopologyNeighbour(placed, 's2', 'ArrowDown')).toBe('s1');
    expect(findTopologyNeighbour(placed, 's2', 'ArrowUp')).toBeUndefined();
    expect(findTopologyNeighbour(placed, 's1', 'ArrowRight')).toBe('p2');
    expect(findTopologyNeighbour(placed, 'd1', 'ArrowLeft')).toBe('p1');
    expect(findTopologyNeighbour(placed, 'p2', 'Home')).toBe('p1');
    expect(findTopologyNeighbour(placed, 'p1', 'x')).toBeUndefined();
  });

  it('lets pipes meet their nodes within the node, whatever flows', () => {
    const bytes = fc.array(fc.nat(1_000_000), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(bytes, (volumes) => {
        const pipelines = volumes.map((_, at) => ({ id: `p${at}`, column: 1 as const }));
        const drawn = placeTopology(
          [{ id: 's', column: 0 }, ...pipelines],
          volumes.map((volume, at) => ({ from: 's', to: `p${at}`, bytes: volume })),
        );
        const top = (drawn.height - NODE_HEIGHT) / 2;
        for (const { fromY } of drawn.links) {
          expect(fromY).toBeGreaterThanOrEqual(top);
          expect(fromY).toBeLessThanOrEqual(top + NODE_HEIGHT);
        }
      }),
    );
  });
});
