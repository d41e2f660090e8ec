import type { SnapshotFrom } from 'xstate';
import type { Sort } from '../../src/contract/sort.ts';
import { type SortDirection, sortCycleMachine } from './sort-cycle.machine.ts';

export type SortCycleSnapshot = SnapshotFrom<typeof sortCycleMachine>;

/** The sort in force; undefined keeps the rows in the order received. */
export const selectSort = (snapshot: SortCycleSnapshot): Sort | undefined => snapshot.context.sort;

/** `aria-sort` of a heading. */
export const sortOfColumn = (sort: Sort | undefined, column: string): SortDirection =>
  sort?.column === column ? sort.direction : 'none';

/** A snapshot for a stored sort, for example one of the URL. */
export const sortCycleFrom = (sort: Sort | undefined): SortCycleSnapshot =>
  sortCycleMachine.resolveState({ value: sort?.direction ?? 'none', context: { sort } });
