import { type RefObject, useCallback, useRef } from 'react';
import type { FilterBar as Bar } from '../../actors/filter-bar.ts';
import { useCommand } from '../../commands/use-command.ts';
import { FilterBar, type FilterBarHandle } from '../../widgets/filters/filter-bar.tsx';
import { formatExact } from '../../widgets/format.ts';
import { TextField } from '../../widgets/forms/text-field.tsx';
import type { TableHandle } from '../../widgets/table/types.ts';
import * as list from '../list-page.css.ts';
import { type FilterFacts, filterViews } from './filter-facts.ts';
import type { ListSearch } from './use-list-search.ts';
import { usePublishFilters } from './use-publish-filters.ts';

type ListFiltersProps = {
  /** What is listed, in the plural and small letters. */
  things: string;
  bar: Bar;
  /** Keep them stable (module scope or useMemo). */
  filters: readonly FilterFacts[];
  search: ListSearch;
  /** What the search looks at: `Search by name`. */
  searchLabel: string;
  searchField: RefObject<HTMLInputElement | null>;
  table: RefObject<TableHandle | null>;
  /** How many are shown, of how many there are; left out while they are loaded. */
  shown?: { count: number; of: number } | undefined;
};

/** What stands above a list: the text search and the filters, with their commands. */
export function ListFilters(props: ListFiltersProps) {
  const { things, bar, filters, search, searchLabel, searchField, table, shown } = props;
  const handle = useRef<FilterBarHandle>(null);
  const { keys: searchKeys } = useCommand('list.search');
  const canReset = bar.canReset || search.text !== '';
  const open = useCallback(() => handle.current?.open(), []);
  const reset = useCallback(() => {
    bar.reset();
    if (search.text !== '') search.set('');
  }, [bar, search]);
  usePublishFilters(bar, filters, { open, canReset, reset });

  return (
    <div className={list.filters}>
      <FilterBar
        ref={handle}
        label={`Filter ${things}`}
        filters={filterViews(bar, filters)}
        onPick={bar.pick}
        onAll={bar.all}
        onClear={bar.clear}
        canReset={canReset}
        onReset={reset}
        result={shown && `${formatExact(shown.count)} of ${formatExact(shown.of)} ${things}`}
      >
        <div className={list.search}>
          <TextField
            ref={searchField}
            label={searchLabel}
            hideLabel
            type="search"
            icon="search"
            {...(searchKeys ? { keys: searchKeys } : {})}
            placeholder={searchLabel}
            value={search.text}
            onChange={search.set}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === 'Escape') table.current?.focus();
            }}
          />
        </div>
      </FilterBar>
    </div>
  );
}
