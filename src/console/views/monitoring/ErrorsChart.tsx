import { useMemo } from 'react';
import { useErrors } from '../../components/errors/use-errors.ts';
import { LineChart } from '../../components/explain/line-chart.tsx';
import { selectChartRange } from '../../components/select-chart-range.ts';
import { buildErrorsSeries } from './errors-series.ts';

type ErrorsChartProps = {
  siteId: string;
  /** All when left out. */
  pipelineIds: readonly string[] | undefined;
};

export function ErrorsChart({ siteId, pipelineIds }: ErrorsChartProps) {
  const { errors, range, isLoading, error, retry } = useErrors(siteId, undefined);
  const { start, end, resolution } = range;
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
