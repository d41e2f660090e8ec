import { useMemo } from 'react';
import {
  DEFAULT_STATUS_FILTER,
  STATUS_FILTER_LABELS,
  type StatusFilterLabel,
} from '../../../../machines/pipeline-lifecycle/index.ts';
import { goTo, useShownLocation } from '../../app/location.tsx';
import { paths } from '../../app/paths.ts';

const isLabel = (text: string): text is StatusFilterLabel =>
  STATUS_FILTER_LABELS.some((label) => label === text);

const isDefault = (statuses: readonly StatusFilterLabel[]) =>
  statuses.length === DEFAULT_STATUS_FILTER.length &&
  DEFAULT_STATUS_FILTER.every((label) => statuses.includes(label));

/** Search and status filter of the list, kept in the address; values that are not valid give the default (R2.8-30). */
export function useListView() {
  const { search: query } = useShownLocation();
  return useMemo(() => {
    const parameters = new URLSearchParams(query);
    const search = parameters.get('search') ?? '';
    const asked = parameters.getAll('statuses');
    const statuses =
      asked.length > 0 && asked.every(isLabel) ? asked.filter(isLabel) : [...DEFAULT_STATUS_FILTER];
    const show = (next: { search?: string; statuses?: readonly StatusFilterLabel[] }) => {
      const chosen = next.statuses ?? statuses;
      goTo(
        paths.pipelines({
          search: next.search ?? search,
          statuses: isDefault(chosen) || chosen.length === 0 ? undefined : chosen,
        }),
        { replace: true },
      );
    };
    return { search, statuses, isNarrowed: search !== '' || !isDefault(statuses), show };
  }, [query]);
}
