import { savedText } from '../../parts/analytics/saved-text.ts';
import { formatBytes, formatCount, formatPercent } from '../../widgets/format.ts';
import { type Metric, MetricStrip } from '../../widgets/metrics/metric-strip.tsx';
import type { SiteTotals } from './use-site-figures.ts';

/** Totals of the time range. */
export function totalMetrics(totals: SiteTotals | undefined): Metric[] {
  const flowed = totals !== undefined && totals.input > 0;
  return [
    {
      id: 'optimization',
      label: 'Optimization',
      figure: flowed ? formatPercent(totals.saving?.percent) : undefined,
      sub: flowed && totals.saving ? savedText(totals.saving) : undefined,
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

/** As the dashboard first shows them; what flows now and what was before comes with the code of the overview. */
export const SiteMetrics = ({
  totals,
  hasDeltas,
}: {
  totals: SiteTotals | undefined;
  hasDeltas: boolean;
}) => <MetricStrip label="Site totals" metrics={totalMetrics(totals)} hasDeltas={hasDeltas} />;
