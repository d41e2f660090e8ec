import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { findOpenPlaceholder, insertPlaceholder, PlaceholderArea } from './placeholder-area.tsx';

const PLACEHOLDERS = [
  { value: 'target', label: 'what the rule watches' },
  { value: 'title', label: 'the alert in one line' },
  { value: 'value', label: 'the value with its unit' },
];

function Message() {
  const [value, setValue] = useState('');
  return (
    <PlaceholderArea id="m" label="Message" value={value} onChange={setValue} placeholders={PLACEHOLDERS} />
  );
}
afterEach(cleanup);

test('braces propose placeholders; arrows and Enter take one, Escape none', async () => {
  render(<Message />);
  const user = userEvent.setup({ delay: null });
  const area = screen.getByRole('textbox', { name: 'Message' });
  area.focus();
  await user.keyboard('At {{{{t');
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([
    'targetwhat the rule watches',
    'titlethe alert in one line',
  ]);
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('title');
  expect(area).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { selected: true }).id);
  await user.keyboard('{Enter}');
  expect(area).toHaveValue('At {{title}}');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.keyboard(' {{{{v{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(area).toHaveValue('At {{title}} {{v');
});

test('what is typed of a placeholder is completed where the caret is', () => {
  expect(findOpenPlaceholder('a {{ti and', 6)).toEqual({ from: 4, typed: 'ti' });
  expect(findOpenPlaceholder('a {{title}} and', 15)).toBeUndefined();
  expect(findOpenPlaceholder('none', 4)).toBeUndefined();
  expect(insertPlaceholder('a {{ti and', 6, 'title')).toEqual({ text: 'a {{title}} and', caret: 11 });
  expect(insertPlaceholder('a {{ti}} and', 6, 'title')).toEqual({ text: 'a {{title}} and', caret: 11 });
});
