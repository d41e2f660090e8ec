import { useMemo } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { type AnalyticsQuery, buildFiguresOptions } from '../../../components/analytics/analytics-query.ts';
import { LineChart, type LineChartProps } from '../../../components/explain/line-chart.tsx';
import { selectChartRange } from '../../../components/select-chart-range.ts';
import { buildOptimizationLines } from './optimization-series.ts';

type OptimizationProps = {
  pipelineId: string;
  query: AnalyticsQuery;
  poll: number | false;
  sinks: readonly { value: string; label: string }[];
  filter: LineChartProps['filter'];
};

export function Optimization({ pipelineId, query, poll, sinks, filter }: OptimizationProps) {
  const { data, error, refetch } = useCall(
    'getPipelineOptimisations',
    { path: { pipelineId }, query },
    buildFiguresOptions(poll),
  );
  const series = useMemo(() => (data ? buildOptimizationLines(data, sinks, Date.now()) : []), [data, sinks]);
  return (
    <LineChart
      title="Optimization over time"
      series={series}
      unit="percent"
      note="per destination"
      filter={filter}
      loading={data === undefined && !error}
      error={data ? null : error}
      onRetry={() => void refetch()}
      onSelectRange={selectChartRange}
    />
  );
}
