import type { SnapshotFrom } from 'xstate';
import { type SortDirection, sortCycleMachine } from './sort-cycle.machine.ts';

export type SortCycleSnapshot = SnapshotFrom<typeof sortCycleMachine>;
export type Sort = { column: string; direction: 'ascending' | 'descending' };

/** The sort in force; undefined keeps the rows in the order received. */
export function selectSort(snapshot: SortCycleSnapshot): Sort | undefined {
  const { column } = snapshot.context;
  if (column === undefined || snapshot.value === 'none') return undefined;
  return { column, direction: snapshot.value };
}

/** `aria-sort` of a heading. */
export const sortOfColumn = (sort: Sort | undefined, column: string): SortDirection =>
  sort?.column === column ? sort.direction : 'none';

/** A snapshot for a stored sort, for example one of the URL. */
export const sortCycleFrom = (sort: Sort | undefined): SortCycleSnapshot =>
  sortCycleMachine.resolveState({ value: sort?.direction ?? 'none', context: { column: sort?.column } });
