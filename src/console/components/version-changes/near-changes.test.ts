import { expect, test } from 'vitest';
import { type Draft, emptyDraft } from '../../../graph/draft.ts';
import { pickNearChanges } from './near-changes.ts';
import { mergeDrafts } from './union-draft.ts';

const build = (...ways: [string, string][]): Draft => {
  const draft = emptyDraft('web');
  for (const id of new Set(ways.flat()))
    draft.nodes[id] = { id, nodeType: 'TRANSFORM', name: id, templateId: 'filter', config: {} };
  for (const [from, to] of ways) draft.edges[from] = { nodeIds: [...(draft.edges[from]?.nodeIds ?? []), to] };
  return draft;
};

test('a small drawing has what changed and its neighbors [R1-25]', () => {
  const before = build(['in', 'a'], ['a', 'b'], ['b', 'c'], ['c', 'out']);
  const after = build(['in', 'a'], ['a', 'b'], ['b', 'c'], ['c', 'new'], ['new', 'out']);
  const { union, leftOut } = pickNearChanges(mergeDrafts(before, after));
  expect(Object.keys(union.draft.nodes).sort()).toEqual(['c', 'new', 'out']);
  expect(union.draft.edges).toEqual({ c: { nodeIds: ['new', 'out'] }, new: { nodeIds: ['out'] } });
  expect(leftOut).toBe(3);
  expect(union.marks.nodes).toEqual({ new: 'added' });
});

test('a drawing without changes stays whole', () => {
  const same = build(['in', 'out']);
  expect(pickNearChanges(mergeDrafts(same, same)).leftOut).toBe(0);
});
