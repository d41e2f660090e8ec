import { useCallback, useMemo, useRef } from 'react';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import { sumTotals } from '../../../../contract/totals.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { useCall } from '../../../api/use-call.ts';
import { usePublishScope } from '../../../commands/scopes.ts';
import * as css from '../../../components/analytics/analytics.css.ts';
import { buildFiguresOptions, useAnalyticsRange } from '../../../components/analytics/analytics-query.ts';
import { DataSummary } from '../../../components/analytics/DataSummary.tsx';
import { LateCollectorNote } from '../../../components/analytics/LateCollectorNote.tsx';
import { getMetricUnit, getOtherMetric } from '../../../components/analytics/metric.ts';
import { usePipelineSummaries } from '../../../components/analytics/use-pipeline-summaries.ts';
import { CommandButton } from '../../../components/commands/CommandButton.tsx';
import { toFilterViews } from '../../../components/list-filters/filter-facts.ts';
import { usePublishFilters } from '../../../components/list-filters/use-publish-filters.ts';
import { EmptyState } from '../../../components/widgets/feedback/empty-state.tsx';
import { FilterBar, type FilterBarHandle } from '../../../components/widgets/filters/filter-bar.tsx';
import { AnalyticsFigures } from './AnalyticsFigures.tsx';
import { useAnalyticsFilters } from './use-analytics-filters.ts';
import './scope.ts';

export default function AnalyticsTab({ pipeline, draft }: { pipeline: Pipeline; draft: Draft }) {
  const { siteId, id } = pipeline;
  const { range, poll } = useAnalyticsRange();
  const options = buildFiguresOptions(poll);
  const found = useCall('listDataPods', { path: { siteId }, query: range }, options);
  const filters = useAnalyticsFilters(pipeline, draft, found.data?.dataPods);
  const { bar, facts, metric, pods, hasBytes } = filters;
  const unit = getMetricUnit(metric);
  const hasInstances = pods === undefined || pods.length > 0;
  const query = {
    siteId,
    metricType: metric,
    ...(pods === undefined ? {} : { pods: [...pods] }),
    ...range,
  };
  const { summaries, until } = usePipelineSummaries(
    { ...query, pipelineIds: [id] },
    { poll, keepPrevious: false, enabled: hasInstances },
  );

  const handle = useRef<FilterBarHandle>(null);
  const open = useCallback(() => handle.current?.open(), []);
  usePublishFilters(bar, filters.all, { open, canReset: bar.canReset, reset: bar.reset });
  const pick = bar.pick;
  const toggleMetric = useCallback(() => pick('metricType', [getOtherMetric(metric)]), [pick, metric]);
  usePublishScope('pipeline.analytics', { unit, toggleMetric, hasBytes });

  const summary = hasInstances ? summaries?.[id] : undefined;
  return (
    <div className={css.page}>
      <div className={css.head}>
        <div className={css.filters}>
          <FilterBar
            ref={handle}
            label="Filter analytics"
            filters={useMemo(() => toFilterViews(bar, facts.above), [bar, facts])}
            onPick={bar.pick}
            onAll={bar.all}
            onClear={bar.clear}
            canReset={bar.canReset}
            onReset={bar.reset}
          />
        </div>
        <DataSummary
          totals={summary && sumTotals([summary])}
          unit={unit}
          until={until}
          pipelineId={id}
          hasBytes={hasBytes}
        />
      </div>
      <section
        className={css.content}
        aria-label="Analytics, charts"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        data-main-content=""
      >
        {!hasBytes && <LateCollectorNote />}
        {hasInstances ? (
          <AnalyticsFigures
            // Remount, so that no figure is shown under the wrong label.
            key={`${metric} ${pods?.join() ?? 'all'}`}
            pipelineId={id}
            query={query}
            poll={poll}
            filters={filters}
            unit={unit}
          />
        ) : (
          <div className={css.message}>
            <EmptyState title="No instance is chosen" action={<CommandButton id="filters.reset" />}>
              Choose the instances whose figures you want to see.
            </EmptyState>
          </div>
        )}
      </section>
    </div>
  );
}
