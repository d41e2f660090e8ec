import { expect, test } from 'vitest';
import { type Draft, emptyDraft } from '../../../graph/draft.ts';
import { mergeDrafts } from './union-draft.ts';

const draftOf = (
  edges: Record<string, string[]>,
  ids: string[],
  lineage: Record<string, string> = {},
): Draft => ({
  ...emptyDraft('logs'),
  nodes: Object.fromEntries(
    ids.map((id) => [id, { id, nodeType: 'TRANSFORM', name: id, templateId: 'filter', config: {} }]),
  ),
  edges: Object.fromEntries(Object.entries(edges).map(([from, nodeIds]) => [from, { nodeIds }])),
  meta: Object.fromEntries(Object.entries(lineage).map(([id, lineageId]) => [id, { lineageId }])),
});

test('holds nodes and connections of both, with what became of them', () => {
  const before = draftOf({ a: ['b'], b: ['c'] }, ['a', 'b', 'c']);
  const after = draftOf({ a: ['n'], n: ['c2'] }, ['a', 'n', 'c2'], { c2: 'c' });
  const { draft, marks } = mergeDrafts(before, after);
  expect(Object.keys(draft.nodes).toSorted()).toEqual(['a', 'b', 'c', 'n']);
  expect(draft.nodes.c?.name).toBe('c2');
  expect(draft.edges).toEqual({ a: { nodeIds: ['n', 'b'] }, n: { nodeIds: ['c'] }, b: { nodeIds: ['c'] } });
  expect(marks.nodes).toEqual({ b: 'removed', n: 'added', c: 'changed' });
  expect(marks.edges).toEqual({ 'a>b': 'removed', 'b>c': 'removed', 'a>n': 'added', 'n>c': 'added' });
});

test('leaves out a removed connection that would close a cycle', () => {
  const { draft, diff } = mergeDrafts(draftOf({ a: ['b'] }, ['a', 'b']), draftOf({ b: ['a'] }, ['a', 'b']));
  expect(draft.edges).toEqual({ b: { nodeIds: ['a'] } });
  expect(diff.edges).toHaveLength(2);
});
