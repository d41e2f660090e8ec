import type { FilterBarDefinition } from '../../../../machines/filter-bar/index.ts';
import {
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_SEVERITIES,
  NOTIFICATION_STATES,
  type Notification,
} from '../../../contract/entities/notification.ts';
import { type RowFilter, useRowFilters } from '../../components/list-filters/use-row-filters.ts';
import { useFilterBar } from '../../state/filter-bar.ts';
import { CATEGORY_NAMES, SEVERITY_LOOKS, STATE_LOOKS } from './notification-look.ts';

/** Kept in the address, so that it can be shared. */
const BAR: FilterBarDefinition = {
  id: 'notifications',
  store: 'session',
  mirrorsUrl: true,
  resetsOnSiteChange: true,
  filters: [
    { id: 'topic', kind: 'multi', values: NOTIFICATION_CATEGORIES, default: 'all' },
    { id: 'severity', kind: 'multi', values: NOTIFICATION_SEVERITIES, default: 'all' },
    { id: 'activity', kind: 'multi', values: NOTIFICATION_STATES, default: 'all' },
  ],
};

const FILTERS: readonly RowFilter<Notification>[] = [
  {
    id: 'topic',
    label: 'Category',
    kind: 'multi',
    options: NOTIFICATION_CATEGORIES.map((value) => ({ value, label: CATEGORY_NAMES[value] })),
    valuesOf: ({ category }) => category,
  },
  {
    id: 'severity',
    label: 'Severity',
    kind: 'multi',
    options: NOTIFICATION_SEVERITIES.map((value) => ({ value, ...SEVERITY_LOOKS[value] })),
    valuesOf: ({ severity }) => severity,
  },
  {
    id: 'activity',
    label: 'State',
    kind: 'multi',
    options: NOTIFICATION_STATES.map((value) => ({ value, ...STATE_LOOKS[value] })),
    valuesOf: ({ state }) => state,
  },
];

export const useNotificationFilters = (siteId: string, notifications: readonly Notification[]) =>
  useRowFilters(useFilterBar(BAR, { siteId }), notifications, FILTERS);
