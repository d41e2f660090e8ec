import { useMemo } from 'react';
import { useErrors } from '../../components/errors/use-errors.ts';
import { LineChart } from '../../components/explain/line-chart.tsx';
import { selectChartRange } from '../../components/select-chart-range.ts';
import { buildErrorsSeries } from './errors-series.ts';

type ErrorsChartProps = {
  siteId: string;
  /** All when left out. */
  pipelineIds: readonly string[] | undefined;
  /** When counting began, in Unix seconds: zeros from before would look like a time without errors. */
  begin: number | undefined;
};

export function ErrorsChart({ siteId, pipelineIds, begin = 0 }: ErrorsChartProps) {
  const { errors, range, isLoading, error, retry } = useErrors(siteId, undefined);
  const { end, resolution } = range;
  const start = Math.min(Math.max(range.start, begin), end);
  const series = useMemo(
    () =>
      buildErrorsSeries(
        errors.filter(({ pipelineId }) => pipelineIds?.includes(pipelineId) ?? true),
        { start, end, resolution },
      ),
    [errors, pipelineIds, start, end, resolution],
  );
  return (
    <LineChart
      title="Errors over time"
      series={series}
      unit="occurrences"
      loading={isLoading}
      error={error}
      onRetry={retry}
      onSelectRange={selectChartRange}
    />
  );
}
