import type { FilterBar } from '../../actors/filter-bar.ts';
import type { FilterOptions, FilterView } from '../../widgets/filters/types.ts';

/** One filter of a screen, without what is chosen in it. */
export type FilterFacts = FilterOptions & {
  id: FilterId;
  label: string;
  /** A text search over the options, however few there are. */
  searchable?: boolean;
  disabledReason?: string | undefined;
};

/** Filters that the palette has a command for, with what they are called. */
export const FILTER_NAMES = {
  status: 'Status',
  source: 'Source',
  destination: 'Destination',
  type: 'Type',
  errorLevel: 'Error Level',
  pipeline: 'Pipeline',
  category: 'Component Category',
  state: 'State',
  metricType: 'Metric Type',
  instances: 'Instances',
  transform: 'Transform',
  topic: 'Category',
  severity: 'Severity',
  activity: 'State',
  user: 'User',
  action: 'Action',
  thing: 'Entity',
  result: 'Result',
} as const;
export type FilterId = keyof typeof FILTER_NAMES;
export const FILTER_IDS = Object.keys(FILTER_NAMES) as FilterId[];

/** The filters as the bar of the screen has them now. */
export const filterViews = (bar: FilterBar, filters: readonly FilterFacts[]): FilterView[] =>
  filters.map((facts) => ({
    ...facts,
    selected: bar.selection(facts.id),
    isDefault: bar.isDefault(facts.id),
    isLoading: !bar.isChecked(facts.id),
  }));
