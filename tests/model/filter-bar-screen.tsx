import { useMemo, useRef } from 'react';
import { MODEL_BAR, MODEL_SITES } from '../../machines/filter-bar/filter-bar.model.ts';
import { isPaletteWanted } from '../../src/console/commands/palette/open-palette.ts';
import type { FilterFacts } from '../../src/console/components/list-filters/filter-facts.ts';
import { ListFilters } from '../../src/console/components/list-filters/ListFilters.tsx';
import { useListSearch } from '../../src/console/components/list-filters/use-list-search.ts';
import PaletteDialog from '../../src/console/components/palette/PaletteDialog.tsx';
import type { Option } from '../../src/console/components/widgets/forms/options.ts';
import { createStore, useStore } from '../../src/console/lib/store.ts';
import { useFilterBar } from '../../src/console/state/filter-bar.ts';
import { LocationProvider } from '../../src/console/state/location.tsx';

export const named = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: value }));
export const STATUSES = named(MODEL_BAR.filters[0]?.values ?? []);

/** Set by the test. */
export const siteOf = createStore<string>(MODEL_SITES[0] ?? '');
export const sourcesOf = createStore<readonly string[] | undefined>(undefined);

function List() {
  const siteId = useStore(siteOf);
  const sources = useStore(sourcesOf);
  const values = useMemo(() => ({ source: sources }), [sources]);
  const filters = useMemo<FilterFacts[]>(
    () => [
      { id: 'status', label: 'Status', kind: 'multi', options: STATUSES },
      { id: 'source', label: 'Source', kind: 'multi', options: named(sources ?? []) },
    ],
    [sources],
  );
  const bar = useFilterBar(MODEL_BAR, { siteId, values });
  return (
    <ListFilters
      things="pipelines"
      bar={bar}
      filters={filters}
      search={useListSearch()}
      searchLabel="Search by name"
      searchField={useRef(null)}
      table={useRef(null)}
    />
  );
}

export function FilterBarScreen() {
  const isOpen = useStore(isPaletteWanted);
  return (
    <LocationProvider>
      <List />
      {isOpen && <PaletteDialog />}
    </LocationProvider>
  );
}
