import { useMemo } from 'react';
import type { CallResponse } from '../../../../contract/calls/index.ts';
import { useCall } from '../../../api/use-call.ts';
import { type AnalyticsQuery, buildFiguresOptions } from '../../../components/analytics/analytics-query.ts';
import { buildVolumeSeries, findOpenBucket } from '../../../components/chart-series.ts';
import { LineChart, type LineChartProps } from '../../../components/explain/line-chart.tsx';
import { selectChartRange } from '../../../components/select-chart-range.ts';

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

function Chart({ answer, unit, filter }: Pick<DataProcessedProps, 'unit' | 'filter'> & { answer: Answer }) {
  const { data, error, refetch } = answer;
  const series = useMemo(() => (data ? buildVolumeSeries(data) : []), [data]);
  const open = useMemo(() => data && findOpenBucket(data, Date.now()), [data]);
  return (
    <LineChart
      title="Data Processed"
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
  const answer = useCall('getPipelineSeries', { path: { pipelineId }, query }, buildFiguresOptions(poll));
  return <Chart answer={answer} {...look} />;
}

function OfTransform({ pipelineId, query, poll, transformId = '', ...look }: DataProcessedProps) {
  const input = { path: { nodeId: transformId }, query: { ...query, pipelineId } };
  const answer = useCall('getComponentSeries', input, buildFiguresOptions(poll));
  return <Chart answer={answer} {...look} />;
}

export function DataProcessed(props: DataProcessedProps) {
  return props.transformId === undefined ? (
    <OfPipeline {...props} />
  ) : (
    <OfTransform key={props.transformId} {...props} />
  );
}
