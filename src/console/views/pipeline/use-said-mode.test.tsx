import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { announcement } from '../../state/announcement.ts';
import { useSaidMode } from './use-said-mode.ts';

test('edit mode and the panel of a node are announced as they begin and end', () => {
  const { count } = announcement.get();
  const { rerender } = renderHook(
    ({ isEditing, panel }: { isEditing: boolean; panel?: string }) => useSaidMode('web', isEditing, panel),
    { initialProps: { isEditing: false } },
  );
  expect(announcement.get().count).toBe(count);
  const said = (isEditing: boolean, panel?: string) => {
    rerender({ isEditing, ...(panel === undefined ? {} : { panel }) });
    return announcement.get().text;
  };
  expect(said(true)).toBe("Editing 'web'");
  expect(said(true, 'Parse')).toBe("Panel of 'Parse' opened");
  // The focus says the name of the next node.
  const before = announcement.get().count;
  said(true, 'Filter');
  expect(announcement.get().count).toBe(before);
  expect(said(false)).toBe("No longer editing 'web'. Panel of 'Filter' closed");
});
