import type { Totals } from '../../../contract/totals.ts';
import { type Metric, MetricStrip } from '../../components/widgets/metrics/metric-strip.tsx';
import { formatBytes, formatCount, formatPercent } from '../../lib/format.ts';

/** @param unit of the totals */
export function buildTotalMetrics(totals: Totals | undefined, unit: 'bytes' | 'events' = 'bytes'): Metric[] {
  const format = unit === 'bytes' ? formatBytes : formatCount;
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
      figure: flowed ? format(totals.totalInputDataBytes) : undefined,
    },
    {
      id: 'output',
      label: 'Total Output',
      figure: flowed ? format(totals.totalOutputDataBytes) : undefined,
    },
    {
      id: 'errors',
      label: 'Pipeline Errors',
      figure: undefined,
    },
  ];
}

/** First version without errors, live rates and comparison, which are lazy-loaded. */
export const SiteMetrics = ({
  totals,
  unit,
  hasDeltas,
}: {
  totals: Totals | undefined;
  unit: 'bytes' | 'events';
  hasDeltas: boolean;
}) => <MetricStrip label="Site totals" metrics={buildTotalMetrics(totals, unit)} hasDeltas={hasDeltas} />;
