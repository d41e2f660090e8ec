import { useMemo } from 'react';
import type { Series, ThreeSeries } from '../../../contract/entities/analytics.ts';
import { LineChart } from '../../widgets/charts/line-chart.tsx';
import type { ChartSeries } from '../../widgets/charts/types.ts';
import { figureText, formatBytes } from '../../widgets/format.ts';

const pointsOf = (series: Series) =>
  series.timeSeriesTuple.map((point) => ({ time: point.unixTimeSeconds * 1000, value: point.value }));

const bytesText = (value: number | null) => figureText(formatBytes(value));

/** Input, Output and Dropped of all pipelines (R2.8-52); loaded after the first paint. */
export default function VolumeChart({ series }: { series: ThreeSeries | undefined }) {
  const lines = useMemo<ChartSeries[]>(
    () =>
      series
        ? [
            { id: 'input', label: 'Input', tone: 'in', points: pointsOf(series.inputDataSeries) },
            { id: 'output', label: 'Output', tone: 'out', points: pointsOf(series.outputDataSeries) },
            { id: 'dropped', label: 'Dropped', tone: 'drop', points: pointsOf(series.droppedDataSeries) },
          ]
        : [],
    [series],
  );
  return <LineChart title="Volume" series={lines} formatValue={bytesText} loading={series === undefined} />;
}
