import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCycle, pathExists, predecessorsOf, reachableFrom, sortByFlow } from './walk.ts';

const wired = (text: string) => ({
  edges: Object.fromEntries(
    text.split(' ').map((one): [string, { nodeIds: string[] }] => {
      const [from = '', to = ''] = one.split('>');
      return [from, { nodeIds: to.split(',') }];
    }),
  ),
});

describe('walks of a graph', () => {
  const split = wired('s>a,b a>c b>c,d c>e x>e');

  test('what can be reached includes the starts, and nothing that only leads there', () => {
    expect([...reachableFrom(split, ['b'])].toSorted()).toEqual(['b', 'c', 'd', 'e']);
    expect([...reachableFrom(split, ['e', 'x'])].toSorted()).toEqual(['e', 'x']);
    expect(pathExists(split, 's', 'e')).toBe(true);
    expect(pathExists(split, 'a', 'd')).toBe(false);
    expect(predecessorsOf(split, 'c')).toEqual(['a', 'b']);
  });

  test('order of flow puts every node after what feeds it', () => {
    const order = sortByFlow(split, ['s']);
    expect(order[0]).toBe('s');
    for (const [from, to] of ['sa', 'sb', 'ac', 'bc', 'bd', 'ce'].map((one) => [...one]))
      expect(order.indexOf(from!)).toBeLessThan(order.indexOf(to!));
  });

  test('a cycle is named by its nodes, from where it is entered', () => {
    expect(findCycle(split, ['s', 'x'])).toBeUndefined();
    expect(findCycle(wired('s>a a>b b>c,a'), ['s'])).toEqual(['a', 'b']);
    expect(findCycle(wired('s>s'), ['s'])).toEqual(['s']);
    expect(findCycle(wired('s>a b>c c>b'), ['s'])).toBeUndefined();
  });

  test('edges that only lead to later nodes make no cycle, in order', () => {
    const forward = fc.array(fc.tuple(fc.nat(20), fc.nat(20)), { maxLength: 40 });
    fc.assert(
      fc.property(forward, (pairs) => {
        const edges: Record<string, { nodeIds: string[] }> = {};
        for (const [a, b] of pairs.filter(([one, other]) => one !== other)) {
          const from = `n${Math.min(a, b)}`;
          edges[from] = { nodeIds: [...(edges[from]?.nodeIds ?? []), `n${Math.max(a, b)}`] };
        }
        const starts = Object.keys(edges);
        expect(findCycle({ edges }, starts)).toBeUndefined();
        const order = sortByFlow({ edges }, starts);
        for (const [from, { nodeIds }] of Object.entries(edges))
          for (const to of nodeIds) expect(order.indexOf(from)).toBeLessThan(order.indexOf(to));
      }),
    );
  });
});
