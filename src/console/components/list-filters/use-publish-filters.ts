import { usePublishScope } from '../../commands/scopes.ts';
import type { FilterBar } from '../../state/filter-bar.ts';
import type { FilterFacts, FilterId } from './filter-facts.ts';

type Common = {
  /** Focuses and opens the first filter. Must be stable, like the other. */
  open: () => void;
  canReset: boolean;
  reset: () => void;
};

/** Each filter has its own scope, so that its command only exists where the filter does. */
function usePublishFilter(id: FilterId, bar: FilterBar, filters: readonly FilterFacts[]) {
  const facts = filters.find((filter) => filter.id === id);
  usePublishScope(`filters.${id}`, facts && { bar, facts });
}

/** `filters` must be stable (module scope or useMemo). */
export function usePublishFilters(bar: FilterBar, filters: readonly FilterFacts[], common: Common): void {
  usePublishScope('filters', common);
  usePublishFilter('status', bar, filters);
  usePublishFilter('source', bar, filters);
  usePublishFilter('destination', bar, filters);
  usePublishFilter('type', bar, filters);
  usePublishFilter('errorLevel', bar, filters);
  usePublishFilter('metricType', bar, filters);
  usePublishFilter('instances', bar, filters);
  usePublishFilter('transform', bar, filters);
  usePublishFilter('topic', bar, filters);
  usePublishFilter('severity', bar, filters);
  usePublishFilter('activity', bar, filters);
  usePublishFilter('user', bar, filters);
  usePublishFilter('action', bar, filters);
  usePublishFilter('thing', bar, filters);
  usePublishFilter('result', bar, filters);
}
