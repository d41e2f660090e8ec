import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';
import * as css from '../../../parts/analytics/analytics.css.ts';
import { type AnalyticsQuery, figuresOptions } from '../../../parts/analytics/analytics-query.ts';
import { LineChart, type LineChartProps } from '../../../parts/explain/line-chart.tsx';
import { selectChartRange } from '../../../parts/select-chart-range.ts';
import { MOST_LINES, optimizationLines } from './optimization-series.ts';

type OptimizationProps = {
  pipelineId: string;
  query: AnalyticsQuery;
  poll: number | false;
  /** The chosen destinations. */
  sinks: readonly { value: string; label: string }[];
  filter: LineChartProps['filter'];
};

/** What each destination was saved over time, against its part of the input (R2.4-49, R2.4-50, R7-07). */
export function Optimization({ pipelineId, query, poll, sinks, filter }: OptimizationProps) {
  const { data, error, refetch } = useCall(
    'getPipelineOptimisations',
    { path: { pipelineId }, query },
    figuresOptions(poll),
  );
  const series = useMemo(() => (data ? optimizationLines(data, sinks, Date.now()) : []), [data, sinks]);
  return (
    <LineChart
      title="Optimization over time"
      series={series}
      unit="percent"
      note="per destination"
      filter={
        <>
          {sinks.length > MOST_LINES && (
            <span className={css.note}>
              first {MOST_LINES} of {sinks.length}
            </span>
          )}
          {filter}
        </>
      }
      loading={data === undefined && !error}
      error={data ? null : error}
      onRetry={() => void refetch()}
      onSelectRange={selectChartRange}
    />
  );
}
