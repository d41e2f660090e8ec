import { useMemo, useRef } from 'react';
import { useListSearch } from '../list-filters/use-list-search.ts';
import { type ListTableOptions, useListTable } from '../list-table/use-list-table.tsx';
import { createRowSearch } from './row-search.ts';

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
  const passing = useMemo(() => (passes ? rows.filter(passes) : rows), [rows, passes]);
  const find = useMemo(() => (textOf ? createRowSearch(passing, textOf) : () => passing), [passing, textOf]);
  const shown = useMemo(() => find(wanted), [find, wanted]);
  const list = useListTable<Row>({ ...options, rows: shown, search: searchField, isScreen: true });
  return { ...list, search, searchField, shown };
}
