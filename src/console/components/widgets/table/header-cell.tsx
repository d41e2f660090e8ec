import { useState } from 'react';
import { Icon } from '../icons/icon.tsx';
import { ColumnHeader } from './grid-cell.tsx';
import * as css from './table.css.ts';
import type { Column, Sort } from './types.ts';

type HeaderCellProps<Row> = {
  column: Column<Row>;
  index: number;
  isFirst: boolean;
  sort: Sort | undefined;
  onSort: () => void;
  search: string;
  onSearch: (text: string) => void;
};

export function HeaderCell<Row>(props: HeaderCellProps<Row>) {
  const { column, index, sort, onSort, search, onSearch } = props;
  const [isOpen, setOpen] = useState(false);
  const direction = sort?.column === column.id ? sort.direction : undefined;
  const close = () => {
    onSearch('');
    setOpen(false);
  };
  return (
    <ColumnHeader
      colIndex={index}
      sort={column.sortable ? (direction ?? 'none') : undefined}
      align={column.align}
      className={props.isFirst ? css.headerName : css.headerCell}
    >
      {isOpen || search !== '' ? (
        <input
          className={css.searchInput}
          aria-label={`Search ${column.header}`}
          placeholder={`Search ${column.header.toLowerCase()}`}
          value={search}
          // biome-ignore lint/a11y/noAutofocus: it appears by the person's own press
          autoFocus={isOpen}
          onChange={(event) => onSearch(event.target.value)}
          onBlur={() => setOpen(false)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            close();
          }}
        />
      ) : column.sortable ? (
        <button type="button" className={css.headerButton} onClick={onSort}>
          <span className={css.headerText}>{column.header}</span>
          {direction && <Icon name={direction === 'ascending' ? 'arrowUp' : 'arrowDown'} size="xs" />}
        </button>
      ) : (
        <span className={css.headerText}>{column.header}</span>
      )}
      {column.searchable && !isOpen && search === '' && (
        <button
          type="button"
          className={css.searchToggle}
          aria-label={`Search ${column.header}`}
          onClick={() => setOpen(true)}
        >
          <Icon name="search" size="xs" />
        </button>
      )}
    </ColumnHeader>
  );
}
