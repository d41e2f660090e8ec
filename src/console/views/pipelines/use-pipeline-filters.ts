import { useMemo } from 'react';
import { type FilterBarDefinition, isAnyShown, isShown } from '../../../../machines/filter-bar/index.ts';
import {
  DEFAULT_STATUS_FILTER,
  filterLabelOf,
  STATUS_FILTER_LABELS,
  STATUSES_OF_FILTER,
} from '../../../../machines/pipeline-lifecycle/index.ts';
import type { CallResponse } from '../../../contract/calls/index.ts';
import type { FilterFacts } from '../../components/list-filters/filter-facts.ts';
import { statusLook } from '../../components/status-look.ts';
import { useFilterBar } from '../../state/filter-bar.ts';
import type { PipelineRow } from './pipeline-rows.ts';

type NodeName = CallResponse<'listNodeNames'>['nodeNames'][number];

/** All but deleted by default; the choice is kept in the tab. */
const BAR: FilterBarDefinition = {
  id: 'pipelines',
  store: 'session',
  mirrorsUrl: true,
  resetsOnSiteChange: true,
  filters: [
    { id: 'status', kind: 'multi', values: STATUS_FILTER_LABELS, default: DEFAULT_STATUS_FILTER },
    { id: 'source', kind: 'multi', default: 'all' },
    { id: 'destination', kind: 'multi', default: 'all' },
  ],
};

const tally = (values: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

const statusFilter = (rows: readonly PipelineRow[]): FilterFacts => {
  const counts = tally(rows.map(({ pipeline }) => filterLabelOf(pipeline.status)));
  return {
    id: 'status',
    label: 'Status',
    kind: 'multi',
    options: STATUS_FILTER_LABELS.map((label) => {
      const [status = 'DEFAULT'] = STATUSES_OF_FILTER[label];
      const { shape, tone } = statusLook({ status, pendingAction: 'NOP' });
      return { value: label, label, shape, tone, count: counts.get(label) ?? 0 };
    }),
  };
};

const nodeOptions = (nodes: readonly NodeName[], type: NodeName['nodeType'], used: readonly string[]) => {
  const counts = tally(used);
  return nodes
    .filter(({ nodeType }) => nodeType === type)
    .map(({ id, name }) => ({ value: id, label: name, count: counts.get(id) ?? 0 }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
};

const valuesOf = (options: readonly { value: string }[]) => options.map(({ value }) => value);

export function usePipelineFilters(
  siteId: string,
  rows: readonly PipelineRow[],
  /** Sources and destinations; undefined while loading. */
  nodes: readonly NodeName[] | undefined,
) {
  const options = useMemo(() => {
    const pipelines = rows.map(({ pipeline }) => pipeline);
    return {
      source: nodeOptions(
        nodes ?? [],
        'SOURCE',
        pipelines.map(({ sourceId }) => sourceId),
      ),
      destination: nodeOptions(
        nodes ?? [],
        'SINK',
        pipelines.flatMap(({ sinkIds }) => sinkIds),
      ),
    };
  }, [rows, nodes]);
  const values = useMemo(
    () => nodes && { source: valuesOf(options.source), destination: valuesOf(options.destination) },
    [nodes, options],
  );
  const bar = useFilterBar(BAR, { siteId, values });
  const filters = useMemo<FilterFacts[]>(
    () => [
      statusFilter(rows),
      { id: 'source', label: 'Source', kind: 'multi', options: options.source },
      { id: 'destination', label: 'Destination', kind: 'multi', options: options.destination },
    ],
    [rows, options],
  );
  const passes = useMemo(() => {
    const [status, source, destination] = ['status', 'source', 'destination'].map(bar.selection);
    return ({ pipeline }: PipelineRow): boolean =>
      isShown(status ?? 'all', filterLabelOf(pipeline.status)) &&
      isShown(source ?? 'all', pipeline.sourceId) &&
      isAnyShown(destination ?? 'all', pipeline.sinkIds);
  }, [bar]);
  return { bar, filters, passes };
}
