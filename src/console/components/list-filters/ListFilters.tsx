import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { formatExact } from '../../lib/format.ts';
import type { FilterBar as Bar } from '../../state/filter-bar.ts';
import { writeAddressNow } from '../../state/late-address.ts';
import * as list from '../list-page/list-page.css.ts';
import { FilterBar, type FilterBarHandle } from '../widgets/filters/filter-bar.tsx';
import type { TableHandle } from '../widgets/table/types.ts';
import { type FilterFacts, toFilterViews } from './filter-facts.ts';
import { ListSearchField } from './ListSearchField.tsx';
import type { ListSearch } from './use-list-search.ts';
import { usePublishFilters } from './use-publish-filters.ts';

type ListFiltersProps = {
  /** Plural, lowercase. */
  things: string;
  bar: Bar;
  /** Must be stable (module scope or useMemo). */
  filters: readonly FilterFacts[];
  search: ListSearch;
  /** Such as `Search by name`. */
  searchLabel: string;
  searchField: RefObject<HTMLInputElement | null>;
  table: RefObject<TableHandle | null>;
  /** Omitted while loading. */
  shown?: { count: number; of: number } | undefined;
};

export function ListFilters(props: ListFiltersProps) {
  const { things, bar, filters, search, searchLabel, searchField, table, shown } = props;
  const handle = useRef<FilterBarHandle>(null);
  const canReset = bar.canReset || search.text !== '';
  const open = useCallback(() => handle.current?.open(), []);
  const latest = useRef(search);
  useLayoutEffect(() => {
    latest.current = search;
  });
  // The same while a search is typed, or all that shows commands would render with each letter.
  const reset = useCallback(() => {
    bar.reset();
    if (latest.current.text !== '') latest.current.set('');
    writeAddressNow();
  }, [bar]);
  usePublishFilters(bar, filters, { open, canReset, reset });

  return (
    <div className={list.filters}>
      <FilterBar
        ref={handle}
        label={`Filter ${things}`}
        filters={toFilterViews(bar, filters)}
        onPick={bar.pick}
        onAll={bar.all}
        onClear={bar.clear}
        canReset={canReset}
        onReset={reset}
        result={shown && `${formatExact(shown.count)} of ${formatExact(shown.of)} ${things}`}
      >
        <ListSearchField label={searchLabel} search={search} field={searchField} table={table} />
      </FilterBar>
    </div>
  );
}
