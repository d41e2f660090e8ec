import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column, Sort } from './types.ts';

const features = tableFeatures({
  columnFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
});

/** Natural order: `v9` before `v10`. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
export const compareValues = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));

export type ColumnSearches = Readonly<Record<string, string>>;

/** Searched and sorted rows, missing values last. */
export function useTableModel<Row extends object>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  rowId: (row: Row) => string,
  sort: Sort | undefined,
  searches: ColumnSearches,
): Row[] {
  const definitions = useMemo(() => {
    const helper = createColumnHelper<typeof features, Row>();
    const accessors = columns.map((column) =>
      helper.accessor((row) => column.value?.(row) ?? undefined, {
        id: column.id,
        sortUndefined: 'last',
        sortFn: (a, b, id) => compareValues(a.getValue(id), b.getValue(id)),
        filterFn: (row, id, wanted) =>
          String(row.getValue(id) ?? '')
            .toLowerCase()
            .includes(String(wanted).toLowerCase()),
      }),
    );
    return helper.columns(accessors);
  }, [columns]);
  const sorting = useMemo(
    () => (sort ? [{ id: sort.column, desc: sort.direction === 'descending' }] : []),
    [sort],
  );
  const columnFilters = useMemo(
    () =>
      Object.entries(searches)
        .filter(([, text]) => text !== '')
        .map(([id, value]) => ({ id, value })),
    [searches],
  );
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    state: { sorting, columnFilters },
  });
  const model = table.getRowModel();
  return useMemo(() => model.rows.map((row) => row.original), [model]);
}
