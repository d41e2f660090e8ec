import { array, constantFrom, assert as holds, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from './draft.ts';
import { mergeEdits } from './merge.ts';
import { draftOf, line, node, routed } from './testing.ts';

const changeNode = (draft: Draft, id: string, over: object): Draft => ({
  ...draft,
  nodes: { ...draft.nodes, [id]: { ...draft.nodes[id]!, ...over } },
});
const note = (draft: Draft, id: string, notes: string): Draft => ({
  ...draft,
  meta: { ...draft.meta, [id]: { ...draft.meta[id], notes } },
});
const connect = (draft: Draft, from: string, ...nodeIds: string[]): Draft => ({
  ...draft,
  edges: { ...draft.edges, [from]: { nodeIds } },
});
const add = (draft: Draft, id: string): Draft => ({ ...draft, nodes: { ...draft.nodes, [id]: node(id) } });
const remove = (draft: Draft, id: string): Draft => {
  const { [id]: _node, ...nodes } = draft.nodes;
  const { [id]: _edges, ...edges } = draft.edges;
  return { ...draft, nodes, edges };
};

/** source → a → b → sink */
const base = draftOf([node('source', 'SOURCE'), node('a'), node('b'), node('sink', 'SINK')], {
  source: ['a'],
  a: ['b'],
  b: ['sink'],
});

describe('edits of two people on one version [R4-134]', () => {
  test('changes to different nodes, and insertions at different places, are both kept', () => {
    const mine = connect(add(note(base, 'a', 'mine'), 'new-1'), 'source', 'new-1');
    const theirs = connect(add(changeNode(base, 'b', { config: { x: 1 } }), 'c'), 'b', 'c');
    const merged = mergeEdits(base, connect(mine, 'new-1', 'a'), connect(theirs, 'c', 'sink'));
    expect(merged?.edges).toEqual({
      source: { nodeIds: ['new-1'] },
      'new-1': { nodeIds: ['a'] },
      a: { nodeIds: ['b'] },
      b: { nodeIds: ['c'] },
      c: { nodeIds: ['sink'] },
    });
    expect(merged?.meta.a?.notes).toBe('mine');
    expect(merged?.nodes.b?.config).toEqual({ x: 1 });
  });

  test('their saved nodes keep their ids', () => {
    const saved: Draft = {
      ...remove(base, 'b'),
      nodes: { ...remove(base, 'b').nodes, b2: node('b2', 'TRANSFORM', { name: 'b', config: { x: 1 } }) },
      edges: { source: { nodeIds: ['a'] }, a: { nodeIds: ['b2'] }, b2: { nodeIds: ['sink'] } },
      meta: { b2: { lineageId: 'b' } },
    };
    const merged = mergeEdits(base, changeNode(base, 'a', { name: 'mine' }), saved);
    expect(merged?.edges).toEqual(saved.edges);
    expect(merged?.nodes.b2).toEqual(saved.nodes.b2);
    expect(merged?.nodes.a?.name).toBe('mine');
    expect(merged?.meta.b2?.lineageId).toBe('b');
  });

  test.each<[string, Draft, Draft]>([
    ['one node', note(base, 'a', 'mine'), note(base, 'a', 'theirs')],
    [
      'its name and its settings',
      changeNode(base, 'a', { name: 'mine' }),
      changeNode(base, 'a', { config: { x: 1 } }),
    ],
    ['a node that the other removed', note(base, 'b', 'mine'), connect(remove(base, 'b'), 'a', 'sink')],
    [
      'the connection behind a node that the other removed',
      connect(connect(add(base, 'new-1'), 'b', 'new-1'), 'new-1', 'sink'),
      connect(remove(base, 'b'), 'a', 'sink'),
    ],
    [
      'one connection, by an insertion each',
      connect(connect(add(base, 'new-1'), 'a', 'new-1'), 'new-1', 'b'),
      connect(connect(add(base, 'c'), 'a', 'c'), 'c', 'b'),
    ],
    [
      'a connection to a node that the other removed',
      connect(base, 'source', 'a', 'b'),
      connect(remove(base, 'b'), 'a', 'sink'),
    ],
    ['the name', { ...base, name: 'mine' }, { ...base, name: 'theirs' }],
  ])('both changed %s: nothing is merged', (_what, mine, theirs) => {
    expect(mergeEdits(base, mine, theirs)).toBeUndefined();
    expect(mergeEdits(base, theirs, mine)).toBeUndefined();
  });

  test('the same change by both is one change', () => {
    const changed = note(base, 'a', 'alike');
    expect(mergeEdits(base, changed, note(base, 'a', 'alike'))?.meta.a).toEqual({ notes: 'alike' });
  });

  test('named outputs follow the ids', () => {
    const theirs = note(routed, 'x', 'theirs');
    const merged = mergeEdits(routed, note(routed, 'route', 'mine'), theirs);
    expect(merged?.meta.route).toEqual({ notes: 'mine', outputs: { errors: ['x'], unmatched: ['y'] } });
    expect(merged?.meta.x?.notes).toBe('theirs');
  });

  test('nothing changed by one side leaves the other side as it is', () => {
    const edits = [
      (draft: Draft) => note(draft, 'a', 'n'),
      (draft: Draft) => changeNode(draft, 'source', { name: 'in' }),
      (draft: Draft) => connect(add(draft, 'new-1'), 'source', 'a', 'new-1'),
      (draft: Draft) => ({ ...draft, description: 'd' }),
    ];
    holds(
      property(array(constantFrom(...edits)), (steps) => {
        const mine = steps.reduce((draft, step) => step(draft), line);
        expect(mergeEdits(line, mine, line)).toMatchObject({
          nodes: mine.nodes,
          edges: mine.edges,
          description: mine.description,
        });
        expect(mergeEdits(line, line, mine)).toMatchObject({
          nodes: mine.nodes,
          edges: mine.edges,
          description: mine.description,
        });
      }),
    );
  });
});
