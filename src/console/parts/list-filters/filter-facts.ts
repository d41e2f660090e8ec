import type { FilterBar } from '../../actors/filter-bar.ts';
import type { FilterOptions, FilterView } from '../../widgets/filters/types.ts';

/** One filter of a screen, without what is chosen in it. */
export type FilterFacts = FilterOptions & {
  id: FilterId;
  label: string;
  disabledReason?: string | undefined;
};

/** Filters that the palette has a command for. */
export const FILTER_IDS = ['status', 'source', 'destination', 'type'] as const;
export type FilterId = (typeof FILTER_IDS)[number];

/** The filters as the bar of the screen has them now. */
export const filterViews = (bar: FilterBar, filters: readonly FilterFacts[]): FilterView[] =>
  filters.map((facts) => ({
    ...facts,
    selected: bar.selection(facts.id),
    isDefault: bar.isDefault(facts.id),
    isLoading: !bar.isChecked(facts.id),
  }));
