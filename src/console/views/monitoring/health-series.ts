import type { CallResponse } from '../../../contract/calls/index.ts';
import type { Series } from '../../../contract/entities/analytics.ts';
import type { HealthSeries } from '../../../contract/entities/health.ts';
import { toChartPoints } from '../../components/chart-series.ts';
import type { ChartSeries, ChartTone } from '../../components/widgets/charts/types.ts';

const scale = ({ timeSeriesTuple }: Series, factor: number): Series => ({
  timeSeriesTuple: timeSeriesTuple.map((point) => ({ ...point, value: factor * point.value })),
});

/** Series of each chart of the health over time. */
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

const TONES: readonly ChartTone[] = ['out', 'in', 'drop', 'fourth'];

/** Parts of the input by source, the largest first; what the others received together comes last. */
export function buildSourceSeries(answer: CallResponse<'getSourceSeries'>): ChartSeries[] {
  const { sources, otherCount, otherInputDataSeries } = answer;
  const parts = sources.map(({ sourceId: id, name: label, inputDataSeries: series }) => ({
    id,
    label,
    series,
  }));
  if (otherCount > 0)
    parts.push({
      id: 'others',
      label: otherCount === 1 ? '1 more' : `${otherCount} more`,
      series: otherInputDataSeries,
    });
  return parts.map(({ series, ...part }, index) => ({
    ...part,
    tone: TONES[index % TONES.length] ?? 'out',
    variant: Math.max(0, index - TONES.length + 1),
    points: toChartPoints(series),
    isStacked: true,
  }));
}
