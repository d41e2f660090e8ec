import { useMemo } from 'react';
import type { FlowSeries } from '../../../contract/entities/analytics.ts';
import { buildOptimizationSeries, buildVolumeSeries, findOpenBucket } from '../../components/chart-series.ts';
import { LineChart } from '../../components/explain/line-chart.tsx';
import { selectChartRange } from '../../components/select-chart-range.ts';
import * as css from './dashboard.css.ts';

type SiteChartsProps = {
  series: FlowSeries | undefined;
  error: { message: string } | null;
  onRetry: () => void;
};

export default function SiteCharts({ series, error, onRetry }: SiteChartsProps) {
  const volume = useMemo(() => (series ? buildVolumeSeries(series) : []), [series]);
  const optimization = useMemo(() => (series ? buildOptimizationSeries(series) : []), [series]);
  const open = useMemo(() => series && findOpenBucket(series, Date.now()), [series]);
  const shared = {
    open,
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
