import { useMemo } from 'react';
import { isAnyShown } from '../../../../machines/filter-bar/index.ts';
import type { FilterBar } from '../../state/filter-bar.ts';
import type { Option } from '../widgets/forms/options.ts';
import type { FilterFacts } from './filter-facts.ts';

/** Filters rows that are all loaded. Options are counted from the rows. */
export type RowFilter<Row> = FilterFacts & {
  /** What a row has for the filter; one shown value is enough. */
  valuesOf: (row: Row) => string | readonly string[];
};

function countFilterFacts<Row>({ valuesOf, ...facts }: RowFilter<Row>, rows: readonly Row[]): FilterFacts {
  const counts = new Map<string, number>();
  for (const value of rows.flatMap(valuesOf)) counts.set(value, (counts.get(value) ?? 0) + 1);
  const withCounts = (options: readonly Option[]) =>
    options.map((option) => ({ ...option, count: counts.get(option.value) ?? 0 }));
  if (facts.kind !== 'grouped') return { ...facts, options: withCounts(facts.options) };
  const groups = facts.groups.map((group) => ({ ...group, options: withCounts(group.options) }));
  return { ...facts, groups };
}

/** @param filters must be stable (module scope or useMemo) */
export function useRowFilters<Row>(bar: FilterBar, rows: readonly Row[], filters: readonly RowFilter<Row>[]) {
  const facts = useMemo(() => filters.map((filter) => countFilterFacts(filter, rows)), [filters, rows]);
  const passes = useMemo(() => {
    const chosen = filters.map(({ id, valuesOf }) => ({ selection: bar.selection(id), valuesOf }));
    return (row: Row): boolean =>
      chosen.every(({ selection, valuesOf }) => isAnyShown(selection, [valuesOf(row)].flat()));
  }, [bar, filters]);
  return { bar, filters: facts, passes };
}
