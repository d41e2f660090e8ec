import { act, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createRef } from 'react';
import { describe, expect, test } from 'vitest';
import { DataTable } from './data-table.tsx';
import { compareValues } from './table-model.ts';
import type { Column, TableHandle } from './types.ts';

type Row = { name: string; status: string };
const ROWS: readonly Row[] = [
  { name: 'v10', status: 'paused' },
  { name: 'v9', status: 'deployed' },
  { name: 'v11', status: 'error' },
];
const column = (id: keyof Row, header: string): Column<Row> => ({
  id,
  header,
  sortable: true,
  value: (row) => row[id],
  cell: (row) => row[id],
});
const COLUMNS = [column('name', 'Name'), column('status', 'Status')];
const HEADERS = { name: 'Name', status: 'Status' } as const;

type Step = keyof Row | 'reset';
type Sort = `${keyof Row} ${'ascending' | 'descending'}` | 'none';

const CYCLE: readonly [reached: Step[], from: Sort, next: Record<Step, Sort>][] = [
  [[], 'none', { name: 'name ascending', status: 'status ascending', reset: 'none' }],
  [['name'], 'name ascending', { name: 'name descending', status: 'status ascending', reset: 'none' }],
  [['name', 'name'], 'name descending', { name: 'none', status: 'status ascending', reset: 'none' }],
  [['status'], 'status ascending', { name: 'name ascending', status: 'status descending', reset: 'none' }],
  [['status', 'status'], 'status descending', { name: 'name ascending', status: 'none', reset: 'none' }],
];

const getHeading = (id: keyof Row) =>
  within(screen.getByRole('columnheader', { name: HEADERS[id] })).getByRole('button');

function open(by: string) {
  const table = createRef<TableHandle>();
  const user: UserEvent = userEvent.setup();
  render(
    <DataTable
      ref={table}
      label="Versions"
      columns={COLUMNS}
      rows={ROWS}
      rowId={(row) => row.name}
      rowLabel={(row) => row.name}
    />,
  );
  return async (step: Step) => {
    if (step === 'reset') return act(() => table.current?.resetSort());
    if (by === 'pointer') return user.click(getHeading(step));
    act(() => getHeading(step).focus());
    await user.keyboard('{Enter}');
  };
}

const readShown = () => ({
  headings: COLUMNS.map(
    ({ header }) => screen.getByRole('columnheader', { name: header }).getAttribute('aria-sort') ?? '',
  ),
  rows: screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[1]?.textContent ?? ''),
});

/** Without a sort the rows keep the order received. */
function expectedOf(sort: Sort) {
  const [by, direction] = sort.split(' ');
  const order = (a: Row, b: Row) => compareValues(a[by as keyof Row], b[by as keyof Row]);
  const ascending = sort === 'none' ? ROWS : ROWS.toSorted(order);
  const rows = direction === 'descending' ? ROWS.toSorted((a, b) => -order(a, b)) : ascending;
  return {
    headings: COLUMNS.map(({ id }) => (id === by ? (direction ?? 'none') : 'none')),
    rows: rows.map(({ name }) => name),
  };
}

describe.each(['pointer', 'keys'])('sort of a table, by %s', (by) => {
  for (const [reached, from, next] of CYCLE)
    test.each(Object.entries(next) as [Step, Sort][])(
      `from ${from}, %s leads to %s [E14, R4-40, R2.8-06]`,
      async (step, sort) => {
        const take = open(by);
        for (const one of reached) await take(one);
        expect(readShown()).toEqual(expectedOf(from));
        await take(step);
        expect(readShown()).toEqual(expectedOf(sort));
      },
    );
});
