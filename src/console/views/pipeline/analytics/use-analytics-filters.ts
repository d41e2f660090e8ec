import { useMemo } from 'react';
import { type FilterBarDefinition, listSelectedValues } from '../../../../../machines/filter-bar/index.ts';
import type { Pipeline } from '../../../../contract/entities/pipeline.ts';
import type { Draft, DraftNode } from '../../../../graph/draft.ts';
import { predecessorsOf } from '../../../../graph/walk.ts';
import { listPodsOf, toInstanceOptions } from '../../../components/analytics/instances.ts';
import { findMetric, METRIC_FILTER } from '../../../components/analytics/metric.ts';
import { useOnlyMetric } from '../../../components/analytics/only-metric.ts';
import type { FilterFacts } from '../../../components/list-filters/filter-facts.ts';
import { useFilterBar } from '../../../state/filter-bar.ts';
import { getComponentId } from '../editor/draft-from-graph.ts';

/** The nodes in topological order; nodes in a cycle come last. */
export function sortByFlow(draft: Draft): DraftNode[] {
  const waiting = new Map(Object.keys(draft.nodes).map((id) => [id, new Set(predecessorsOf(draft, id))]));
  const order: string[] = [];
  for (;;) {
    const next = [...waiting].find(([, before]) => before.size === 0)?.[0];
    if (next === undefined) break;
    order.push(next);
    waiting.delete(next);
    for (const before of waiting.values()) before.delete(next);
  }
  return [...order, ...waiting.keys()].flatMap((id) => draft.nodes[id] ?? []);
}

/** Stored only in the address. */
const BAR: FilterBarDefinition = {
  id: 'pipelineAnalytics',
  store: 'none',
  mirrorsUrl: true,
  resetsOnSiteChange: true,
  filters: [
    METRIC_FILTER.definition,
    { id: 'instances', kind: 'multi', default: 'all' },
    { id: 'destination', kind: 'multi', default: 'all' },
    { id: 'transform', kind: 'single', default: 'all' },
  ],
};

type Named = { value: string; label: string };

/** @param sitePods undefined while loading */
export function useAnalyticsFilters(
  pipeline: Pick<Pipeline, 'id' | 'name' | 'siteId'>,
  draft: Draft,
  sitePods: readonly string[] | undefined,
) {
  const { id, siteId } = pipeline;
  const pods = useMemo(() => listPodsOf(sitePods, id), [sitePods, id]);
  const named = useMemo(() => {
    const nodes = sortByFlow(draft);
    const transforms = nodes.filter((node) => node.nodeType === 'TRANSFORM');
    const sinks = nodes.filter((node) => node.nodeType === 'SINK');
    return {
      transforms: transforms.map(
        (node): Named => ({ value: getComponentId(draft, node.id), label: node.name }),
      ),
      sinks: sinks.map((node): Named => ({ value: node.id, label: node.name })),
    };
  }, [draft]);
  const values = useMemo(
    () => ({
      instances: pods,
      destination: named.sinks.map((one) => one.value),
      transform: named.transforms.map((one) => one.value),
    }),
    [pods, named],
  );
  const only = useOnlyMetric();
  const bar = useFilterBar(BAR, { siteId, values });
  const facts = useMemo(() => {
    const instances = toInstanceOptions(pods, [pipeline]);
    return {
      above: [
        ...(only ? [] : [METRIC_FILTER.facts]),
        {
          id: 'instances',
          label: 'Instances',
          kind: 'multi',
          options: instances,
          searchable: true,
        },
      ] satisfies FilterFacts[],
      transform: {
        id: 'transform',
        label: 'Transform',
        kind: 'single',
        options: named.transforms,
      } satisfies FilterFacts,
      destination: {
        id: 'destination',
        label: 'Destination',
        kind: 'multi',
        options: named.sinks,
      } satisfies FilterFacts,
    };
  }, [pods, named, pipeline, only]);
  const all = useMemo<FilterFacts[]>(() => [...facts.above, facts.transform, facts.destination], [facts]);
  const destinations = bar.selection('destination');
  const sinks = useMemo(() => {
    const chosen = listSelectedValues(destinations, values.destination);
    return named.sinks.filter((one) => chosen.includes(one.value));
  }, [destinations, values, named]);
  const instances = bar.selection('instances');
  const transform = bar.selection('transform');
  return {
    bar,
    facts,
    all,
    metric: only ?? findMetric(bar.selection('metricType')),
    hasBytes: only === undefined,
    pods: instances === 'all' ? undefined : instances,
    transformId: transform === 'all' ? undefined : transform[0],
    sinks,
    order: values.transform,
  };
}

export type AnalyticsFilters = ReturnType<typeof useAnalyticsFilters>;
