import { useCallback, useMemo, useRef } from 'react';
import type { SiteComponent } from '../../../contract/entities/analytics.ts';
import { sumTotals } from '../../../contract/totals.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { useCall } from '../../api/use-call.ts';
import * as css from '../../components/analytics/analytics.css.ts';
import {
  type AnalyticsQuery,
  buildFiguresOptions,
  useAnalyticsRange,
} from '../../components/analytics/analytics-query.ts';
import { DataSummary } from '../../components/analytics/DataSummary.tsx';
import { useFormerPeriod } from '../../components/analytics/former-period.ts';
import { LateCollectorNote } from '../../components/analytics/LateCollectorNote.tsx';
import { getMetricUnit } from '../../components/analytics/metric.ts';
import { usePipelineSummaries } from '../../components/analytics/use-pipeline-summaries.ts';
import {
  addFormerInput,
  buildOptimizationSeries,
  buildVolumeSeries,
  buildWaitingSeries,
  findOpenBucket,
} from '../../components/chart-series.ts';
import { CommandButton } from '../../components/commands/CommandButton.tsx';
import { useErrors } from '../../components/errors/use-errors.ts';
import { LineChart } from '../../components/explain/line-chart.tsx';
import { HealthCharts } from '../../components/health-charts/HealthCharts.tsx';
import { toFilterViews } from '../../components/list-filters/filter-facts.ts';
import { usePublishFilters } from '../../components/list-filters/use-publish-filters.ts';
import { selectChartRange } from '../../components/select-chart-range.ts';
import { toTransformationRows } from '../../components/transformations/rows.ts';
import { EmptyState } from '../../components/widgets/feedback/empty-state.tsx';
import { FilterBar, type FilterBarHandle } from '../../components/widgets/filters/filter-bar.tsx';
import { TransformationsCard } from '../../components/widgets/transformations/transformations-card.tsx';
import { goTo } from '../../state/location.tsx';
import { buildErrorsSeries } from './errors-series.ts';
import { SiteHealth } from './SiteHealth.tsx';
import { SourcesChart } from './SourcesChart.tsx';
import { useSiteAnalyticsFilters } from './use-site-analytics-filters.ts';

type ErrorsChartProps = {
  siteId: string;
  /** All by default. */
  pipelineIds: readonly string[] | undefined;
  /** Start of counting, in Unix seconds: earlier zeros would look like a time without errors. */
  begin: number | undefined;
};

function ErrorsChart({ siteId, pipelineIds, begin = 0 }: ErrorsChartProps) {
  const { errors, range, isLoading, error, retry } = useErrors(siteId, undefined);
  const { end, resolution } = range;
  const start = Math.min(Math.max(range.start, begin), end);
  const series = useMemo(
    () =>
      buildErrorsSeries(
        errors.filter(({ pipelineId }) => pipelineIds?.includes(pipelineId) ?? true),
        { start, end, resolution },
      ),
    [errors, pipelineIds, start, end, resolution],
  );
  return (
    <LineChart
      title="Errors over time"
      series={series}
      unit="occurrences"
      loading={isLoading}
      error={error}
      onRetry={retry}
      onSelectRange={selectChartRange}
    />
  );
}

const NO_COMPONENTS: SiteComponent[] = [];

type FiguresProps = {
  siteId: string;
  query: Omit<AnalyticsQuery, 'siteId'> & { pipelineIds?: string[] };
  poll: number | false;
  unit: 'bytes' | 'events';
  /** False when the engine counts only events. */
  hasBytes: boolean;
};

function Figures({ siteId, query, poll, unit, hasBytes }: FiguresProps) {
  const options = buildFiguresOptions(poll);
  const { metricType: _metric, pods: _pods, ...healthQuery } = query;
  const series = useCall('getSiteSeries', { path: { siteId }, query }, options);
  const components = useCall('getSiteComponentsDataProcessed', { path: { siteId }, query }, options);
  const { data } = series;
  const { period, range: formerRange, options: formerOptions } = useFormerPeriod();
  const { data: former } = useCall(
    'getSiteSeries',
    { path: { siteId }, query: { ...query, ...formerRange } },
    formerOptions,
  );
  const charts = useMemo(
    () => ({
      volume: data ? addFormerInput(buildVolumeSeries(data), data, former, period) : [],
      optimization: data ? buildOptimizationSeries(data) : [],
      waiting: data ? buildWaitingSeries(data) : [],
      open: data && findOpenBucket(data, Date.now()),
    }),
    [data, former, period],
  );
  const rows = useMemo(
    () => toTransformationRows(components.data?.components ?? NO_COMPONENTS),
    [components.data],
  );
  const shared = {
    open: charts.open,
    loading: series.isPending,
    error: data ? null : series.error,
    onRetry: () => void series.refetch(),
    onSelectRange: selectChartRange,
  };
  return (
    <>
      <div className={css.charts}>
        <LineChart title="Data Processed" series={charts.volume} unit={unit} {...shared} />
        <LineChart title="Optimization over time" series={charts.optimization} unit="percent" {...shared} />
        {hasBytes && (
          <LineChart
            title="Waiting over time"
            series={charts.waiting}
            unit={unit === 'bytes' ? 'byteLevel' : 'eventLevel'}
            note="in flight and buffered, at the end of each point"
            {...shared}
          />
        )}
        <ErrorsChart
          siteId={siteId}
          pipelineIds={query.pipelineIds}
          begin={data?.coverage.startUnixTimeSeconds}
        />
        <SourcesChart siteId={siteId} query={query} poll={poll} unit={unit} />
        {hasBytes && <HealthCharts siteId={siteId} query={healthQuery} poll={poll} />}
      </div>
      <TransformationsCard
        rows={rows}
        unit={unit}
        onFollow={goTo}
        loading={components.isPending}
        error={components.data ? null : components.error}
        onRetry={() => void components.refetch()}
      />
    </>
  );
}

export default function SiteAnalytics({ siteId }: { siteId: string }) {
  const { range, poll } = useAnalyticsRange();
  const options = buildFiguresOptions(poll);
  const pipelines = useAllPages('listPipelines', { siteIds: [siteId] });
  const found = useCall('listDataPods', { path: { siteId }, query: range }, options);
  const filters = useSiteAnalyticsFilters(siteId, pipelines.data?.pipelines, found.data?.dataPods);
  const { bar, facts, metric, pods, pipelineIds, hasBytes } = filters;
  const unit = getMetricUnit(metric);
  const isAnything = pods?.length !== 0 && pipelineIds?.length !== 0;
  const query = useMemo(
    () => ({
      metricType: metric,
      ...(pods === undefined ? {} : { pods: [...pods] }),
      ...(pipelineIds === undefined ? {} : { pipelineIds }),
      ...range,
    }),
    [metric, pods, pipelineIds, range],
  );
  const { summaries, until } = usePipelineSummaries(
    { siteId, ...query },
    { poll: options.poll, keepPrevious: false, enabled: isAnything },
  );
  const totals = useMemo(() => summaries && sumTotals(Object.values(summaries)), [summaries]);

  const handle = useRef<FilterBarHandle>(null);
  const open = useCallback(() => handle.current?.open(), []);
  usePublishFilters(bar, facts, { open, canReset: bar.canReset, reset: bar.reset });

  return (
    <div className={css.page}>
      <div className={css.head}>
        <div className={css.filters}>
          <FilterBar
            ref={handle}
            label="Filter analytics"
            filters={useMemo(() => toFilterViews(bar, facts), [bar, facts])}
            onPick={bar.pick}
            onAll={bar.all}
            onClear={bar.clear}
            canReset={bar.canReset}
            onReset={bar.reset}
          />
        </div>
        <DataSummary totals={isAnything ? totals : undefined} unit={unit} until={until} hasBytes={hasBytes} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={css.content} aria-label="Health and charts" tabIndex={0}>
        {!hasBytes && <LateCollectorNote />}
        <SiteHealth siteId={siteId} pipelineIds={pipelineIds} />
        {isAnything ? (
          <Figures
            key={`${metric} ${pods?.join() ?? 'all'} ${pipelineIds?.join() ?? 'all'}`}
            siteId={siteId}
            query={query}
            poll={poll}
            unit={unit}
            hasBytes={hasBytes}
          />
        ) : (
          <div className={css.message}>
            <EmptyState title="Nothing is chosen" action={<CommandButton id="filters.reset" />}>
              Choose the pipelines and instances whose figures you want to see.
            </EmptyState>
          </div>
        )}
      </section>
    </div>
  );
}
