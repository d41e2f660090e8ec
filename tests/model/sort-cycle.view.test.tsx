import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createRef } from 'react';
import { expect, test } from 'vitest';
import { type SortCycleEvent, selectSort, sortOfColumn } from '../../machines/sort-cycle/index.ts';
import { sortCycleModel } from '../../machines/sort-cycle/sort-cycle.model.ts';
import { DataTable } from '../../src/console/widgets/table/data-table.tsx';
import { compareValues } from '../../src/console/widgets/table/table-model.ts';
import type { Column, TableHandle } from '../../src/console/widgets/table/types.ts';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { makePaths } from '../harness/paths.ts';

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
const HEADERS: Readonly<Record<string, string>> = { name: 'Name', status: 'Status' };

type World = { user: UserEvent; table: { current: TableHandle | null }; byKey: boolean };
const headingOf = (id: string) =>
  within(screen.getByRole('columnheader', { name: HEADERS[id] ?? '' })).getByRole('button');

const drivers: Drivers<SortCycleEvent, World> = {
  'heading.clicked': async ({ user, byKey }, { column: id }) => {
    if (!byKey) return user.click(headingOf(id));
    act(() => headingOf(id).focus());
    await user.keyboard('{Enter}');
  },
  'sort.reset': ({ table }) => act(() => table.current?.resetSort()),
};

type Shown = { headings: string[]; rows: string[] };

const ordered = (id: string, direction: 'ascending' | 'descending') =>
  ROWS.toSorted((a, b) => {
    const order = compareValues(a[id as keyof Row], b[id as keyof Row]);
    return direction === 'ascending' ? order : -order;
  });

test.each(['pointer', 'keys'])(
  'the table follows the sort cycle through every transition, by %s (R4-40)',
  async (by) => {
    const paths = makePaths(sortCycleModel);
    const walked = await driveAll(paths, {
      drives: Object.keys(drivers),
      create: () => {
        const table = createRef<TableHandle>();
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
        const world: World = { user: userEvent.setup(), table, byKey: by === 'keys' };
        return {
          send: (event) => sendBy(drivers, world, event as SortCycleEvent),
          read: (): Shown => ({
            headings: COLUMNS.map(
              ({ header }) =>
                screen.getByRole('columnheader', { name: header }).getAttribute('aria-sort') ?? '',
            ),
            rows: screen
              .getAllByRole('row')
              .slice(1)
              .map((row) => within(row).getAllByRole('gridcell')[1]?.textContent ?? ''),
          }),
          dispose: cleanup,
        };
      },
      project: (snapshot): Shown => {
        const sort = selectSort(snapshot);
        const rows = sort ? ordered(sort.column, sort.direction) : ROWS;
        return {
          headings: COLUMNS.map(({ id }) => sortOfColumn(sort, id)),
          rows: rows.map(({ name }) => name),
        };
      },
    });
    expect(walked).toBe(paths.edges.size);
  },
);
