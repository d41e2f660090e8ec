import { useMemo } from 'react';
import type { SiteComponent } from '../../../../contract/entities/analytics.ts';
import { fromCount } from '../../../../contract/parameters.ts';
import { useCall } from '../../../api/use-call.ts';
import * as css from '../../../components/analytics/analytics.css.ts';
import { type AnalyticsQuery, buildFiguresOptions } from '../../../components/analytics/analytics-query.ts';
import { LineChart, type LineChartProps } from '../../../components/explain/line-chart.tsx';
import { selectChartRange } from '../../../components/select-chart-range.ts';
import { type Stage, StageBars } from '../../../components/widgets/charts/stage-bars.tsx';
import { MultiSelect } from '../../../components/widgets/filters/multi-select.tsx';
import { SingleSelect } from '../../../components/widgets/filters/single-select.tsx';
import { TITLES } from './AwaitedAnalytics.tsx';
import { DataProcessed } from './DataProcessed.tsx';
import { buildOptimizationLines } from './optimization-series.ts';
import type { AnalyticsFilters } from './use-analytics-filters.ts';

type OptimizationProps = {
  pipelineId: string;
  query: AnalyticsQuery;
  poll: number | false;
  sinks: readonly { value: string; label: string }[];
  filter: LineChartProps['filter'];
};

function Optimization({ pipelineId, query, poll, sinks, filter }: OptimizationProps) {
  const { data, error, refetch } = useCall(
    'getPipelineOptimisations',
    { path: { pipelineId }, query },
    buildFiguresOptions(poll),
  );
  const series = useMemo(() => (data ? buildOptimizationLines(data, sinks, Date.now()) : []), [data, sinks]);
  return (
    <LineChart
      title={TITLES.optimization}
      series={series}
      unit="percent"
      note="per destination"
      filter={filter}
      loading={data === undefined && !error}
      error={data ? null : error}
      onRetry={() => void refetch()}
      onSelectRange={selectChartRange}
    />
  );
}

type AnalyticsFiguresProps = {
  pipelineId: string;
  query: AnalyticsQuery;
  poll: number | false;
  filters: AnalyticsFilters;
  unit: 'bytes' | 'events';
};

const NO_COMPONENTS: SiteComponent[] = [];

/** Transforms in flow order; those no longer in the graph come last, by name. */
const toStages = (components: readonly SiteComponent[], order: readonly string[]): Stage[] => {
  const placeOf = (id: string) => (order.includes(id) ? order.indexOf(id) : order.length);
  return components
    .filter((one) => one.nodeType === 'TRANSFORM')
    .toSorted((a, b) => placeOf(a.componentId) - placeOf(b.componentId) || a.name.localeCompare(b.name))
    .map(({ componentId, name, dataProcessed }) => ({
      id: componentId,
      name,
      input: fromCount(dataProcessed.totalInputDataBytes),
      output: fromCount(dataProcessed.totalOutputDataBytes),
      percent: dataProcessed.percentDataOptimized,
    }));
};

export function AnalyticsFigures({ pipelineId, query, poll, filters, unit }: AnalyticsFiguresProps) {
  const { bar, facts, sinks, transformId, order } = filters;
  const { siteId, ...site } = query;
  const components = useCall(
    'getSiteComponentsDataProcessed',
    { path: { siteId }, query: { ...site, pipelineIds: [pipelineId] } },
    buildFiguresOptions(poll),
  );
  const found = components.data?.components ?? NO_COMPONENTS;
  const stages = useMemo(() => toStages(found, order), [found, order]);
  const shared = {
    loading: components.isPending,
    error: components.data ? null : components.error,
    onRetry: () => void components.refetch(),
  };
  const view = (id: 'transform' | 'destination') => ({
    label: facts[id].label,
    filterId: id,
    selected: bar.selection(id),
    isDefault: bar.isDefault(id),
    options: facts[id].options,
  });
  return (
    <>
      <div className={css.charts}>
        <DataProcessed
          pipelineId={pipelineId}
          query={query}
          poll={poll}
          transformId={transformId}
          unit={unit}
          filter={
            <SingleSelect {...view('transform')} onPick={(selection) => bar.pick('transform', selection)} />
          }
        />
        <Optimization
          pipelineId={pipelineId}
          query={query}
          poll={poll}
          sinks={sinks}
          filter={
            <MultiSelect
              {...view('destination')}
              onPick={(selection) => bar.pick('destination', selection)}
              onAll={() => bar.all('destination')}
              onClear={() => bar.clear('destination')}
            />
          }
        />
      </div>
      <div className={css.stages}>
        <StageBars title={TITLES.stages} stages={stages} unit={unit} {...shared} />
      </div>
    </>
  );
}
