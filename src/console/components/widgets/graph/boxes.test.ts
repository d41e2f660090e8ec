import { describe, expect, it } from 'vitest';
import { drawBoxes, findNodeAtPoint, getNodeTone, type Tone } from './boxes.ts';
import { drawEdges } from './edges.ts';
import { createLargeGraph } from './gallery-graphs.ts';
import { computePlan } from './layout/compute.ts';
import { LOW, spread } from './layout/measures.ts';
import { groupPipes } from './pipe-groups.ts';
import type { GraphNodeView } from './types.ts';

const node = (more: Partial<GraphNodeView> = {}): GraphNodeView => ({
  id: 'n',
  title: 'n',
  kind: 'transform',
  typeLabel: 'Filter',
  icon: 'filter',
  ...more,
});
const NONE = { selected: new Set<string>(), matched: undefined, steps: new Map<string, number>() };
const MEASURES = LOW;

const laidOut = async (count: number) => {
  const { nodes, edges } = createLargeGraph(count);
  const layout = spread(await computePlan({ ids: nodes.map(({ id }) => id), edges }), MEASURES);
  return { nodes, edges, layout };
};

describe('a large graph from afar', () => {
  it('shows what matters most of each node', () => {
    const tones: [Tone, Parameters<typeof getNodeTone>][] = [
      ['plain', [node(), NONE]],
      ['disabled', [node({ disabled: true }), NONE]],
      ['path', [node(), { ...NONE, steps: new Map([['n', 1]]) }]],
      ['selected', [node(), { ...NONE, selected: new Set('n') }]],
      ['warn', [node({ problem: 'Unconnected' }), NONE]],
      ['err', [node({ errors: { count: 1, level: 'err' } }), { ...NONE, selected: new Set('n') }]],
      ['quiet', [node(), { ...NONE, matched: new Set() }]],
      ['found', [node({ problem: 'Unconnected' }), { ...NONE, matched: new Set('n') }]],
    ];
    for (const [tone, facts] of tones) expect(getNodeTone(...facts)).toBe(tone);
  });

  it('has each node as one box, and says trouble by a shape', async () => {
    const { nodes, layout } = await laidOut(120);
    const drawn = drawBoxes(nodes, layout, MEASURES, (one) => getNodeTone(one, NONE));
    expect(drawn.map(({ d }) => d.match(/M/g)?.length ?? 0).reduce((sum, count) => sum + count, 0)).toBe(120);
    for (const { tone, sign } of drawn) expect(sign !== '', tone).toBe(tone === 'err');
  });

  it('finds the node under a point, and none beside it', async () => {
    const { nodes, layout } = await laidOut(120);
    for (const { id } of nodes) {
      const { x, y } = layout.nodes[id]!;
      expect(findNodeAtPoint(layout, MEASURES, { x: x + 5, y: y + 5 })).toBe(id);
    }
    expect(findNodeAtPoint(layout, MEASURES, { x: layout.left - 5, y: layout.top })).toBeUndefined();
  });

  it('has each connection in one group, those of the lit path last', async () => {
    const { edges, layout } = await laidOut(120);
    const drawn = drawEdges(edges, layout, MEASURES);
    const [first] = drawn;
    const groups = groupPipes(drawn, (one) => one === first);
    expect(groups.map(({ d }) => d).join('').length).toBe(drawn.map(({ d }) => d).join('').length);
    expect(groups.length).toBeLessThan(drawn.length);
    expect(groups.at(-1)).toMatchObject({ isHot: true, d: first?.d });
  });
});
