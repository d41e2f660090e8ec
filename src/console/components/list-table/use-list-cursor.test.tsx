import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useListCursor, useOpenRow } from './use-list-cursor.ts';

test('the cursor follows the open row, and stays once it is closed', () => {
  const { result, rerender } = renderHook(({ open }) => useListCursor('destinations', open), {
    initialProps: { open: undefined as string | undefined },
  });
  act(() => result.current[1]('first'));
  rerender({ open: 'third' });
  expect(result.current[0]).toBe('third');
  rerender({ open: undefined });
  expect(result.current[0]).toBe('third');
  act(() => result.current[1]('fourth'));
  expect(result.current[0]).toBe('fourth');
});

test('back from a row, the cursor is on that row, once', () => {
  renderHook(() => useOpenRow('sources', 'second')).unmount();
  const back = renderHook(() => useListCursor('sources'));
  expect(back.result.current[0]).toBe('second');
  back.unmount();
  expect(renderHook(() => useListCursor('sources')).result.current[0]).toBeUndefined();
});
