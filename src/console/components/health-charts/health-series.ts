import type { ChartSeries } from '../../../charts/types.ts';
import type { Series } from '../../../contract/entities/analytics.ts';
import type { HealthSeries } from '../../../contract/entities/health.ts';
import { toChartPoints } from '../chart-series.ts';

const scale = ({ timeSeriesTuple }: Series, factor: number): Series => ({
  timeSeriesTuple: timeSeriesTuple.map((point) => ({ ...point, value: factor * point.value })),
});

export const buildHealthCharts = (health: HealthSeries): Record<HealthChart, ChartSeries[]> => ({
  latency: [
    {
      id: 'p50',
      label: 'Median',
      tone: 'out',
      area: true,
      points: toChartPoints(health.latencyP50MillisecondsSeries),
    },
    { id: 'p99', label: 'p99', tone: 'drop', points: toChartPoints(health.latencyP99MillisecondsSeries) },
  ],
  lag: [
    {
      id: 'lag',
      label: 'Lag',
      tone: 'fourth',
      area: true,
      points: toChartPoints(scale(health.lagSecondsSeries, 1000)),
    },
  ],
  buffer: [
    {
      id: 'buffer',
      label: 'Buffer',
      tone: 'fourth',
      area: true,
      points: toChartPoints(scale(health.bufferShareSeries, 100)),
    },
  ],
  cpu: [
    { id: 'cpu', label: 'CPU', tone: 'in', area: true, points: toChartPoints(health.engineCpuPercentSeries) },
  ],
  memory: [
    {
      id: 'memory',
      label: 'Memory',
      tone: 'in',
      area: true,
      points: toChartPoints(health.engineMemoryBytesSeries),
    },
  ],
});

export type HealthChart = 'latency' | 'lag' | 'buffer' | 'cpu' | 'memory';
