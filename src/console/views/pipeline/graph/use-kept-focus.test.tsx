import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useKeptFocus } from './use-kept-focus.ts';

const focusPlace = vi.fn();

function Page({ parts, isAsking = false }: { parts: string; isAsking?: boolean }) {
  useKeptFocus(parts, focusPlace);
  return (
    <>
      {parts.includes('head') && <input aria-label="Version Name" />}
      <button type="button">Node</button>
      {isAsking && (
        <div role="dialog">
          <button type="button">Discard</button>
        </div>
      )}
    </>
  );
}

test.each([
  ['goes with the head of the edit mode', 'Version Name', 1],
  ['is in an answered question', 'Discard', 1],
  ['is in a part that stays', 'Node', 0],
])('the focus that %s is given a place exactly then', (_, focused, times) => {
  focusPlace.mockClear();
  const { rerender } = render(<Page parts="graph head" isAsking />);
  const [field] = screen.queryAllByLabelText(focused);
  (field ?? screen.getByRole('button', { name: focused })).focus();
  rerender(<Page parts="graph" isAsking />);
  expect(focusPlace).toHaveBeenCalledTimes(times);
});
