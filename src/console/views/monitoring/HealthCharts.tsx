import { useMemo } from 'react';
import { useCall } from '../../api/use-call.ts';
import type { AnalyticsQuery } from '../../components/analytics/analytics-query.ts';
import { buildFiguresOptions } from '../../components/analytics/analytics-query.ts';
import { findOpenPoint } from '../../components/chart-series.ts';
import { LineChart } from '../../components/explain/line-chart.tsx';
import { selectChartRange } from '../../components/select-chart-range.ts';
import type { ChartUnit } from '../../components/widgets/charts/chart-unit.ts';
import { buildHealthCharts, buildSourceSeries, type HealthChart } from './health-series.ts';

const CHARTS: readonly { id: HealthChart; title: string; unit: ChartUnit; note: string }[] = [
  {
    id: 'latency',
    title: 'Delivery latency',
    unit: 'milliseconds',
    note: "from arrival at a source to the destination's answer",
  },
  { id: 'lag', title: 'Lag', unit: 'milliseconds', note: 'longest wait for a destination' },
  { id: 'buffer', title: 'Buffers', unit: 'percent', note: 'fullest of all destinations' },
  { id: 'cpu', title: 'Engine CPU', unit: 'percent', note: '100 % is one core' },
  { id: 'memory', title: 'Engine memory', unit: 'byteLevel', note: 'resident, of all its processes' },
];

type HealthChartsProps = {
  siteId: string;
  query: Omit<AnalyticsQuery, 'siteId'> & { pipelineIds?: string[] };
  poll: number | false;
};

/** What destinations and the engine measured in the time range. */
export function HealthCharts({ siteId, query, poll }: HealthChartsProps) {
  const { metricType: _metric, pods: _pods, ...asked } = query;
  const health = useCall('getHealthSeries', { path: { siteId }, query: asked }, buildFiguresOptions(poll));
  const { data } = health;
  const series = useMemo(() => data && buildHealthCharts(data), [data]);
  const open = useMemo(
    () => data && findOpenPoint(data.coverage, data.bufferShareSeries, Date.now()),
    [data],
  );
  return CHARTS.map(({ id, ...chart }) => (
    <LineChart
      key={id}
      {...chart}
      series={series?.[id] ?? []}
      open={open}
      loading={health.isPending}
      error={data ? null : health.error}
      onRetry={() => void health.refetch()}
      onSelectRange={selectChartRange}
    />
  ));
}

/** Parts of the input, on top of each other. */
export function SourcesChart({
  siteId,
  query,
  poll,
  unit,
}: HealthChartsProps & { unit: 'bytes' | 'events' }) {
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
