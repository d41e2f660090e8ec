import { useMemo } from 'react';
import type { FlowSeries } from '../../../contract/entities/analytics.ts';
import { openSinceOf, optimizationSeries, volumeSeries } from '../../parts/chart-series.ts';
import { LineChart } from '../../parts/explain/line-chart.tsx';
import { selectChartRange } from '../../parts/select-chart-range.ts';
import * as css from './dashboard.css.ts';

type SiteChartsProps = {
  series: FlowSeries | undefined;
  error: { message: string } | null;
  onRetry: () => void;
};

/** Volume and optimisation of all pipelines over time (R2.8-52, R2.8-53); loaded after the first paint. */
export default function SiteCharts({ series, error, onRetry }: SiteChartsProps) {
  const volume = useMemo(() => (series ? volumeSeries(series) : []), [series]);
  const optimization = useMemo(() => (series ? optimizationSeries(series) : []), [series]);
  const openSince = useMemo(() => series && openSinceOf(series, Date.now()), [series]);
  const shared = {
    openSince,
    loading: series === undefined,
    error,
    onRetry,
    onSelectRange: selectChartRange,
  };
  return (
    <div className={css.charts}>
      <LineChart title="Volume" series={volume} unit="bytes" {...shared} />
      <LineChart title="Optimization over time" series={optimization} unit="percent" {...shared} />
    </div>
  );
}
