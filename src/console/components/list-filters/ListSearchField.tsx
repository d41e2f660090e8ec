import type { ReactNode, RefObject } from 'react';
import { useCommand } from '../../commands/use-command.ts';
import * as css from '../list-page/list-page.css.ts';
import type { QueryCompletion } from '../log-query/use-query-completion.ts';
import { TextField } from '../widgets/forms/text-field.tsx';
import type { TableHandle } from '../widgets/table/types.ts';
import type { ListSearch } from './use-list-search.ts';

type ListSearchFieldProps = {
  /** Such as `Search by name`. */
  label: string;
  search: ListSearch;
  field: RefObject<HTMLInputElement | null>;
  table: RefObject<TableHandle | null>;
  placeholder?: string;
  /** Set once loaded; its list is a child. */
  completion?: RefObject<QueryCompletion | null>;
  children?: ReactNode;
};

/** Enter and Escape return to the table. */
export function ListSearchField(props: ListSearchFieldProps) {
  const { label, search, field, table, placeholder = label, completion, children } = props;
  const { keys } = useCommand('list.search');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the caret of the field inside is followed
    <div
      className={css.search}
      onSelect={() => completion?.current?.follow()}
      onBlur={() => completion?.current?.close()}
    >
      <TextField
        ref={field}
        label={label}
        hideLabel
        // HTML allows no combobox on a search field.
        type={completion ? 'text' : 'search'}
        icon="search"
        {...(keys ? { keys } : {})}
        placeholder={placeholder}
        value={search.text}
        onChange={(text) => (completion?.current?.type ?? search.set)(text)}
        onKeyDown={(event) => {
          if (completion?.current?.handleKey(event)) return;
          if (event.key === 'Enter' || event.key === 'Escape') table.current?.focus();
        }}
      />
      {children}
    </div>
  );
}
