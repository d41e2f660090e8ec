import { useMemo } from 'react';
import { DEFAULT_TIME_RANGE } from '../../../../machines/time-filter/index.ts';
import { useTimeSpan } from '../../actors/time-filter.ts';
import { useCall } from '../../api/use-call.ts';
import { openSinceOf, volumeSeries } from '../../parts/chart-series.ts';
import { LineChart } from '../../parts/explain/line-chart.tsx';

const REFRESH_MS = 10_000;

type ConnectionChartProps = {
  siteId: string;
  id: string;
  /** What of it is drawn: what a source gave on, what a destination took and wrote. */
  shown: readonly ('input' | 'output' | 'dropped')[];
};

/** Bytes of one source or destination over the last hour; loaded when its screen is there. */
export default function ConnectionChart({ siteId, id, shown }: ConnectionChartProps) {
  const span = useTimeSpan(REFRESH_MS, DEFAULT_TIME_RANGE);
  const range = { 'timeRange.startUnixTimeSeconds': span.start, 'timeRange.endUnixTimeSeconds': span.end };
  const query = useCall(
    'getComponentSeries',
    { path: { nodeId: id }, query: { siteId, ...range } },
    { isSuppressed: true, keepPrevious: true },
  );
  const { data } = query;
  const series = useMemo(
    () => (data ? volumeSeries(data).filter((one) => shown.some((name) => name === one.id)) : []),
    [data, shown],
  );
  return (
    <LineChart
      title="Throughput, last hour"
      series={series}
      unit="bytes"
      openSince={data && openSinceOf(data, Date.now())}
      loading={data === undefined && !query.error}
      error={query.error}
      // Who lacks the grant that the error names gets no other answer.
      onRetry={query.error?.status === 403 ? undefined : () => void query.refetch()}
    />
  );
}
