import { useMemo } from 'react';
import { type FilterBarDefinition, isShown } from '../../../../machines/filter-bar/index.ts';
import { AUDIT_ENTITIES, AUDIT_RESULTS, type AuditRecord } from '../../../contract/entities/audit.ts';
import { useFilterBar } from '../../actors/filter-bar.ts';
import type { FilterFacts } from '../../parts/list-filters/filter-facts.ts';
import { RESULT_LOOKS } from './columns.tsx';

const BAR: FilterBarDefinition = {
  id: 'audit',
  store: 'none',
  mirrorsUrl: true,
  resetsOnSiteChange: false,
  filters: [
    { id: 'user', kind: 'multi', default: 'all' },
    { id: 'action', kind: 'multi', default: 'all' },
    { id: 'thing', kind: 'multi', values: AUDIT_ENTITIES, default: 'all' },
    { id: 'result', kind: 'multi', values: AUDIT_RESULTS, default: 'all' },
  ],
};

const NOBODY = '(not signed in)';
const userOf = ({ userName }: AuditRecord) => (userName === '' ? NOBODY : userName);
const distinct = (values: readonly string[]) => [...new Set(values)].toSorted();

/** The filters by user, action, entity and result, and which records pass them. */
export function useAuditFilters(siteId: string, records: readonly AuditRecord[], isLoading: boolean) {
  const users = useMemo(() => distinct(records.map(userOf)), [records]);
  const actions = useMemo(() => distinct(records.map(({ action }) => action)), [records]);
  const values = useMemo(
    () => ({ user: isLoading ? undefined : users, action: isLoading ? undefined : actions }),
    [users, actions, isLoading],
  );
  const bar = useFilterBar(BAR, { siteId, values });
  const filters = useMemo<FilterFacts[]>(() => {
    const countOf = (test: (record: AuditRecord) => boolean) => records.filter(test).length;
    const plain = (value: string, test: (record: AuditRecord) => boolean) => ({
      value,
      label: value,
      count: countOf(test),
    });
    return [
      {
        id: 'user',
        label: 'User',
        kind: 'multi',
        searchable: true,
        options: users.map((user) => plain(user, (record) => userOf(record) === user)),
      },
      {
        id: 'action',
        label: 'Action',
        kind: 'multi',
        searchable: true,
        options: actions.map((action) => plain(action, (record) => record.action === action)),
      },
      {
        id: 'thing',
        label: 'Entity',
        kind: 'multi',
        options: AUDIT_ENTITIES.map((entity) => plain(entity, (record) => record.entity === entity)),
      },
      {
        id: 'result',
        label: 'Result',
        kind: 'multi',
        options: AUDIT_RESULTS.map((value) => ({
          value,
          ...RESULT_LOOKS[value],
          count: countOf((record) => record.result === value),
        })),
      },
    ];
  }, [records, users, actions]);
  const [user, action, thing, result] = [
    bar.selection('user'),
    bar.selection('action'),
    bar.selection('thing'),
    bar.selection('result'),
  ];
  const passes = useMemo(
    () => (record: AuditRecord) =>
      isShown(user, userOf(record)) &&
      isShown(action, record.action) &&
      isShown(thing, record.entity) &&
      isShown(result, record.result),
    [user, action, thing, result],
  );
  return { bar, filters, passes };
}
