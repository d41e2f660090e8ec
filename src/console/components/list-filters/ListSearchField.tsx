import type { RefObject } from 'react';
import { useCommand } from '../../commands/use-command.ts';
import * as css from '../list-page/list-page.css.ts';
import { TextField } from '../widgets/forms/text-field.tsx';
import type { TableHandle } from '../widgets/table/types.ts';
import type { ListSearch } from './use-list-search.ts';

type ListSearchFieldProps = {
  /** Such as `Search by name`. */
  label: string;
  search: ListSearch;
  field: RefObject<HTMLInputElement | null>;
  table: RefObject<TableHandle | null>;
};

/** Enter and Escape lead back to the table. */
export function ListSearchField({ label, search, field, table }: ListSearchFieldProps) {
  const { keys } = useCommand('list.search');
  return (
    <div className={css.search}>
      <TextField
        ref={field}
        label={label}
        hideLabel
        type="search"
        icon="search"
        {...(keys ? { keys } : {})}
        placeholder={label}
        value={search.text}
        onChange={search.set}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') table.current?.focus();
        }}
      />
    </div>
  );
}
