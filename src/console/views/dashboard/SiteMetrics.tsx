import { formatSaved } from '../../components/analytics/saved-text.ts';
import { type Metric, MetricStrip } from '../../components/widgets/metrics/metric-strip.tsx';
import { formatBytes, formatCount, formatPercent } from '../../lib/format.ts';
import type { SiteTotals } from './use-site-figures.ts';

export function buildTotalMetrics(totals: SiteTotals | undefined): Metric[] {
  const flowed = totals !== undefined && totals.input > 0;
  return [
    {
      id: 'optimization',
      label: 'Optimization',
      figure: flowed ? formatPercent(totals.saving?.percent) : undefined,
      sub: flowed && totals.saving ? formatSaved(totals.saving) : undefined,
    },
    { id: 'input', label: 'Total Input', figure: flowed ? formatBytes(totals.input) : undefined },
    { id: 'output', label: 'Total Output', figure: flowed ? formatBytes(totals.output) : undefined },
    {
      id: 'errors',
      label: 'Pipeline Errors',
      figure: flowed ? formatCount(totals.errors) : undefined,
      tone: totals && totals.errors > 0 ? 'err' : undefined,
    },
  ];
}

/** First version without live rates and comparison, which are lazy-loaded. */
export const SiteMetrics = ({
  totals,
  hasDeltas,
}: {
  totals: SiteTotals | undefined;
  hasDeltas: boolean;
}) => <MetricStrip label="Site totals" metrics={buildTotalMetrics(totals)} hasDeltas={hasDeltas} />;
