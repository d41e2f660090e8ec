import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { MultiSelect } from './multi-select.tsx';
import { matchingOptions, type Option, selectedFirst } from './options.ts';
import { FilterSelect } from './select-field.tsx';

const options = (count: number): Option[] =>
  Array.from({ length: count }, (_, at) => ({ value: `v${at}`, label: `Value ${at}` }));

function Owner({ count, initial }: { count: number; initial: string[] }) {
  const [selected, setSelected] = useState(initial);
  return (
    <>
      <MultiSelect label="Status" options={options(count)} selected={selected} onChange={setSelected} />
      <output>{selected.join(' ')}</output>
    </>
  );
}
const labels = () => screen.getAllByRole('option').map((option) => option.textContent);
const chosen = () => screen.getByText((_, element) => element?.tagName === 'OUTPUT').textContent;

describe('multi-select', () => {
  it('R2.8-16 has All and Clear', async () => {
    const user = userEvent.setup();
    render(<Owner count={3} initial={['v1']} />);
    await user.click(screen.getByRole('combobox', { name: 'Status: Value 1' }));
    await user.click(await screen.findByRole('button', { name: 'All' }));
    expect(chosen()).toBe('v0 v1 v2');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(chosen()).toBe('');
    expect(screen.getByRole('combobox', { name: 'Status: None', hidden: true })).toBeInTheDocument();
  });

  it('R2.8-15 searches and toggles by keyboard', async () => {
    const user = userEvent.setup();
    render(<Owner count={5} initial={[]} />);
    await user.tab();
    await user.keyboard('{Enter}');
    await screen.findByPlaceholderText('Type to search');
    await user.keyboard('value 3');
    expect(labels()).toEqual(['Value 3']);
    await user.keyboard('{Enter}');
    expect(chosen()).toBe('v3');
  });

  it('R2.8-17 lists selected values first beyond ten, in a settled order while open', async () => {
    const user = userEvent.setup();
    render(<Owner count={11} initial={['v9']} />);
    await user.click(screen.getByRole('combobox', { name: 'Status: Value 9' }));
    await screen.findAllByRole('option');
    expect(labels()[0]).toBe('Value 9');
    await user.click(screen.getByRole('option', { name: 'Value 9' }));
    expect(chosen()).toBe('');
    expect(labels()[0]).toBe('Value 9');
  });

  it('R2.8-18 leaves the order of ten or fewer alone', () => {
    expect(selectedFirst(options(10), ['v9']).map((option) => option.value)[0]).toBe('v0');
    expect(selectedFirst(options(11), ['v9']).map((option) => option.value)[0]).toBe('v9');
  });
});

describe('searchable select', () => {
  it('R2.8-34 shows at most 35 options, R2.8-35 with the hint only beyond', async () => {
    const user = userEvent.setup();
    render(<FilterSelect label="Source" value="v0" onChange={() => {}} options={options(36)} />);
    await user.click(screen.getByRole('combobox', { name: 'Source: Value 0' }));
    expect(await screen.findAllByRole('option')).toHaveLength(35);
    expect(screen.getByText('Type in input area to search for more options')).toBeVisible();
    expect(matchingOptions(options(35), '').hasMore).toBe(false);
  });
});
