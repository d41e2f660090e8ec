import { useMemo, useRef } from 'react';
import { useListSearch } from '../list-filters/use-list-search.ts';
import { type ListTableOptions, useListTable } from '../list-table/use-list-table.tsx';

type ListPageOptions<Row> = Omit<ListTableOptions<Row>, 'search' | 'isScreen'> & {
  /** Filters rows. Must be stable, like `textOf`. */
  passes?: (row: Row) => boolean;
  /** Searched text, ignoring case. */
  textOf?: (row: Row) => string;
};

export function useListPage<Row>({ rows, passes, textOf, ...options }: ListPageOptions<Row>) {
  const search = useListSearch();
  const searchField = useRef<HTMLInputElement>(null);
  const wanted = search.text.trim().toLowerCase();
  const shown = useMemo(
    () =>
      rows.filter(
        (row) =>
          passes?.(row) !== false &&
          (wanted === '' || (textOf?.(row).toLowerCase().includes(wanted) ?? true)),
      ),
    [rows, passes, textOf, wanted],
  );
  const list = useListTable<Row>({ ...options, rows: shown, search: searchField, isScreen: true });
  return { ...list, search, searchField, shown };
}
