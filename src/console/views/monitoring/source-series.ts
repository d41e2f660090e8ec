import type { ChartSeries, ChartTone } from '../../../charts/types.ts';
import type { CallResponse } from '../../../contract/calls/index.ts';
import { toChartPoints } from '../../components/chart-series.ts';

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
    points: toChartPoints(series, answer.coverage),
    isStacked: true,
  }));
}
