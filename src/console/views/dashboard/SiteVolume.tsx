import { useMemo } from 'react';
import type { FlowSeries } from '../../../contract/entities/analytics.ts';
import { useCall } from '../../api/use-call.ts';
import { useFormerPeriod } from '../../components/analytics/former-period.ts';
import { addFormerInput, buildFateSeries, findOpenBucket } from '../../components/chart-series.ts';
import { LineChart } from '../../components/explain/line-chart.tsx';
import { selectChartRange } from '../../components/select-chart-range.ts';
import * as css from './dashboard.css.ts';

export type SiteChartProps = {
  /** Unit of the series. */
  unit: 'bytes' | 'events';
  series: FlowSeries | undefined;
  error: { message: string } | null;
  onRetry: () => void;
};

export default function SiteVolume({
  siteId,
  series,
  unit,
  error,
  onRetry,
}: SiteChartProps & { siteId: string }) {
  const { period, range, options } = useFormerPeriod();
  const { data: former } = useCall(
    'getSiteSeries',
    { path: { siteId }, query: { ...range, ...(unit === 'events' && { metricType: 'EVENTS_COUNT' }) } },
    options,
  );
  const volume = useMemo(
    () => (series ? addFormerInput(buildFateSeries(series), series, former, period) : []),
    [series, former, period],
  );
  const open = useMemo(() => series && findOpenBucket(series, Date.now()), [series]);
  return (
    <div className={css.chart}>
      <LineChart
        title="Volume"
        series={volume}
        unit={unit}
        open={open}
        loading={series === undefined}
        error={error}
        onRetry={onRetry}
        onSelectRange={selectChartRange}
      />
    </div>
  );
}
