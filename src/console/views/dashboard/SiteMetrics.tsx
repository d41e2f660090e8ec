import type { Totals } from '../../../contract/totals.ts';
import { type Metric, MetricStrip } from '../../components/widgets/metrics/metric-strip.tsx';
import { formatBytes, formatPercent } from '../../lib/format.ts';

export function buildTotalMetrics(totals: Totals | undefined): Metric[] {
  const flowed = totals !== undefined && totals.totalInputDataBytes > 0;
  return [
    {
      id: 'optimization',
      label: 'Optimization',
      figure: flowed ? formatPercent(totals.percentDataOptimized) : undefined,
    },
    {
      id: 'input',
      label: 'Total Input',
      figure: flowed ? formatBytes(totals.totalInputDataBytes) : undefined,
    },
    {
      id: 'output',
      label: 'Total Output',
      figure: flowed ? formatBytes(totals.totalOutputDataBytes) : undefined,
    },
    {
      id: 'errors',
      label: 'Pipeline Errors',
      figure: undefined,
    },
  ];
}

/** First version without errors, live rates and comparison, which are lazy-loaded. */
export const SiteMetrics = ({ totals, hasDeltas }: { totals: Totals | undefined; hasDeltas: boolean }) => (
  <MetricStrip label="Site totals" metrics={buildTotalMetrics(totals)} hasDeltas={hasDeltas} />
);
