import { useMemo } from 'react';
import type { FilterBarDefinition } from '../../../../machines/filter-bar/index.ts';
import type { Template } from '../../../contract/entities/template.ts';
import type { ConnectionKind } from '../../components/connection-form/kinds.ts';
import { type RowFilter, useRowFilters } from '../../components/list-filters/use-row-filters.ts';
import type { Option } from '../../components/widgets/forms/options.ts';
import { useFilterBar } from '../../state/filter-bar.ts';
import type { ConnectionRow } from './use-connections.ts';

const STATUS_OPTIONS = [
  { value: 'ACTIVE', label: 'Active', shape: 'check', tone: 'ok' },
  { value: 'INACTIVE', label: 'Inactive', shape: 'paused', tone: 'text2' },
] as const satisfies readonly Option[];

/** Active ones by default; the choice is kept in the tab. */
const createBarDefinition = (id: string): FilterBarDefinition => ({
  id,
  store: 'session',
  mirrorsUrl: true,
  resetsOnSiteChange: true,
  filters: [
    {
      id: 'status',
      kind: 'multi',
      values: STATUS_OPTIONS.map(({ value }) => value),
      default: ['ACTIVE'],
    },
    { id: 'type', kind: 'multi', default: 'all' },
  ],
});
const BARS: Record<ConnectionKind, FilterBarDefinition> = {
  source: createBarDefinition('sources'),
  destination: createBarDefinition('destinations'),
};

const STATUS: RowFilter<ConnectionRow> = {
  id: 'status',
  label: 'Status',
  kind: 'multi',
  options: STATUS_OPTIONS,
  valuesOf: ({ connection }) => connection.status,
};

const createTypeFilter = (templates: readonly Template[]): RowFilter<ConnectionRow> => ({
  id: 'type',
  label: 'Type',
  kind: 'grouped',
  noun: { one: 'template', many: 'templates' },
  groups: [...Map.groupBy(templates, (template) => template.group)].map(([group, members]) => ({
    id: group,
    label: group,
    options: members.map(({ id, name }) => ({ value: id, label: name })),
  })),
  valuesOf: ({ connection }) => connection.templateId,
});

export function useConnectionFilters(
  kind: ConnectionKind,
  siteId: string,
  rows: readonly ConnectionRow[],
  templates: readonly Template[] | undefined,
) {
  const values = useMemo(() => templates && { type: templates.map(({ id }) => id) }, [templates]);
  const bar = useFilterBar(BARS[kind], { siteId, ...(values ? { values } : {}) });
  const filters = useMemo(() => [STATUS, createTypeFilter(templates ?? [])], [templates]);
  return useRowFilters(bar, rows, filters);
}
