import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { findMatchingGroups, moveSelectedFirst, type Option } from '../forms/options.ts';
import { SelectField } from '../forms/select-field.tsx';
import { GroupedMultiSelect, MultiSelect } from './multi-select.tsx';
import { formatSelection } from './selection-text.ts';
import { SingleSelect } from './single-select.tsx';
import type { Selected } from './types.ts';

// Preload the lazy-loaded list.
beforeAll(async () => {
  await import('./select-popup.tsx');
});

const options = (count: number): Option[] =>
  Array.from({ length: count }, (_, at) => ({ value: `v${at}`, label: `Value ${at}` }));
const GROUPS = [
  { id: 'push', label: 'Push', options: options(2) },
  { id: 'system', label: 'System', options: [{ value: 'file', label: 'File' }] },
];

type OwnerProps = { count: number; initial: Selected; kind?: 'multi' | 'grouped' | 'single' };
function Owner({ count, initial, kind = 'multi' }: OwnerProps) {
  const [selected, setSelected] = useState(initial);
  const shared = {
    label: 'Status',
    selected,
    isDefault: selected === 'all',
    onPick: setSelected,
    onAll: () => setSelected('all'),
    onClear: () => setSelected([]),
  };
  return (
    <>
      {kind === 'multi' && <MultiSelect {...shared} options={options(count)} />}
      {kind === 'single' && <SingleSelect {...shared} options={options(count)} />}
      {kind === 'grouped' && (
        <GroupedMultiSelect {...shared} groups={GROUPS} noun={{ one: 'template', many: 'templates' }} />
      )}
      <p data-testid="chosen">{selected === 'all' ? 'all' : selected.join(' ')}</p>
    </>
  );
}
const button = (text: string) => screen.getByRole('combobox', { name: `Status: ${text}`, hidden: true });
const labels = () => screen.getAllByRole('option').map((option) => option.textContent);
const chosen = () => screen.getByTestId('chosen').textContent;
/** The active descendant. */
const announced = () => {
  const holder = document.activeElement;
  const id = holder?.getAttribute('aria-activedescendant');
  return (id ? document.getElementById(id) : holder)?.textContent;
};
async function open(props: OwnerProps) {
  const user = userEvent.setup();
  render(<Owner {...props} />);
  await user.tab();
  await user.keyboard('{Enter}');
  await screen.findByRole('listbox');
  return user;
}

describe('a select of several values [R2.8-14]', () => {
  it('has All and Clear [R2.8-16]', async () => {
    const user = await open({ count: 3, initial: ['v1'] });
    expect(button('Value 1')).toHaveAttribute('data-set');
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(chosen()).toBe('all');
    expect(button('All')).not.toHaveAttribute('data-set');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(chosen()).toBe('');
    expect(button('None')).toBeInTheDocument();
  });

  it('searches, says how much is left, and toggles by keyboard [R2.8-15]', async () => {
    const user = await open({ count: 12, initial: [] });
    expect(screen.getByRole('listbox')).toHaveAttribute('aria-multiselectable', 'true');
    await user.keyboard('value 3');
    expect(labels()).toEqual(['Value 3']);
    expect(screen.getByRole('status')).toHaveTextContent('1 option');
    await user.keyboard('{Enter}');
    expect(chosen()).toBe('v3');
    await user.keyboard(' nothing');
    expect(screen.getByRole('status')).toHaveTextContent('Nothing matches');
  });

  it('arrows, Home and End move; Space toggles before typing', async () => {
    const user = await open({ count: 12, initial: [] });
    await user.keyboard('{End}');
    expect(announced()).toBe('Value 11');
    await user.keyboard('{Home}');
    expect(announced()).toBe('Value 0');
    await user.keyboard('{ArrowDown} ');
    expect(chosen()).toBe('v1');
    await user.keyboard(' ');
    expect(chosen()).toBe('');
  });

  it('without a search field it works alike; typing finds names', async () => {
    const user = await open({ count: 3, initial: [] });
    await user.keyboard('{End}');
    expect(announced()).toBe('Value 2');
    await user.keyboard(' ');
    expect(chosen()).toBe('v2');
    await user.keyboard('{Home}{Enter}');
    expect(chosen()).toBe('v2 v0');
    expect(screen.getByRole('option', { name: 'Value 0', selected: true })).toBeInTheDocument();
    expect(screen.getByRole('option', { name: 'Value 1', selected: false })).toBeInTheDocument();
    expect(screen.getByRole('listbox')).toHaveAttribute('aria-multiselectable', 'true');
  });

  it('closes on Escape with the focus back on its button', async () => {
    const user = await open({ count: 3, initial: 'all' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    await waitFor(() => expect(button('All')).toHaveFocus());
  });

  it('more than ten values: selected first, in an order kept while open [R2.8-17, R9-06]', async () => {
    const user = await open({ count: 11, initial: ['v9'] });
    expect(labels()[0]).toBe('Value 9');
    await user.click(screen.getByRole('option', { name: 'Value 9' }));
    await user.click(screen.getByRole('option', { name: 'Value 4' }));
    expect(chosen()).toBe('v4');
    expect(labels().slice(0, 2)).toEqual(['Value 9', 'Value 0']);
    await user.keyboard('{Escape}{Enter}');
    await screen.findByRole('listbox');
    expect(labels().slice(0, 2)).toEqual(['Value 4', 'Value 0']);
  });

  it('leaves the order of ten or fewer alone [R2.8-18]', () => {
    expect(moveSelectedFirst(options(10), ['v9']).map((option) => option.value)[0]).toBe('v0');
    expect(moveSelectedFirst(options(11), ['v9']).map((option) => option.value)[0]).toBe('v9');
  });
});

describe('a select of one value [R2.8-13]', () => {
  it('has an All option', async () => {
    const user = await open({ kind: 'single', count: 3, initial: ['v1'] });
    expect(labels()).toEqual(['All', 'Value 0', 'Value 1', 'Value 2']);
    await user.keyboard('{Home}{Enter}');
    expect(chosen()).toBe('all');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    await waitFor(() => expect(button('All')).toHaveFocus());
  });
});

describe('a searchable list', () => {
  it('shows at most 35 options, with a hint only beyond [R2.8-34, R2.8-35, R9-05]', async () => {
    await open({ count: 36, initial: 'all' });
    expect(screen.getAllByRole('option')).toHaveLength(35);
    expect(screen.getByText('Type in input area to search for more options')).toBeVisible();
    expect(findMatchingGroups([{ id: '', options: options(35) }], '').hasMore).toBe(false);
  });

  it('the cap counts all groups; a matching heading brings its own', () => {
    const groups = [
      { id: 'a', label: 'First', options: options(30) },
      { id: 'b', label: 'Second', options: options(30) },
    ];
    const all = findMatchingGroups(groups, '');
    expect(all.groups.map((group) => group.options.length)).toEqual([30, 5]);
    expect(all.count).toBe(60);
    expect(findMatchingGroups(groups, 'second').groups.map(({ id }) => id)).toEqual(['b']);
    expect(findMatchingGroups(groups, 'value 29').count).toBe(2);
  });
});

describe('a grouped select of several values', () => {
  const heading = (name: RegExp) => screen.getByRole('option', { name });
  it('counts the templates under each heading [R2.8-38]', async () => {
    await open({ kind: 'grouped', count: 0, initial: 'all' });
    expect(heading(/^Push ?, ?2 templates$/)).toBeVisible();
    expect(heading(/^System ?, ?1 template$/)).toBeVisible();
    expect(within(screen.getByRole('group', { name: 'Push' })).getAllByRole('option')).toHaveLength(3);
  });

  it('has Select All and Clear [R2.8-36, R2.8-37]', async () => {
    const user = await open({ kind: 'grouped', count: 0, initial: ['v1'] });
    await user.click(screen.getByRole('button', { name: 'Select All' }));
    expect(chosen()).toBe('all');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(chosen()).toBe('');
  });

  it('a heading selects its whole group and says when it is mixed', async () => {
    const user = await open({ kind: 'grouped', count: 0, initial: ['v1', 'file'] });
    expect(heading(/Push/)).toHaveAttribute('aria-checked', 'mixed');
    expect(heading(/System/)).toHaveAttribute('aria-checked', 'true');
    expect(screen.getByRole('option', { name: 'Value 1', checked: true })).not.toHaveAttribute(
      'aria-selected',
    );
    await user.keyboard('{Home} ');
    expect(chosen()).toBe('file v0 v1');
    expect(heading(/Push/)).toHaveAttribute('aria-checked', 'true');
    await user.keyboard('{Enter}');
    expect(chosen()).toBe('file');
    expect(heading(/Push/)).toHaveAttribute('aria-checked', 'false');
  });
});

describe('what the button says', () => {
  it.each([
    ['all', 'All'],
    [[], 'None'],
    [['v1'], 'Value 1'],
    [['v1', 'v0'], 'Value 0, Value 1'],
    [['v0', 'v1', 'v2'], '3 of 4'],
    [['v0', 'gone'], '2 chosen'],
  ] satisfies [Selected, string][])('%s: %s', (selected, text) => {
    expect(formatSelection(options(4), selected)).toBe(text);
  });
});

describe('a short list without a search', () => {
  it('a name typed with a space leads to its option', async () => {
    const user = await open({ count: 3, initial: ['v0'], kind: 'single' });
    await user.keyboard('value 2');
    expect(announced()).toBe('Value 2');
    expect(chosen()).toBe('v0');
    await user.keyboard('{Enter}');
    expect(chosen()).toBe('v2');
  });

  it('so does a field of a form', async () => {
    const user = userEvent.setup();
    const onChange = vi.fn();
    const names = ['Northwest', 'North wind', 'North sea'];
    const list = names.map((label) => ({ value: label, label }));
    render(<SelectField label="Destination" value={undefined} onChange={onChange} options={list} />);
    await user.tab();
    await user.keyboard('{Enter}');
    await screen.findByRole('listbox');
    await user.keyboard('north s');
    expect(announced()).toBe('North sea');
    await user.keyboard('{Enter}');
    expect(onChange).toHaveBeenCalledExactlyOnceWith('North sea');
  });
});

it('a choice opened before its options have come stays open, with the focus', async () => {
  const user = userEvent.setup();
  const field = (count: number) => (
    <SelectField id="region" label="Region" value={undefined} onChange={vi.fn()} options={options(count)} />
  );
  const { rerender } = render(field(0));
  await user.click(screen.getByRole('combobox', { name: 'Region' }));
  await screen.findByRole('listbox');
  rerender(field(20));
  expect(screen.getAllByRole('option')).toHaveLength(20);
  await user.keyboard('{End}{Enter}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Region' })).toHaveFocus());
});
