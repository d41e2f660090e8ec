import { useMemo } from 'react';
import { DEFAULT_TIME_RANGE } from '../../../../machines/time-filter/index.ts';
import { useCall } from '../../api/use-call.ts';
import { useOnlyMetric } from '../../components/analytics/only-metric.ts';
import { buildVolumeSeries, findOpenBucket } from '../../components/chart-series.ts';
import { LineChart } from '../../components/explain/line-chart.tsx';
import { useTimeSpan } from '../../state/time-filter.ts';

const REFRESH_MS = 10_000;

type ConnectionChartProps = {
  siteId: string;
  id: string;
  /** Series to draw: bytes sent by a source; received and written by a destination. */
  shown: readonly ('input' | 'output' | 'dropped')[];
};

export default function ConnectionChart({ siteId, id, shown }: ConnectionChartProps) {
  const only = useOnlyMetric();
  const span = useTimeSpan(REFRESH_MS, DEFAULT_TIME_RANGE);
  const range = { 'timeRange.startUnixTimeSeconds': span.start, 'timeRange.endUnixTimeSeconds': span.end };
  const query = useCall(
    'getComponentSeries',
    { path: { nodeId: id }, query: { siteId, ...range, ...(only && { metricType: only }) } },
    { isSuppressed: true, keepPrevious: true },
  );
  const { data } = query;
  const series = useMemo(
    () => (data ? buildVolumeSeries(data).filter((one) => shown.some((name) => name === one.id)) : []),
    [data, shown],
  );
  const open = useMemo(() => data && findOpenBucket(data, Date.now()), [data]);
  return (
    <LineChart
      title="Throughput, last hour"
      series={series}
      unit={only ? 'events' : 'bytes'}
      open={open}
      loading={data === undefined && !query.error}
      error={query.error}
      // A retry cannot fix missing permission.
      onRetry={query.error?.status === 403 ? undefined : () => void query.refetch()}
    />
  );
}
