import { useMemo } from 'react';
import type { ChartSeries, ChartTone } from '../../../charts/types.ts';
import type { CallResponse } from '../../../contract/calls/index.ts';
import { useCall } from '../../api/use-call.ts';
import { type AnalyticsQuery, buildFiguresOptions } from '../../components/analytics/analytics-query.ts';
import { findOpenPoint, toChartPoints } from '../../components/chart-series.ts';
import { LineChart } from '../../components/explain/line-chart.tsx';
import { selectChartRange } from '../../components/select-chart-range.ts';

const TONES: readonly ChartTone[] = ['out', 'in', 'drop', 'fourth'];

/** Input by source, largest first; the combined rest is last. */
function buildSourceSeries(answer: CallResponse<'getSourceSeries'>): ChartSeries[] {
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

type SourcesChartProps = {
  siteId: string;
  query: Omit<AnalyticsQuery, 'siteId'> & { pipelineIds?: string[] };
  poll: number | false;
  unit: 'bytes' | 'events';
};

/** Stacked parts of the input. */
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
