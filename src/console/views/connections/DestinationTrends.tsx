import { useAnalyticsRange } from '../../components/analytics/analytics-query.ts';
import { type HealthChart, HealthCharts } from '../../components/health-charts/HealthCharts.tsx';
import * as css from './source.css.ts';

const SHOWN: readonly HealthChart[] = ['latency', 'lag', 'buffer'];

type DestinationTrendsProps = { siteId: string; id: string };

export default function DestinationTrends({ siteId, id }: DestinationTrendsProps) {
  const { range, poll } = useAnalyticsRange();
  return (
    <div className={css.trends}>
      <HealthCharts siteId={siteId} query={{ ...range, componentId: id }} poll={poll} shown={SHOWN} />
    </div>
  );
}
