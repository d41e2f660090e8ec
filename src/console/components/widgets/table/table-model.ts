import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column, Sort } from './types.ts';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

/** Natural order: `v9` before `v10`. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
export const compareValues = (a: unknown, b: unknown): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));

export type ColumnSearches = Readonly<Record<string, string>>;

function findRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  searches: ColumnSearches,
): readonly Row[] {
  const wanted = columns.flatMap(({ id, value }) =>
    searches[id] ? [{ value, text: searches[id].toLowerCase() }] : [],
  );
  return wanted.length === 0
    ? rows
    : rows.filter((row) =>
        wanted.every(({ value, text }) =>
          String(value?.(row) ?? '')
            .toLowerCase()
            .includes(text),
        ),
      );
}

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
      }),
    );
    return helper.columns(accessors);
  }, [columns]);
  const sorting = useMemo(
    () => (sort ? [{ id: sort.column, desc: sort.direction === 'descending' }] : []),
    [sort],
  );
  const data = useMemo(() => findRows(columns, rows, searches), [columns, rows, searches]);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    state: { sorting },
  });
  const model = table.getRowModel();
  return useMemo(() => model.rows.map((row) => row.original), [model]);
}
