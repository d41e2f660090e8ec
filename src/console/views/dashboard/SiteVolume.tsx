import { useMemo } from 'react';
import type { FlowSeries } from '../../../contract/entities/analytics.ts';
import { addFormerInput, buildFateSeries, findOpenBucket } from '../../components/chart-series.ts';
import { LineChart } from '../../components/explain/line-chart.tsx';
import { selectChartRange } from '../../components/select-chart-range.ts';
import { useTimeRange } from '../../state/time-filter.ts';
import * as css from './dashboard.css.ts';
import { nameFormerPeriod } from './deltas.ts';
import { useFormerSeries } from './use-former-series.ts';

export type SiteChartProps = {
  series: FlowSeries | undefined;
  error: { message: string } | null;
  onRetry: () => void;
};

export default function SiteVolume({ siteId, series, error, onRetry }: SiteChartProps & { siteId: string }) {
  const former = useFormerSeries(siteId);
  const name = nameFormerPeriod(useTimeRange());
  const volume = useMemo(
    () => (series ? addFormerInput(buildFateSeries(series), series, former, name) : []),
    [series, former, name],
  );
  const open = useMemo(() => series && findOpenBucket(series, Date.now()), [series]);
  return (
    <div className={css.chart}>
      <LineChart
        title="Volume"
        series={volume}
        unit="bytes"
        open={open}
        loading={series === undefined}
        error={error}
        onRetry={onRetry}
        onSelectRange={selectChartRange}
      />
    </div>
  );
}
