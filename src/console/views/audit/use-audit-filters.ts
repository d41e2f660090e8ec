import { useMemo } from 'react';
import type { FilterBarDefinition, Selection } from '../../../../machines/filter-bar/index.ts';
import { AUDIT_ENTITIES, AUDIT_RESULTS } from '../../../contract/entities/audit.ts';
import { useCall } from '../../api/use-call.ts';
import type { FilterFacts } from '../../components/list-filters/filter-facts.ts';
import { useFilterBar } from '../../state/filter-bar.ts';
import { RESULT_LOOKS } from './columns.tsx';

const BAR: FilterBarDefinition = {
  id: 'audit',
  store: 'session',
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
const toPlainOption = (value: string) => ({ value, label: value });

/** Undefined when all values are selected. */
const listChosen = <T extends string>(selection: Selection, values: readonly T[]): T[] | undefined =>
  selection === 'all' ? undefined : values.filter((value) => selection.includes(value));

/**
 * Filter values come from all records, and the service filters, so that old records are found too.
 * @returns `query` of the records; undefined when a filter matches nothing
 */
export function useAuditFilters(siteId: string) {
  const facets = useCall('listAuditFacets', {}, { isSuppressed: true }).data;
  const users = useMemo(() => facets?.userNames.map((name) => (name === '' ? NOBODY : name)), [facets]);
  const actions = facets?.actions;
  const values = useMemo(() => ({ user: users, action: actions }), [users, actions]);
  const bar = useFilterBar(BAR, { siteId, values });
  const filters = useMemo<FilterFacts[]>(
    () => [
      {
        id: 'user',
        label: 'User',
        kind: 'multi',
        searchable: true,
        options: (users ?? []).map(toPlainOption),
      },
      {
        id: 'action',
        label: 'Action',
        kind: 'multi',
        searchable: true,
        options: (actions ?? []).map(toPlainOption),
      },
      { id: 'thing', label: 'Entity', kind: 'multi', options: AUDIT_ENTITIES.map(toPlainOption) },
      {
        id: 'result',
        label: 'Result',
        kind: 'multi',
        options: AUDIT_RESULTS.map((value) => ({ value, ...RESULT_LOOKS[value] })),
      },
    ],
    [users, actions],
  );
  const [user, action, thing, result] = [
    bar.selection('user'),
    bar.selection('action'),
    bar.selection('thing'),
    bar.selection('result'),
  ];
  const query = useMemo(() => {
    const [names, entities, results] = [
      user === 'all' ? undefined : user,
      listChosen(thing, AUDIT_ENTITIES),
      listChosen(result, AUDIT_RESULTS),
    ];
    const found = {
      ...(names && { userNames: names.map((name) => (name === NOBODY ? '' : name)) }),
      ...(action !== 'all' && { actions: [...action] }),
      ...(entities && { entities }),
      ...(results && { results }),
    };
    return Object.values(found).some(({ length }) => length === 0) ? undefined : found;
  }, [user, action, thing, result]);
  return { bar, filters, query };
}
