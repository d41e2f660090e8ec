import { describe, expect, it } from 'vitest';
import type { GraphLayout } from '../types.ts';
import { arrange } from './arrange.ts';
import { computePlan } from './compute.ts';
import type { PlanRequest } from './plan.ts';
import { createBranchingGraph } from './testing-graph.ts';
import { sortRequest } from './use-plan.ts';

const chain = (count: number): PlanRequest => {
  const ids = Array.from({ length: count }, (_, index) => `n${index}`);
  return { ids, edges: ids.slice(1).map((to, index) => ({ from: ids[index]!, to })) };
};
const inRoom = async (request: PlanRequest, width: number, height: number, labelled: number[] = []) =>
  arrange({
    plan: await computePlan(request),
    edges: request.edges,
    room: { width, height },
    textScale: 1,
    labelled: new Set(labelled),
  });
const fits = ({ width, height }: GraphLayout, room: { width: number; height: number }) =>
  width <= room.width && height <= room.height;

function overlaps({ nodes }: GraphLayout, width: number, height: number): string[] {
  const all = Object.entries(nodes);
  return all.flatMap(([id, one], index) =>
    all
      .slice(index + 1)
      .filter(([, other]) => Math.abs(one.x - other.x) < width && Math.abs(one.y - other.y) < height)
      .map(([other]) => `${id} over ${other}`),
  );
}

describe('the direction of a graph', () => {
  it.each([
    ['left to right where the chain fits', 5, 1124, 520, 'right'],
    ['top-down beside a panel', 5, 760, 520, 'down'],
    ['top-down where most of it is in sight', 7, 760, 613, 'down'],
    ['in rows where a low window leaves no height', 6, 708, 390, 'rows'],
    ['in rows where a chain is long', 12, 1124, 520, 'rows'],
    ['in rows where there is width for them', 7, 1124, 600, 'rows'],
    ['top-down on a phone', 6, 272, 260, 'down'],
    ['top-down where a row has room for two', 12, 388, 290, 'down'],
  ])('is %s', async (_, count, width, height, flow) => {
    expect((await inRoom(chain(count), width, height)).layout.flow).toBe(flow);
  });

  it.each([
    [2, 1124, 520],
    [5, 1124, 520],
    [5, 760, 520],
    [6, 708, 390],
    [12, 1124, 520],
    [12, 760, 613],
  ])('shows a chain of %i whole at 100 percent in %i × %i', async (count, width, height) => {
    const { layout, measures } = await inRoom(chain(count), width, height);
    expect(fits(layout, { width, height })).toBe(true);
    expect(overlaps(layout, measures.width, measures.height)).toEqual([]);
  });

  it('cards are 240 px wide top-down, and elsewhere where there is room', async () => {
    expect((await inRoom(chain(5), 760, 520)).measures.width).toBe(240);
    expect((await inRoom(chain(5), 388, 290)).measures.width).toBe(240);
    expect((await inRoom(chain(3), 1124, 520)).measures.width).toBe(240);
    expect((await inRoom(chain(5), 1124, 520)).measures.width).toBe(184);
  });

  it('names of two destinations beside a panel keep two lines', async () => {
    const ids = ['s', 't', 'a', 'b'];
    const fork = { ids, edges: ['t', 'a', 'b'].map((to) => ({ from: to === 't' ? 's' : 't', to })) };
    const room = { width: 388, height: 340 };
    const { layout, measures } = await inRoom(fork, room.width, room.height);
    expect(measures.isNameCut).toBe(false);
    expect(fits(layout, room)).toBe(true);
    expect(overlaps(layout, measures.width, measures.height)).toEqual([]);
  });

  it('room for labels of connections counts', async () => {
    const labelled = [0, 1, 2, 3, 4];
    const { layout, measures } = await inRoom(chain(6), 708, 390, labelled);
    expect(overlaps(layout, measures.width, measures.height)).toEqual([]);
    expect(fits(layout, { width: 708, height: 390 })).toBe(true);
  });

  it.each([8, 20, 40])('a branching graph of %i nodes overlaps nowhere in any room', async (count) => {
    const graph = createBranchingGraph(count);
    for (const [width, height] of [
      [1400, 700],
      [700, 700],
      [280, 300],
    ] as const) {
      const { layout, measures } = await inRoom(graph, width, height);
      expect(overlaps(layout, measures.width, measures.height)).toEqual([]);
      expect(Object.keys(layout.nodes)).toHaveLength(count);
    }
  });

  it('a large graph flows to the right', async () => {
    expect((await inRoom(createBranchingGraph(100), 700, 700)).layout.flow).toBe('right');
  });
});

describe('the order of branches', () => {
  const branches: PlanRequest = {
    ids: ['s', 'r', 'a', 'b', 'c', 'x', 'y', 'z'],
    edges: [
      { from: 's', to: 'r' },
      { from: 'r', to: 'a' },
      { from: 'r', to: 'b' },
      { from: 'r', to: 'c' },
      { from: 'a', to: 'x' },
      { from: 'b', to: 'y' },
      { from: 'c', to: 'z' },
    ],
    endIds: ['x', 'y', 'z'],
  };
  const renamed = (id: string) => ({ a: 'zz', b: 'm', c: 'aa' })[id] ?? id;
  const rowsOf = async (request: PlanRequest, ids: readonly string[]) => {
    const { nodes } = await computePlan(sortRequest(request));
    return ids.map((id) => nodes[id]!.row);
  };

  it('is that of the connections', async () => {
    const rows = await rowsOf(branches, ['a', 'b', 'c']);
    expect(rows).toEqual(rows.toSorted((a, b) => a - b));
  });

  it('stays when a save gives nodes new ids and another order', async () => {
    const saved: PlanRequest = {
      ids: branches.ids.map(renamed).toReversed(),
      edges: [...branches.edges.slice(4).toReversed(), ...branches.edges.slice(0, 4)].map(({ from, to }) => ({
        from: renamed(from),
        to: renamed(to),
      })),
      endIds: branches.endIds!,
    };
    expect(await rowsOf(saved, branches.ids.map(renamed))).toEqual(await rowsOf(branches, branches.ids));
  });
});
