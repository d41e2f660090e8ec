import { useMemo } from 'react';
import type { SiteComponent } from '../../../contract/entities/analytics.ts';
import { useCall } from '../../api/use-call.ts';
import { useOnlyMetric } from '../../components/analytics/only-metric.ts';
import { buildOptimizationSeries, findOpenBucket } from '../../components/chart-series.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { LineChart } from '../../components/explain/line-chart.tsx';
import { selectChartRange } from '../../components/select-chart-range.ts';
import { toTransformationRows } from '../../components/transformations/rows.ts';
import { TransformationsCard } from '../../components/widgets/transformations/transformations-card.tsx';
import { formatExact } from '../../lib/format.ts';
import { goTo } from '../../state/location.tsx';
import { useTimeSpan } from '../../state/time-filter.ts';
import * as css from './dashboard.css.ts';
import { TopConnections } from './TopConnections.tsx';
import { FIGURES_MS, toRangeQuery } from './use-site-figures.ts';
import type { SiteSeries } from './use-site-series.ts';

function useSiteComponents(siteId: string) {
  const only = useOnlyMetric();
  const query = { ...toRangeQuery(useTimeSpan(FIGURES_MS)), ...(only && { metricType: only }) };
  const components = useCall(
    'getSiteComponentsDataProcessed',
    { path: { siteId }, query },
    { isSuppressed: true, keepPrevious: true },
  );
  return {
    data: components.data?.components,
    error: components.data ? null : components.error,
    retry: () => void components.refetch(),
  };
}

function SiteOptimization({ data, error, retry }: SiteSeries) {
  const optimization = useMemo(() => (data ? buildOptimizationSeries(data) : []), [data]);
  const open = useMemo(() => data && findOpenBucket(data, Date.now()), [data]);
  return (
    <div className={css.chart}>
      <LineChart
        title="Optimization over time"
        series={optimization}
        unit="percent"
        open={open}
        loading={data === undefined}
        error={error}
        onRetry={retry}
        onSelectRange={selectChartRange}
      />
    </div>
  );
}

/** The largest; Monitoring shows all. */
const MOST = 10;
const NO_COMPONENTS: SiteComponent[] = [];

type SiteComponentsProps = {
  siteId: string;
  unit: 'bytes' | 'events';
  series: SiteSeries;
};

/** Results per component, below the site's figures and pipelines. */
export default function SiteComponents({ siteId, unit, series }: SiteComponentsProps) {
  const components = useSiteComponents(siteId);
  const transformations = useMemo(
    () => toTransformationRows(components.data ?? NO_COMPONENTS),
    [components.data],
  );
  return (
    <>
      <div className={css.halves}>
        <SiteOptimization {...series} />
        <TransformationsCard
          rows={transformations}
          unit={unit}
          onFollow={goTo}
          loading={components.data === undefined}
          error={components.error}
          onRetry={components.retry}
          rowLimit={MOST}
          rest={
            <p className={css.rest}>
              <CommandButton
                id="go.monitoring"
                label={`All ${formatExact(transformations.length)} on Monitoring`}
                size="small"
                variant="ghost"
                hideIcon
              />
            </p>
          }
        />
      </div>
      <div className={css.tops}>
        <TopConnections kind="SOURCE" unit={unit} components={components.data} />
        <TopConnections kind="SINK" unit={unit} components={components.data} />
      </div>
    </>
  );
}
