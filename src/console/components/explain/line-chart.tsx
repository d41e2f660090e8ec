import { useMemo } from 'react';
import type { ExplainEntry } from '../../../contract/entities/explain.ts';
import { useCall } from '../../api/use-call.ts';
import { useSites } from '../../state/sites.ts';
import { ChartExplain, type ChartExplainer, type ChartMark } from '../widgets/charts/chart-explain.ts';
import { type LineChartProps, LineChart as PlainChart } from '../widgets/charts/line-chart.tsx';
import { explainAround, findPipelineOnScreen } from './open-explain.ts';

const MINUTE = 60;
const FRESH_MS = 30_000;

const toChartMarks = (entry: ExplainEntry, index: number): ChartMark[] =>
  entry.kind === 'deployment' || entry.kind === 'edit'
    ? [{ id: `${entry.at}/${index}`, time: entry.at * 1000, kind: entry.kind, label: entry.title }]
    : [];

function useMarks(start: number, end: number): readonly ChartMark[] {
  const { site } = useSites();
  const pipelineId = findPipelineOnScreen();
  const { data } = useCall(
    'explain',
    {
      query: {
        siteId: site?.id ?? '',
        ...(pipelineId === undefined ? {} : { pipelineIds: [pipelineId] }),
        'timeRange.startUnixTimeSeconds': Math.floor(start / MINUTE) * MINUTE,
        'timeRange.endUnixTimeSeconds': Math.ceil(end / MINUTE) * MINUTE,
      },
    },
    {
      enabled: site !== undefined && end > start,
      keepPrevious: true,
      isSuppressed: true,
      staleTime: FRESH_MS,
    },
  );
  return useMemo(() => data?.entries.flatMap(toChartMarks) ?? [], [data]);
}

const chartExplainer: ChartExplainer = { useMarks, open: explainAround };

export const LineChart = (props: LineChartProps) => (
  <ChartExplain value={chartExplainer}>
    <PlainChart {...props} />
  </ChartExplain>
);

export type { LineChartProps };
