import { expect, test } from 'vitest';
import { type Draft, type DraftNode, emptyDraft, withSavedIds } from '../../../../graph/draft.ts';
import { listConflictChanges } from './conflict-changes.ts';

const transform = (id: string, name: string): DraftNode => ({
  id,
  nodeType: 'TRANSFORM',
  name,
  templateId: 'filter',
  config: {},
});
const base: Draft = {
  ...emptyDraft('logs'),
  nodes: { a: transform('a', 'Parse'), b: transform('b', 'Drop') },
  edges: { a: { nodeIds: ['b'] } },
  meta: { a: { lineageId: 'a' }, b: { lineageId: 'b' } },
};
const configured = (id: string, drop: string): Draft => ({
  ...base,
  nodes: { ...base.nodes, [id]: { ...transform(id, base.nodes[id]?.name ?? ''), config: { drop } } },
});

test('each side lists its changes; those of both are marked', () => {
  const theirs = withSavedIds({ ...configured('a', 'theirs'), name: 'their logs' }, { a: 'saved' });
  const mine = { ...configured('a', 'mine'), meta: { ...base.meta, b: { lineageId: 'b', disabled: true } } };
  const changes = listConflictChanges(base, theirs, mine, []);
  const told = (side: 'theirs' | 'mine') => changes[side].map(({ title, warning }) => [title, warning]);
  expect(told('theirs')).toEqual([
    ['Name and description', undefined],
    ['Parse', 'You changed it too'],
  ]);
  expect(told('mine')).toEqual([
    ['Parse', 'They changed it too'],
    ['Drop', undefined],
  ]);
});
