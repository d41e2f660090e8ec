import { useMemo } from 'react';
import { type FilterBarDefinition, isShown } from '../../../../machines/filter-bar/index.ts';
import {
  NOTIFICATION_CATEGORIES,
  NOTIFICATION_SEVERITIES,
  NOTIFICATION_STATES,
  type Notification,
} from '../../../contract/entities/notification.ts';
import type { FilterFacts } from '../../components/list-filters/filter-facts.ts';
import { useFilterBar } from '../../state/filter-bar.ts';
import { CATEGORY_NAMES, SEVERITY_LOOKS, STATE_LOOKS } from './notification-look.ts';

/** Kept in the address, so that it can be shared. */
const BAR: FilterBarDefinition = {
  id: 'notifications',
  store: 'none',
  mirrorsUrl: true,
  resetsOnSiteChange: true,
  filters: [
    { id: 'topic', kind: 'multi', values: NOTIFICATION_CATEGORIES, default: 'all' },
    { id: 'severity', kind: 'multi', values: NOTIFICATION_SEVERITIES, default: 'all' },
    { id: 'activity', kind: 'multi', values: NOTIFICATION_STATES, default: 'all' },
  ],
};
const NO_VALUES = {};

export function useNotificationFilters(siteId: string, notifications: readonly Notification[]) {
  const bar = useFilterBar(BAR, { siteId, values: NO_VALUES });
  const filters = useMemo<FilterFacts[]>(() => {
    const countOf = (test: (one: Notification) => boolean) => notifications.filter(test).length;
    return [
      {
        id: 'topic',
        label: 'Category',
        kind: 'multi',
        options: NOTIFICATION_CATEGORIES.map((value) => ({
          value,
          label: CATEGORY_NAMES[value],
          count: countOf((one) => one.category === value),
        })),
      },
      {
        id: 'severity',
        label: 'Severity',
        kind: 'multi',
        options: NOTIFICATION_SEVERITIES.map((value) => ({
          value,
          ...SEVERITY_LOOKS[value],
          count: countOf((one) => one.severity === value),
        })),
      },
      {
        id: 'activity',
        label: 'State',
        kind: 'multi',
        options: NOTIFICATION_STATES.map((value) => ({
          value,
          ...STATE_LOOKS[value],
          count: countOf((one) => one.state === value),
        })),
      },
    ];
  }, [notifications]);
  const [topic, severity, activity] = [
    bar.selection('topic'),
    bar.selection('severity'),
    bar.selection('activity'),
  ];
  const passes = useMemo(
    () => (one: Notification) =>
      isShown(topic, one.category) && isShown(severity, one.severity) && isShown(activity, one.state),
    [topic, severity, activity],
  );
  return { bar, filters, passes };
}
