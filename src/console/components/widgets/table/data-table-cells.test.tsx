import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { DataTable } from './data-table.tsx';
import { createSampleRows, type Sample } from './table.gallery-data.ts';
import type { Column, DataTableProps, Density, TableHandle } from './types.ts';

const pressed = vi.fn();
const COLUMNS: Column<Sample>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name, cell: (row) => row.name, sortable: true },
  { id: 'source', header: 'Source', value: (row) => row.source, cell: (row) => row.source },
  {
    id: 'errors',
    header: 'Errors',
    value: (row) => row.errors,
    cell: (row) => (
      <button type="button" tabIndex={-1} onClick={() => pressed(row.id)}>
        {row.errors}
      </button>
    ),
  },
];
const ROWS = createSampleRows(4);

function Owner(props: Partial<DataTableProps<Sample>> & { selects?: boolean; chooses?: boolean }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [density, setDensity] = useState<Density>('comfortable');
  return (
    <DataTable
      label="Samples"
      columns={COLUMNS}
      rows={ROWS}
      rowId={(row) => row.id}
      rowLabel={(row) => row.name}
      {...(props.selects ? { selectedIds: selected, onSelectionChange: setSelected } : {})}
      {...(props.chooses
        ? { hiddenColumns: hidden, onHiddenColumnsChange: setHidden, density, onDensityChange: setDensity }
        : {})}
      {...props}
    />
  );
}
const active = () =>
  document.getElementById(screen.getByLabelText('Samples').getAttribute('aria-activedescendant') ?? '');
const selectedNames = () =>
  screen
    .getAllByRole('row', { selected: true })
    .map((row) => within(row).getAllByRole('gridcell')[1]?.textContent);

async function started(props: Parameters<typeof Owner>[0] = {}) {
  const user = userEvent.setup();
  const handle = createRef<TableHandle>();
  const view = render(<Owner {...props} ref={handle} />);
  await user.tab();
  return { user, view, handle: () => handle.current! };
}

describe('cell cursor', () => {
  it('makes the cell the active descendant; its text is what is copied', async () => {
    const { user, handle } = await started();
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
    expect(active()).toHaveAttribute('role', 'gridcell');
    expect(active()).toHaveTextContent('HTTP intake');
    expect(handle().cellText()).toBe('HTTP intake');
    expect(handle().rowsText()).toEqual({ text: 'Pipeline 2\tHTTP intake\t0', count: 1 });
    await user.keyboard('{Escape}');
    expect(active()).toHaveAttribute('role', 'row');
  });

  it('Enter activates a cell, or opens the row without a control', async () => {
    const onOpen = vi.fn();
    const { user } = await started({ onOpen });
    await user.keyboard('{ArrowRight}{Enter}');
    expect(onOpen).toHaveBeenCalledWith(ROWS[0]);
    await user.keyboard('{End}{Enter}');
    expect(pressed).toHaveBeenCalledWith('row-0');
    expect(onOpen).toHaveBeenCalledTimes(1);
  });
});

describe('selection', () => {
  it('Shift and arrows grow and shrink the selection before', async () => {
    const { user, handle } = await started({ selects: true });
    await user.keyboard(' {ArrowDown}{ArrowDown}{Shift>}{ArrowDown}{/Shift}');
    expect(selectedNames()).toEqual(['Pipeline 1', 'Pipeline 3', 'Pipeline 4']);
    await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
    expect(selectedNames()).toEqual(['Pipeline 1', 'Pipeline 3']);
    expect(handle().rowsText().count).toBe(2);
    expect(handle().csv().text.split('\r\n')).toHaveLength(4);
  });

  it('takes all shown with Ctrl+A, and none through its handle', async () => {
    const { user, handle } = await started({ selects: true });
    await user.keyboard('{Control>}a{/Control}');
    expect(selectedNames()).toHaveLength(4);
    act(() => handle().clearSelection());
    expect(screen.queryAllByRole('row', { selected: true })).toEqual([]);
    expect(handle().csv().count).toBe(4);
  });

  it('shows no boxes where nothing can be selected', async () => {
    await started();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('row menu', () => {
  const rowMenu: DataTableProps<Sample>['rowMenu'] = (row, menu) => (
    <div role="menu" aria-label={row.name}>
      <button type="button" role="menuitem" onClick={menu.onClose}>
        Close
      </button>
    </div>
  );

  it('opens by key on the cursor row, by pointer on that row', async () => {
    const { user } = await started({ rowMenu });
    await user.keyboard('{ArrowDown}{Shift>}{F10}{/Shift}');
    expect(screen.getByRole('menu', { name: 'Pipeline 2' })).toBeVisible();
    await user.click(screen.getByRole('menuitem'));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    fireEvent.contextMenu(screen.getByText('Audit files'));
    expect(screen.getByRole('menu', { name: 'Pipeline 3' })).toBeVisible();
    expect(active()).toHaveTextContent('Audit files');
    await user.click(screen.getByRole('button', { name: 'Actions for Pipeline 1' }));
    expect(screen.getByRole('menu', { name: 'Pipeline 1' })).toBeVisible();
  });
});

describe('expansion', () => {
  const renderExpanded = (row: Sample) => <button type="button">Inside {row.name}</button>;

  it('opens with Right, is entered by Tab, and gives the focus back on Escape', async () => {
    const { user } = await started({ renderExpanded });
    const table = screen.getByRole('treegrid', { name: 'Samples' });
    await user.keyboard('{ArrowDown}');
    expect(active()).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{ArrowRight}');
    expect(active()).toHaveAttribute('aria-expanded', 'true');
    expect(table).toHaveAttribute('aria-rowcount', '6');
    const third = screen.getByText('Pipeline 3').closest('[role="row"]');
    expect(third).toHaveAttribute('aria-rowindex', '5');
    const inside = screen.getByRole('button', { name: 'Inside Pipeline 2' });
    await user.tab();
    expect(inside).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(table).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(inside).not.toBeInTheDocument();
  });

  it('stays open when the rows are replaced and sorted again', async () => {
    const { user, view } = await started({ renderExpanded });
    await user.keyboard('{Enter}');
    view.rerender(<Owner renderExpanded={renderExpanded} rows={ROWS.map((row) => ({ ...row })).reverse()} />);
    expect(screen.getByRole('button', { name: 'Inside Pipeline 1' })).toBeVisible();
    expect(active()).toHaveTextContent('Pipeline 1');
  });
});

describe('columns and density', () => {
  it('hides columns from view, copy and export, but never the last one', async () => {
    const { user, handle } = await started({ chooses: true });
    act(() => handle().openOptions());
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Source' }, { timeout: 30_000 }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'Errors' }));
    expect(screen.getAllByRole('columnheader', { hidden: true })).toHaveLength(3);
    expect(handle().csv().text.split('\r\n')[0]).toBe('Name');
    expect(screen.getByRole('menuitemcheckbox', { name: /Name/ })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('menuitemradio', { name: 'Compact rows' }));
    expect(screen.getByLabelText('Samples').style.getPropertyValue('--row-h')).toBe('32px');
  });
});
