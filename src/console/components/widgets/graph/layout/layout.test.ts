import { describe, expect, it } from 'vitest';
import { computePipeWidth, drawEdges } from '../edges.ts';
import { adjustPlan } from './adjust.ts';
import { computePlan } from './compute.ts';
import { FULL, LOW, spread } from './measures.ts';
import type { GraphPlan, PlanRequest } from './plan.ts';
import { planColumns } from './plan-cache.ts';
import { createBranchingGraph } from './testing-graph.ts';

const request: PlanRequest = {
  ids: ['s', 'f', 'a', 'b', 'u'],
  edges: [
    { from: 's', to: 'f' },
    { from: 'f', to: 'a' },
    { from: 'f', to: 'b' },
  ],
};

const countMovedNodes = (before: GraphPlan, now: GraphPlan): number =>
  Object.entries(now.nodes).filter(([id, { column, row }]) => {
    const former = before.nodes[id];
    return former !== undefined && (former.column !== column || Math.abs(former.row - row) > 0.01);
  }).length;

function overlaps(plan: GraphPlan, measures = FULL): string[] {
  const all = Object.entries(spread(plan, measures).nodes);
  return all.flatMap(([id, one], index) =>
    all
      .slice(index + 1)
      .filter(
        ([, other]) =>
          Math.abs(one.x - other.x) < measures.width - 0.01 &&
          Math.abs(one.y - other.y) < measures.height - 0.01,
      )
      .map(([otherId]) => `${id} over ${otherId}`),
  );
}

const backwards = (plan: GraphPlan, { edges }: PlanRequest) =>
  edges.filter(({ from, to }) => plan.nodes[to]!.column <= plan.nodes[from]!.column);

describe.each([
  ['the plan of a graph', computePlan],
  ['the plain plan that stands in for it', async (asked: PlanRequest) => planColumns(asked)],
])('%s', (_, compute) => {
  it('goes from left to right, and no two cards overlap', async () => {
    const plan = await compute(request);
    expect(backwards(plan, request)).toEqual([]);
    expect(overlaps(plan)).toEqual([]);
  });

  it('is the same for the same graph', async () => {
    expect(await compute(request)).toEqual(await compute(request));
  });

  it('places every node of a draft with a cycle', async () => {
    const plan = await compute({ ...request, edges: [...request.edges, { from: 'a', to: 's' }] });
    expect(Object.keys(plan.nodes).sort()).toEqual(['a', 'b', 'f', 's', 'u']);
  });

  it.each([30, 500])('of %i nodes overlaps nowhere, with low cards as with high ones', async (count) => {
    const graph = createBranchingGraph(count);
    const plan = await compute(graph);
    expect(backwards(plan, graph)).toEqual([]);
    expect(overlaps(plan, FULL)).toEqual([]);
    expect(overlaps(plan, LOW)).toEqual([]);
  });
});

describe.each([5, 50, 200])('an edit of a graph of %i nodes [R3-16]', (count) => {
  const graph = createBranchingGraph(count);
  const [first, second] = [graph.edges[0]!, graph.edges.at(-1)!];
  const edited = async (change: (now: PlanRequest) => PlanRequest) => {
    const before = await computePlan(graph);
    const now = change(graph);
    const after = adjustPlan(before, now)!;
    expect(overlaps(after)).toEqual([]);
    expect(backwards(after, now)).toEqual([]);
    return { before, after, now };
  };
  const behind = ({ edges }: PlanRequest, id: string, seen = new Set<string>()): Set<string> => {
    for (const { from, to } of edges) {
      if (from !== id || seen.has(to)) continue;
      seen.add(to);
      behind({ ids: [], edges }, to, seen);
    }
    return seen;
  };

  it('moves no node when one is added after another', async () => {
    const { before, after } = await edited(({ ids, edges }) => ({
      ids: [...ids, 'new'],
      edges: [...edges, { from: first.from, to: 'new' }],
    }));
    expect(countMovedNodes(before, after)).toBe(0);
    expect(after.nodes.new!.column).toBe(before.nodes[first.from]!.column + 1);
  });

  it('moves no node when one is removed and its neighbours are joined', async () => {
    const gone = second.from;
    const { before, after } = await edited(({ ids, edges }) => ({
      ids: ids.filter((id) => id !== gone),
      edges: [
        ...edges.filter(({ from, to }) => from !== gone && to !== gone),
        ...edges
          .filter(({ to }) => to === gone)
          .flatMap(({ from }) => edges.filter((edge) => edge.from === gone).map(({ to }) => ({ from, to }))),
      ],
    }));
    expect(countMovedNodes(before, after)).toBe(0);
  });

  it('moves no node when a new source comes before the first', async () => {
    const { before, after } = await edited(({ ids, edges }) => ({
      ids: ['new', ...ids],
      edges: [{ from: 'new', to: first.from }, ...edges],
    }));
    expect(countMovedNodes(before, after)).toBe(0);
  });

  it('an inserted node moves only what comes after it', async () => {
    const { before, after, now } = await edited(({ ids, edges }) => ({
      ids: [...ids, 'new'],
      edges: [
        ...edges.filter((edge) => edge !== second),
        { from: second.from, to: 'new' },
        { from: 'new', to: second.to },
      ],
    }));
    const mayMove = behind(now, 'new');
    const moved = Object.keys(before.nodes).filter(
      (id) => countMovedNodes({ nodes: { [id]: before.nodes[id]! }, bends: {} }, after) > 0,
    );
    expect(moved.filter((id) => !mayMove.has(id))).toEqual([]);
    for (const id of moved) expect(after.nodes[id]!.column).toBe(before.nodes[id]!.column + 1);
  });
});

describe('destinations', () => {
  const ends: PlanRequest = {
    ids: ['s', 'f', 'g', 'a', 'b'],
    edges: [
      { from: 's', to: 'f' },
      { from: 'f', to: 'g' },
      { from: 'g', to: 'a' },
      { from: 's', to: 'b' },
    ],
    endIds: ['a', 'b'],
  };

  it('stand in one column at the end', async () => {
    const { nodes } = await computePlan(ends);
    expect(nodes.b!.column).toBe(nodes.a!.column);
  });

  it('are added to it, connected or not', async () => {
    const before = await computePlan(ends);
    const { nodes } = adjustPlan(before, {
      ids: [...ends.ids, 'c', 'd'],
      edges: [...ends.edges, { from: 's', to: 'c' }],
      endIds: ['a', 'b', 'c', 'd'],
    })!;
    expect([nodes.c!.column, nodes.d!.column]).toEqual([nodes.a!.column, nodes.a!.column]);
  });
});

describe('a plan is not adjusted', () => {
  it('to a graph that is mostly another', async () => {
    const before = await computePlan(request);
    expect(adjustPlan(before, { ids: ['x', 'y', 's'], edges: [] })).toBeUndefined();
  });
});

describe('a connection past other nodes', () => {
  it('goes between the cards of the columns it crosses', async () => {
    const before = await computePlan({
      ids: ['a', 'b', 'c'],
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
    });
    const { nodes, bends } = adjustPlan(before, {
      ids: ['a', 'b', 'c'],
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
        { from: 'a', to: 'c' },
      ],
    })!;
    const [bend] = bends['a>c']!;
    expect(bend!.column).toBe(nodes.b!.column);
    expect(Math.abs(bend!.row - nodes.b!.row)).toBeGreaterThanOrEqual(0.5);
  });
});

describe('pipes', () => {
  it('widths follow the share of the source, never too thin', () => {
    expect(computePipeWidth(1)).toBe(18);
    expect(computePipeWidth(0.5)).toBe(9);
    expect(computePipeWidth(0.001)).toBe(1.5);
    expect(computePipeWidth(undefined)).toBe(1.5);
  });

  it('leave out a connection whose node has no place yet', async () => {
    const layout = spread(await computePlan(request), FULL);
    expect(drawEdges([{ from: 's', to: 'new' }], layout, FULL)).toEqual([]);
  });
});

describe('room for words on the pipes', () => {
  it('is left after their columns, and moves nothing before them', async () => {
    const plan = await computePlan(request);
    const [plain, labelled] = [
      spread(plan, FULL).nodes,
      spread(plan, FULL, { labels: { after: new Set([1]), room: 92 } }).nodes,
    ];
    for (const id of ['s', 'f']) expect(labelled[id]).toEqual(plain[id]);
    for (const id of ['a', 'b']) expect(labelled[id]!.x - plain[id]!.x).toBe(92 - FULL.gapX);
  });

  it('is left after a column that was added before the first', () => {
    const plan: GraphPlan = { nodes: { a: { column: -1, row: 0 }, b: { column: 0, row: 0 } }, bends: {} };
    const { nodes } = spread(plan, FULL, { labels: { after: new Set([-1]), room: 92 } });
    expect(nodes.b!.x - nodes.a!.x).toBe(FULL.width + 92);
    expect(nodes.a!.x).toBe(0);
  });
});

describe('a column without nodes', () => {
  it('takes no room', () => {
    const slot = (column: number) => ({ column, row: 0 });
    const plan: GraphPlan = {
      nodes: { a: slot(-1), c: slot(1), d: slot(3) },
      bends: { 'a>d': [slot(0), slot(1), slot(2)] },
    };
    const { nodes, bends } = spread(plan, FULL);
    const step = FULL.width + FULL.gapX;
    expect([nodes.a!.x, nodes.c!.x, nodes.d!.x]).toEqual([0, step, 2 * step]);
    expect(bends['a>d']).toHaveLength(1);
  });
});
