import { useMemo } from 'react';
import { buildOptimizationSeries, findOpenBucket } from '../../components/chart-series.ts';
import { LineChart } from '../../components/explain/line-chart.tsx';
import { selectChartRange } from '../../components/select-chart-range.ts';
import * as css from './dashboard.css.ts';
import type { SiteChartProps } from './SiteVolume.tsx';

export default function SiteOptimization({ series, error, onRetry }: Omit<SiteChartProps, 'unit'>) {
  const optimization = useMemo(() => (series ? buildOptimizationSeries(series) : []), [series]);
  const open = useMemo(() => series && findOpenBucket(series, Date.now()), [series]);
  return (
    <div className={css.chart}>
      <LineChart
        title="Optimization over time"
        series={optimization}
        unit="percent"
        open={open}
        loading={series === undefined}
        error={error}
        onRetry={onRetry}
        onSelectRange={selectChartRange}
      />
    </div>
  );
}
