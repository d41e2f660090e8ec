import { describe, expect, test } from 'vitest';
import { type Draft, emptyDraft } from './draft.ts';
import { mergeThreeWay } from './three-way.ts';

type Parts = {
  name?: string;
  nodes: Record<string, Record<string, unknown>>;
  edges?: Record<string, string[]>;
  meta?: Draft['meta'];
};

const makeDraft = ({ name = 'web', nodes, edges = {}, meta = {} }: Parts): Draft => ({
  ...emptyDraft(name),
  nodes: Object.fromEntries(
    Object.entries(nodes).map(([id, config]) => [
      id,
      { id, nodeType: 'TRANSFORM', name: id, templateId: 'filter', config },
    ]),
  ),
  edges: Object.fromEntries(Object.entries(edges).map(([from, nodeIds]) => [from, { nodeIds }])),
  meta,
});
const LINE = { a: ['b'], b: ['c'] };
const base = makeDraft({ nodes: { a: { x: 1, y: 1 }, b: { x: 1 }, c: {} }, edges: LINE });
const fieldsOf = (mine: Draft, theirs: Draft) =>
  mergeThreeWay({ base, mine, theirs }).conflicts.map(({ nodeId, field }) => `${nodeId}.${field}`);

describe('a three-way merge of graphs', () => {
  test('takes what each side changed, also of one node', () => {
    const mine = makeDraft({
      nodes: { a: { x: 2, y: 1 }, n: { x: 5 }, b: { x: 1 }, c: {} },
      edges: { a: ['n'], n: ['b'], b: ['c'] },
    });
    const theirs = makeDraft({
      name: 'Web',
      nodes: { a: { x: 1, y: 3 }, b: { x: 1 }, c: {} },
      edges: LINE,
      meta: { b: { disabled: true } },
    });
    const { merged, conflicts } = mergeThreeWay({ base, mine, theirs });
    expect(conflicts).toEqual([]);
    expect(merged.name).toBe('Web');
    expect(merged.nodes.a?.config).toEqual({ x: 2, y: 3 });
    expect(merged.edges).toEqual({ b: { nodeIds: ['c'] }, a: { nodeIds: ['n'] }, n: { nodeIds: ['b'] } });
    expect(merged.meta.b).toEqual({ disabled: true });
  });

  test('what both changed alike is no conflict', () => {
    const both = makeDraft({ nodes: { a: { x: 2, y: 1 }, c: {} }, edges: { a: ['c'] } });
    const { merged, conflicts } = mergeThreeWay({ base, mine: both, theirs: structuredClone(both) });
    expect([conflicts, Object.keys(merged.nodes), merged.edges]).toEqual([[], ['a', 'c'], both.edges]);
  });

  test('names each field that both changed differently, and takes the chosen', () => {
    const mine = makeDraft({ nodes: { a: { x: 2, y: 1 }, b: { x: 7 }, c: {} }, edges: LINE });
    const theirs = makeDraft({ nodes: { a: { x: 3, y: 1 }, b: { x: 8 }, c: {} }, edges: LINE });
    const { conflicts } = mergeThreeWay({ base, mine, theirs });
    expect(
      conflicts.map(({ field, base: was, mine: own, theirs: other }) => [field, was, own, other]),
    ).toEqual([
      ['config.x', 1, 2, 3],
      ['config.x', 1, 7, 8],
    ]);
    const choices = new Map([[conflicts[0]?.key ?? '', 'mine' as const]]);
    const { nodes } = mergeThreeWay({ base, mine, theirs }, choices).merged;
    expect([nodes.a?.config, nodes.b?.config]).toEqual([{ x: 2, y: 1 }, { x: 8 }]);
  });

  test('a node that one removed and the other changed or connected is a conflict', () => {
    const without = makeDraft({ nodes: { a: { x: 1, y: 1 }, c: {} }, edges: { a: ['c'] } });
    const changed = makeDraft({ nodes: { a: { x: 1, y: 1 }, b: { x: 9 }, c: {} }, edges: LINE });
    expect(fieldsOf(without, changed)).toEqual(['b.node']);
    expect(fieldsOf(changed, without)).toEqual(['b.node']);
    const connected = makeDraft({
      nodes: { ...{ a: { x: 1, y: 1 }, b: { x: 1 }, c: {} }, d: {} },
      edges: { ...LINE, d: ['b'] },
    });
    expect(fieldsOf(connected, without)).toEqual(['b.node']);
    expect(fieldsOf(base, without)).toEqual([]);
    const kept = mergeThreeWay(
      { base, mine: changed, theirs: without },
      new Map([[JSON.stringify(['b', 'node']), 'mine' as const]]),
    ).merged;
    expect(kept.nodes.b?.config).toEqual({ x: 9 });
    expect(kept.edges.b).toEqual({ nodeIds: ['c'] });
    expect(mergeThreeWay({ base, mine: changed, theirs: without }).merged.edges).toEqual({
      a: { nodeIds: ['c'] },
    });
  });

  test('two nodes of one name and different type are a conflict as a whole', () => {
    const add = (templateId: string) => {
      const draft = makeDraft({
        nodes: { ...{ a: { x: 1, y: 1 }, b: { x: 1 }, c: {} }, n: {} },
        edges: LINE,
      });
      if (draft.nodes.n) draft.nodes.n.templateId = templateId;
      return draft;
    };
    expect(fieldsOf(add('sample'), add('mask'))).toEqual(['n.node']);
    expect(fieldsOf(add('sample'), add('sample'))).toEqual([]);
  });

  test('a connection that both put on another output is a conflict', () => {
    const on = (output: string) =>
      makeDraft({
        nodes: { a: { x: 1, y: 1 }, b: { x: 1 }, c: {} },
        edges: LINE,
        meta: { a: { outputs: { [output]: ['b'] } } },
      });
    expect(fieldsOf(on('errors'), on('rest'))).toEqual(['a.to b']);
    expect(mergeThreeWay({ base, mine: on('errors'), theirs: base }).merged.meta.a).toEqual({
      outputs: { errors: ['b'] },
    });
  });
});
