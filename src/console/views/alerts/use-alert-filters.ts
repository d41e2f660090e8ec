import type { FilterBarDefinition } from '../../../../machines/filter-bar/index.ts';
import { type RowFilter, useRowFilters } from '../../components/list-filters/use-row-filters.ts';
import { useFilterBar } from '../../state/filter-bar.ts';
import { EVENT_STATES, isSilenced, SEVERITIES, SEVERITY_LOOKS, STATE_LOOKS } from './alert-look.ts';
import type { AlertRow } from './columns.tsx';

/** Stored in the address, so that it can be shared. By default without alerts that never fired. */
const BAR: FilterBarDefinition = {
  id: 'alerts',
  store: 'none',
  mirrorsUrl: true,
  resetsOnSiteChange: true,
  filters: [
    { id: 'activity', kind: 'multi', values: EVENT_STATES, default: ['FIRING', 'PENDING', 'RESOLVED'] },
    { id: 'severity', kind: 'multi', values: SEVERITIES, default: 'all' },
    { id: 'acknowledged', kind: 'multi', values: ['no', 'silenced', 'yes'], default: 'all' },
  ],
};

const FILTERS: readonly RowFilter<AlertRow>[] = [
  {
    id: 'activity',
    label: 'State',
    kind: 'multi',
    options: EVENT_STATES.map((value) => ({ value, ...STATE_LOOKS[value] })),
    valuesOf: ({ state }) => state,
  },
  {
    id: 'severity',
    label: 'Severity',
    kind: 'multi',
    options: SEVERITIES.map((value) => ({ value, ...SEVERITY_LOOKS[value] })),
    valuesOf: ({ severity }) => severity,
  },
  {
    id: 'acknowledged',
    label: 'Acknowledged',
    kind: 'multi',
    options: [
      { value: 'no', label: 'No' },
      { value: 'silenced', label: 'Silenced' },
      { value: 'yes', label: 'Yes' },
    ],
    valuesOf: (row) => {
      if (row.isSettled) return 'yes';
      return isSilenced(row) ? 'silenced' : 'no';
    },
  },
];

export const useAlertFilters = (siteId: string, rows: readonly AlertRow[]) =>
  useRowFilters(useFilterBar(BAR, { siteId }), rows, FILTERS);
