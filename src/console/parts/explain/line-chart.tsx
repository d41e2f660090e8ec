import { ChartExplain } from '../../widgets/charts/chart-explain.ts';
import { type LineChartProps, LineChart as PlainChart } from '../../widgets/charts/line-chart.tsx';
import { chartExplainer } from './chart-explainer.ts';

/** A chart of the console: it shows deployments and edits, and tells what changed around a point. */
export const LineChart = (props: LineChartProps) => (
  <ChartExplain value={chartExplainer}>
    <PlainChart {...props} />
  </ChartExplain>
);

export type { LineChartProps };
