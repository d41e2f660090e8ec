import { useMemo } from 'react';
import type { FilterBarDefinition } from '../../../../machines/filter-bar/index.ts';
import {
  DEFAULT_STATUS_FILTER,
  getFilterLabel,
  STATUS_FILTER_LABELS,
  STATUSES_OF_FILTER,
} from '../../../../machines/pipeline-lifecycle/index.ts';
import type { CallResponse } from '../../../contract/calls/index.ts';
import { type RowFilter, useRowFilters } from '../../components/list-filters/use-row-filters.ts';
import { getStatusLook } from '../../components/status-look.ts';
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

const STATUS: RowFilter<PipelineRow> = {
  id: 'status',
  label: 'Status',
  kind: 'multi',
  options: STATUS_FILTER_LABELS.map((label) => {
    const [status = 'DEFAULT'] = STATUSES_OF_FILTER[label];
    const { shape, tone } = getStatusLook({ status, pendingAction: 'NOP' });
    return { value: label, label, shape, tone };
  }),
  valuesOf: ({ pipeline }) => getFilterLabel(pipeline.status),
};

const listNodeOptions = (nodes: readonly NodeName[], type: NodeName['nodeType']) =>
  nodes
    .filter(({ nodeType }) => nodeType === type)
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((a, b) => a.label.localeCompare(b.label));

const listValues = (options: readonly { value: string }[]) => options.map(({ value }) => value);

export function usePipelineFilters(
  siteId: string,
  rows: readonly PipelineRow[],
  /** Sources and destinations; undefined while loading. */
  nodes: readonly NodeName[] | undefined,
) {
  const options = useMemo(
    () => ({
      source: listNodeOptions(nodes ?? [], 'SOURCE'),
      destination: listNodeOptions(nodes ?? [], 'SINK'),
    }),
    [nodes],
  );
  const values = useMemo(
    () => nodes && { source: listValues(options.source), destination: listValues(options.destination) },
    [nodes, options],
  );
  const filters = useMemo<RowFilter<PipelineRow>[]>(
    () => [
      STATUS,
      {
        id: 'source',
        label: 'Source',
        kind: 'multi',
        options: options.source,
        valuesOf: ({ pipeline }) => pipeline.sourceId,
      },
      {
        id: 'destination',
        label: 'Destination',
        kind: 'multi',
        options: options.destination,
        valuesOf: ({ pipeline }) => pipeline.sinkIds,
      },
    ],
    [options],
  );
  return useRowFilters(useFilterBar(BAR, { siteId, values }), rows, filters);
}
