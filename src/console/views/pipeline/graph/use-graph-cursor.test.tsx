import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Draft, emptyDraft } from '../../../../graph/draft.ts';
import { useGraphCursor } from './use-graph-cursor.ts';

const node = (id: string, name: string): Draft['nodes'][string] => ({
  id,
  nodeType: 'TRANSFORM',
  templateId: 'parse_json',
  name,
  config: {},
});
const draftOf = (...ids: string[]): Draft => ({
  ...emptyDraft('web'),
  nodes: Object.fromEntries(ids.map((id) => [id, node(id, `step ${id}`)])),
});

test('cursor: a move before an added node is drawn keeps its panel', () => {
  const { result, rerender } = renderHook(({ draft }) => useGraphCursor(draft, undefined), {
    initialProps: { draft: draftOf('1') },
  });
  act(() => result.current.open('new-1'));
  act(() => result.current.moveTo('1'));
  rerender({ draft: draftOf('1', 'new-1') });
  expect(result.current.openedNode?.id).toBe('new-1');
});

test('cursor: an open panel follows a move, also from a node that was removed', () => {
  const { result, rerender } = renderHook(({ draft }) => useGraphCursor(draft, undefined), {
    initialProps: { draft: draftOf('1', '2') },
  });
  act(() => result.current.open('1'));
  act(() => result.current.moveTo('2'));
  expect(result.current.openedNode?.id).toBe('2');
  rerender({ draft: draftOf('1') });
  act(() => result.current.moveTo('1'));
  expect(result.current.openedNode?.id).toBe('1');
});
