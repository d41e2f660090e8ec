import { useMemo } from 'react';
import type { CallResponse } from '../../../../contract/calls/index.ts';
import { useCall } from '../../../api/use-call.ts';
import { type AnalyticsQuery, buildFiguresOptions } from '../../../components/analytics/analytics-query.ts';
import { type FormerPeriod, useFormerPeriod } from '../../../components/analytics/former-period.ts';
import { addFormerInput, buildVolumeSeries, findOpenBucket } from '../../../components/chart-series.ts';
import { LineChart, type LineChartProps } from '../../../components/explain/line-chart.tsx';
import { selectChartRange } from '../../../components/select-chart-range.ts';
import { TITLES } from './AwaitedAnalytics.tsx';

type DataProcessedProps = {
  pipelineId: string;
  query: AnalyticsQuery;
  poll: number | false;
  /** A transform's componentId; undefined for the whole pipeline. */
  transformId: string | undefined;
  unit: 'bytes' | 'events';
  filter: LineChartProps['filter'];
};

type Answer = {
  data: CallResponse<'getComponentSeries'> | undefined;
  error: { message: string } | null;
  refetch: () => unknown;
};

type ChartProps = Pick<DataProcessedProps, 'unit' | 'filter'> & {
  answer: Answer;
  former: Answer['data'];
  period: FormerPeriod;
};

function Chart({ answer, former, period, unit, filter }: ChartProps) {
  const { data, error, refetch } = answer;
  const series = useMemo(
    () => (data ? addFormerInput(buildVolumeSeries(data), data, former, period) : []),
    [data, former, period],
  );
  const open = useMemo(() => data && findOpenBucket(data, Date.now()), [data]);
  return (
    <LineChart
      title={TITLES.processed}
      series={series}
      unit={unit}
      open={open}
      filter={filter}
      loading={data === undefined && !error}
      error={data ? null : error}
      onRetry={() => void refetch()}
      onSelectRange={selectChartRange}
    />
  );
}

function OfPipeline({ pipelineId, query, poll, ...look }: DataProcessedProps) {
  const { period, range, options } = useFormerPeriod();
  const path = { pipelineId };
  const answer = useCall('getPipelineSeries', { path, query }, buildFiguresOptions(poll));
  const former = useCall('getPipelineSeries', { path, query: { ...query, ...range } }, options);
  return <Chart answer={answer} former={former.data} period={period} {...look} />;
}

function OfTransform({ pipelineId, query, poll, transformId = '', ...look }: DataProcessedProps) {
  const { period, range, options } = useFormerPeriod();
  const input = { path: { nodeId: transformId }, query: { ...query, pipelineId } };
  const before = { ...input, query: { ...input.query, ...range } };
  const answer = useCall('getComponentSeries', input, buildFiguresOptions(poll));
  const former = useCall('getComponentSeries', before, options);
  return <Chart answer={answer} former={former.data} period={period} {...look} />;
}

export function DataProcessed(props: DataProcessedProps) {
  return props.transformId === undefined ? (
    <OfPipeline {...props} />
  ) : (
    <OfTransform key={props.transformId} {...props} />
  );
}
