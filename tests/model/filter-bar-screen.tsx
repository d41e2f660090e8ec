import { useMemo, useRef } from 'react';
import { MODEL_BAR, MODEL_SITES } from '../../machines/filter-bar/filter-bar.model.ts';
import { useFilterBar } from '../../src/console/actors/filter-bar.ts';
import { LocationProvider } from '../../src/console/app/location.tsx';
import { isPaletteWanted } from '../../src/console/commands/palette/open-palette.ts';
import PaletteDialog from '../../src/console/commands/palette/PaletteDialog.tsx';
import { createStore, useStore } from '../../src/console/commands/store.ts';
import type { FilterFacts } from '../../src/console/parts/list-filters/filter-facts.ts';
import { ListFilters } from '../../src/console/parts/list-filters/ListFilters.tsx';
import { useListSearch } from '../../src/console/parts/list-filters/use-list-search.ts';
import type { Option } from '../../src/console/widgets/forms/options.ts';

export const named = (values: readonly string[]): Option[] =>
  values.map((value) => ({ value, label: value }));
export const STATUSES = named(MODEL_BAR.filters[0]?.values ?? []);

/** The site that is selected, and its sources once they are known; set by the test. */
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

/** The filter bar of a list, and the palette over it. */
export function FilterBarScreen() {
  const isOpen = useStore(isPaletteWanted);
  return (
    <LocationProvider>
      <List />
      {isOpen && <PaletteDialog />}
    </LocationProvider>
  );
}
