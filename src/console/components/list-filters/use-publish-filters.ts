import { usePublishScope } from '../../commands/scopes.ts';
import type { FilterBar } from '../../state/filter-bar.ts';
import { FILTER_IDS, type FilterFacts, type FilterId } from './filter-facts.ts';

type Common = {
  /** Focuses and opens the first filter. Must be stable, like the other. */
  open: () => void;
  canReset: boolean;
  reset: () => void;
};

/** One scope per filter, so that its command exists only where the filter does. */
function usePublishFilter(id: FilterId, bar: FilterBar, filters: readonly FilterFacts[]) {
  const facts = filters.find((filter) => filter.id === id);
  usePublishScope(`filters.${id}`, facts && { bar, facts });
}

/** `filters` must be stable (module scope or useMemo). */
export function usePublishFilters(bar: FilterBar, filters: readonly FilterFacts[], common: Common): void {
  usePublishScope('filters', common);
  // biome-ignore lint/correctness/useHookAtTopLevel: the list never changes
  for (const id of FILTER_IDS) usePublishFilter(id, bar, filters);
}
