import { useMemo } from 'react';
import { useCall } from '../../api/use-call.ts';
import { type AnalyticsQuery, buildFiguresOptions } from '../../components/analytics/analytics-query.ts';
import { findOpenPoint } from '../../components/chart-series.ts';
import { LineChart } from '../../components/explain/line-chart.tsx';
import { selectChartRange } from '../../components/select-chart-range.ts';
import { buildSourceSeries } from './source-series.ts';

type SourcesChartProps = {
  siteId: string;
  query: Omit<AnalyticsQuery, 'siteId'> & { pipelineIds?: string[] };
  poll: number | false;
  unit: 'bytes' | 'events';
};

/** Parts of the input, on top of each other. */
export function SourcesChart({ siteId, query, poll, unit }: SourcesChartProps) {
  const sources = useCall('getSourceSeries', { path: { siteId }, query }, buildFiguresOptions(poll));
  const { data } = sources;
  const series = useMemo(() => (data ? buildSourceSeries(data) : []), [data]);
  const open = useMemo(() => {
    const first = data?.sources[0]?.inputDataSeries;
    return data && first && findOpenPoint(data.coverage, first, Date.now());
  }, [data]);
  return (
    <LineChart
      title="Input by source"
      series={series}
      unit={unit}
      open={open}
      loading={sources.isPending}
      error={data ? null : sources.error}
      onRetry={() => void sources.refetch()}
      onSelectRange={selectChartRange}
    />
  );
}
