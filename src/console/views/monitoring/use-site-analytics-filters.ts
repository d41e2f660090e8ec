import { useMemo } from 'react';
import { type FilterBarDefinition, isAnyShown, isShown } from '../../../../machines/filter-bar/index.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import { useCall } from '../../api/use-call.ts';
import { toInstanceOptions } from '../../components/analytics/instances.ts';
import { findMetric, METRIC_FILTER } from '../../components/analytics/metric.ts';
import { useOnlyMetric } from '../../components/analytics/only-metric.ts';
import type { FilterFacts } from '../../components/list-filters/filter-facts.ts';
import { useFilterBar } from '../../state/filter-bar.ts';

/** Kept by the browser like the time range, and in the address, so that it can be shared. */
const BAR: FilterBarDefinition = {
  id: 'siteAnalytics',
  store: 'local',
  mirrorsUrl: true,
  resetsOnSiteChange: true,
  filters: [
    METRIC_FILTER.definition,
    { id: 'instances', kind: 'multi', default: 'all' },
    { id: 'pipeline', kind: 'multi', default: 'all' },
    { id: 'source', kind: 'multi', default: 'all' },
    { id: 'destination', kind: 'multi', default: 'all' },
  ],
};

const compareLabels = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label);

/**
 * Filters by source and destination select the pipelines that use them.
 * @param pods undefined while loading, like the pipelines
 */
export function useSiteAnalyticsFilters(
  siteId: string,
  pipelines: readonly Pipeline[] | undefined,
  pods: readonly string[] | undefined,
) {
  const names = useCall('listNodeNames', { query: { siteId } }, { isSuppressed: true, keepPrevious: true });
  const nodes = names.data?.nodeNames;
  const options = useMemo(() => {
    const ofType = (type: 'SOURCE' | 'SINK') =>
      (nodes ?? [])
        .filter(({ nodeType }) => nodeType === type)
        .map(({ id, name }) => ({ value: id, label: name }))
        .toSorted(compareLabels);
    return {
      pipeline: (pipelines ?? []).map(({ id, name }) => ({ value: id, label: name })).toSorted(compareLabels),
      source: ofType('SOURCE'),
      destination: ofType('SINK'),
    };
  }, [nodes, pipelines]);
  const values = useMemo(() => {
    const listIds = (list: readonly { value: string }[]) => list.map(({ value }) => value);
    return {
      instances: pods,
      pipeline: pipelines && listIds(options.pipeline),
      source: nodes && listIds(options.source),
      destination: nodes && listIds(options.destination),
    };
  }, [pods, pipelines, nodes, options]);
  const only = useOnlyMetric();
  const bar = useFilterBar(BAR, { siteId, values });
  const facts = useMemo<FilterFacts[]>(() => {
    const multi = { kind: 'multi', searchable: true } as const;
    const instances = toInstanceOptions(pods, pipelines);
    return [
      ...(only ? [] : [METRIC_FILTER.facts]),
      { id: 'instances', label: 'Instances', ...multi, options: instances },
      { id: 'pipeline', label: 'Pipeline', ...multi, options: options.pipeline },
      { id: 'source', label: 'Source', ...multi, options: options.source },
      { id: 'destination', label: 'Destination', ...multi, options: options.destination },
    ];
  }, [pods, pipelines, options, only]);
  const [pipeline, source, destination] = ['pipeline', 'source', 'destination'].map(bar.selection);
  const pipelineIds = useMemo(() => {
    if (pipeline === 'all' && source === 'all' && destination === 'all') return undefined;
    return (pipelines ?? [])
      .filter(
        (one) =>
          isShown(pipeline ?? 'all', one.id) &&
          isShown(source ?? 'all', one.sourceId) &&
          isAnyShown(destination ?? 'all', one.sinkIds),
      )
      .map(({ id }) => id);
  }, [pipelines, pipeline, source, destination]);
  const instances = bar.selection('instances');
  return {
    bar,
    facts,
    metric: only ?? findMetric(bar.selection('metricType')),
    hasBytes: only === undefined,
    pods: instances === 'all' ? undefined : instances,
    pipelineIds,
  };
}
