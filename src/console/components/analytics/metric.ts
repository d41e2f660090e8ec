import type { FilterDefinition } from '../../../../machines/filter-bar/index.ts';
import type { FilterFacts } from '../list-filters/filter-facts.ts';

export const METRICS = ['EVENTS_BYTES', 'EVENTS_COUNT'] as const;
export type Metric = (typeof METRICS)[number];

export const METRIC_LABELS: Record<Metric, string> = { EVENTS_BYTES: 'Bytes', EVENTS_COUNT: 'Events' };
export const DEFAULT_METRIC: Metric = 'EVENTS_BYTES';

export const findMetric = (selection: 'all' | readonly string[]): Metric =>
  METRICS.find((metric) => selection !== 'all' && selection[0] === metric) ?? DEFAULT_METRIC;

export const getOtherMetric = (metric: Metric): Metric =>
  metric === 'EVENTS_BYTES' ? 'EVENTS_COUNT' : 'EVENTS_BYTES';

export const getMetricUnit = (metric: Metric): 'bytes' | 'events' =>
  metric === 'EVENTS_BYTES' ? 'bytes' : 'events';

/** One metric is always chosen. */
export const METRIC_FILTER = {
  definition: { id: 'metricType', kind: 'single', values: METRICS, default: [DEFAULT_METRIC] },
  facts: {
    id: 'metricType',
    label: 'Metric Type',
    kind: 'single',
    hasAll: false,
    options: METRICS.map((value) => ({ value, label: METRIC_LABELS[value] })),
  },
} as const satisfies { definition: FilterDefinition; facts: FilterFacts };
