import { useMemo } from 'react';
import type { ChartUnit } from '../../../charts/chart-unit.ts';
import type { CallQuery } from '../../../contract/calls/index.ts';
import { useCall } from '../../api/use-call.ts';
import { buildFiguresOptions } from '../analytics/analytics-query.ts';
import { findOpenPoint } from '../chart-series.ts';
import { LineChart } from '../explain/line-chart.tsx';
import { selectChartRange } from '../select-chart-range.ts';
import { buildHealthCharts, type HealthChart } from './health-series.ts';

export type { HealthChart };

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
  query: CallQuery<'getHealthSeries'>;
  poll: number | false;
  /** All of them if omitted. */
  shown?: readonly HealthChart[];
};

/** Measurements of one or all destinations and the engine in the time range. */
export function HealthCharts({ siteId, query, poll, shown }: HealthChartsProps) {
  const health = useCall('getHealthSeries', { path: { siteId }, query }, buildFiguresOptions(poll));
  const { data } = health;
  const series = useMemo(() => data && buildHealthCharts(data), [data]);
  const open = useMemo(
    () => data && findOpenPoint(data.coverage, data.bufferShareSeries, Date.now()),
    [data],
  );
  return CHARTS.filter(({ id }) => shown?.includes(id) ?? true).map(({ id, ...chart }) => (
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
