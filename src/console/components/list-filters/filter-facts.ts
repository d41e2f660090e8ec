import type { FilterBar } from '../../state/filter-bar.ts';
import type { FilterOptions, FilterView } from '../widgets/filters/types.ts';

/** A filter without its selection. */
export type FilterFacts = FilterOptions & {
  id: FilterId;
  label: string;
  /** Shows a text search even for few options. */
  searchable?: boolean;
  disabledReason?: string | undefined;
};

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
  node: 'Node',
  reason: 'Reason',
  period: 'Time',
  acknowledged: 'Acknowledged',
} as const;
export type FilterId = keyof typeof FILTER_NAMES;
export const FILTER_IDS = Object.keys(FILTER_NAMES) as FilterId[];

export const toFilterViews = (bar: FilterBar, filters: readonly FilterFacts[]): FilterView[] =>
  filters.map((facts) => ({
    ...facts,
    selected: bar.selection(facts.id),
    isDefault: bar.isDefault(facts.id),
    isLoading: !bar.isChecked(facts.id),
  }));
