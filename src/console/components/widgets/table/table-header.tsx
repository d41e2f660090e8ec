import type { ReactNode } from 'react';
import { Checkbox } from '../forms/checkbox.tsx';
import { ColumnHeader } from './grid-cell.tsx';
import { HeaderCell } from './header-cell.tsx';
import * as css from './table.css.ts';
import type { ColumnSearches } from './table-model.ts';
import type { Column, Sort } from './types.ts';
import type { Selection } from './use-selection.ts';

type TableHeaderProps<Row> = {
  columns: readonly Column<Row>[];
  /** Includes folded columns. */
  columnCount: number;
  ids: readonly string[];
  selection: Selection;
  sort: Sort | undefined;
  onSort: (column: string) => void;
  searches: ColumnSearches;
  onSearch: (column: string, text: string) => void;
  options: ReactNode;
};

export function TableHeader<Row>(props: TableHeaderProps<Row>) {
  const { columns, ids, selection, sort, searches } = props;
  const areAll =
    ids.length > 0 && selection.ids.size >= ids.length && ids.every((id) => selection.ids.has(id));
  const picked = ids.filter((id) => selection.ids.has(id)).length;
  return (
    <div role="row" tabIndex={-1} aria-rowindex={1} className={css.header}>
      <ColumnHeader colIndex={1} label="Selection" className={css.lead} shown={selection.ids.size > 0}>
        {selection.isOn ? (
          <Checkbox
            label={picked === 0 ? 'Select all' : `Select all, ${picked} of ${ids.length} selected`}
            checked={areAll}
            mixed={!areAll && selection.ids.size > 0}
            onChange={(checked) => (checked ? selection.all() : selection.clear())}
          />
        ) : null}
      </ColumnHeader>
      {columns.map((column, at) => (
        <HeaderCell
          key={column.id}
          column={column}
          index={at + 2}
          isFirst={at === 0}
          sort={sort}
          onSort={() => props.onSort(column.id)}
          search={searches[column.id] ?? ''}
          onSearch={(text) => props.onSearch(column.id, text)}
        />
      ))}
      <ColumnHeader colIndex={props.columnCount + 2} label="Actions" className={css.headerAction}>
        {props.options}
      </ColumnHeader>
    </div>
  );
}
