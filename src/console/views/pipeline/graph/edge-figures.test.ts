import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draftOf, line, node, routed, routeNode } from '../../../../graph/testing.ts';
import { predecessorsOf } from '../../../../graph/walk.ts';
import { estimatePassedAlong, estimatePassedBy, type Passed } from './edge-figures.ts';

/** source → route, and source → y. The route sends `errors` to x and y, `slow` to y, the rest to z. */
const merged = {
  ...draftOf(
    [
      node('source', 'SOURCE'),
      routeNode('route', 'errors', 'slow'),
      node('x'),
      node('y', 'SINK'),
      node('z', 'SINK'),
    ],
    { source: ['route', 'y'], route: ['x', 'y', 'z'], x: ['z'] },
  ),
  meta: { route: { outputs: { errors: ['x', 'y'], slow: ['y'], unmatched: ['z'] } } },
};

/** Counts events per node and connection as the engine does. */
function run(events: readonly { errors: boolean; slow: boolean; isKept: boolean }[]) {
  const edges: Record<string, number> = {};
  const nodes: Record<string, { in: number; out: number }> = {};
  const at = (id: string) => (nodes[id] ??= { in: 0, out: 0 });
  const send = (from: string, ...targets: string[]) => {
    at(from).out += 1;
    for (const to of targets) {
      edges[`${from}>${to}`] = (edges[`${from}>${to}`] ?? 0) + 1;
      at(to).in += 1;
    }
  };
  for (const { errors, slow, isKept } of events) {
    send('source', 'route', 'y');
    const targets = new Set([...(errors ? ['x', 'y'] : []), ...(slow ? ['y'] : [])]);
    send('route', ...(targets.size > 0 ? targets : ['z']));
    if (errors && isKept) send('x', 'z');
  }
  return { edges, at: (id: string): Passed => at(id) };
}

const someEvents = fc.array(fc.record({ errors: fc.boolean(), slow: fc.boolean(), isKept: fc.boolean() }));

describe('what passes along a connection', () => {
  test('edge counts add up to what the next node received', () => {
    fc.assert(
      fc.property(someEvents, (events) => {
        const { edges, at } = run(events);
        for (const [from, { nodeIds }] of Object.entries(merged.edges))
          for (const to of nodeIds)
            expect(estimatePassedAlong(merged, at, from, to), `${from}>${to}`).toBe(
              edges[`${from}>${to}`] ?? 0,
            );
        for (const to of ['route', 'x', 'y', 'z']) {
          const parts = predecessorsOf(merged, to).map(
            (from) => estimatePassedAlong(merged, at, from, to) ?? 0,
          );
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(at(to).in);
        }
      }),
    );
  });

  test('is told by output where that output alone leads somewhere', () => {
    const { at } = run([
      { errors: true, slow: false, isKept: false },
      { errors: true, slow: true, isKept: true },
      { errors: false, slow: false, isKept: true },
    ]);
    expect(estimatePassedBy(merged, at, 'route', 'errors')).toBe(2);
    expect(estimatePassedBy(merged, at, 'route', 'unmatched')).toBe(1);
    expect(estimatePassedBy(merged, at, 'route', 'slow')).toBeUndefined();
  });

  test('is not known after two routes, and not where nothing is counted', () => {
    const meta = { ...routed.meta, second: { outputs: { errors: ['y'] } } };
    const two = { ...routed, meta, edges: { ...routed.edges, second: { nodeIds: ['y'] } } };
    const withSecond = { ...two, nodes: { ...two.nodes, second: routeNode('second', 'errors') } };
    const all = (): Passed => ({ in: 1, out: 1 });
    expect(estimatePassedAlong(withSecond, all, 'route', 'y')).toBeUndefined();
    expect(estimatePassedAlong(withSecond, all, 'route', 'x')).toBe(1);
    expect(
      estimatePassedAlong(routed, () => ({ in: undefined, out: undefined }), 'route', 'x'),
    ).toBeUndefined();
    expect(estimatePassedAlong(line, all, 'source', 'sink')).toBeUndefined();
  });
});
