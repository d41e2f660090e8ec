import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { findMatchingTypes } from './matching-types.ts';
import { type PickableType, TypePicker } from './type-picker.tsx';

const type = (id: string, group: string, more: Partial<PickableType> = {}): PickableType => ({
  id,
  name: id.toUpperCase(),
  description: '',
  icon: 'source',
  group,
  lossReasons: [],
  ...more,
});
const TYPES = [
  type('http', 'Push', { description: 'Takes events by POST' }),
  type('syslog', 'Push', { lossReasons: ['Over UDP it can lose data.'] }),
  type('tail', 'System', { description: 'Follows files, also those of syslog' }),
];

afterEach(cleanup);

function show(recent: string[] = []) {
  const onChoose = vi.fn();
  const onCancel = vi.fn();
  render(
    <TypePicker
      label="Types of source"
      types={TYPES}
      recent={recent}
      onChoose={onChoose}
      onCancel={onCancel}
    />,
  );
  return { onChoose, onCancel, user: userEvent.setup() };
}
const names = () => screen.getAllByRole('option').map((option) => option.textContent);

test('types are grouped, those chosen last first', () => {
  show(['tail']);
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))).toHaveLength(3);
  expect(names()[0]).toContain('TAIL');
  expect(screen.getByRole('group', { name: 'Recently used' })).toBeTruthy();
  expect(within(screen.getByRole('group', { name: 'Push' })).getAllByRole('option')).toHaveLength(2);
});

test('a type that can lose data says so, and why [R22]', () => {
  show();
  expect(screen.getByRole('option', { name: /SYSLOG.*Can lose data.*Over UDP/s })).toBeTruthy();
  expect(screen.getByRole('option', { name: /HTTP/ }).textContent).not.toContain('Can lose data');
});

test('typing narrows the list, arrows move, Enter takes what is marked', async () => {
  const { user, onChoose } = show();
  await user.keyboard('syslog');
  expect(names()).toHaveLength(2);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onChoose.mock.calls).toEqual([['tail']]);
});

test('Enter takes the best match; Escape empties the search, then leaves', async () => {
  const { user, onChoose, onCancel } = show(['tail']);
  await user.keyboard('htt{Enter}');
  expect(onChoose.mock.calls).toEqual([['http']]);
  await user.keyboard('{Escape}');
  expect(onCancel).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledOnce();
});

test('nothing that matches is said', async () => {
  const { user } = show();
  await user.keyboard('kafka');
  expect(screen.queryAllByRole('option')).toEqual([]);
  expect(screen.getByRole('status').textContent).toMatch(/^No type matches/);
});

test('what begins with the word comes before what only mentions it', () => {
  const found = findMatchingTypes(TYPES, 'syslog').flatMap(({ types }) => types.map(({ id }) => id));
  expect(found).toEqual(['syslog', 'tail']);
  expect(findMatchingTypes(TYPES, 'post takes')).toHaveLength(1);
});
