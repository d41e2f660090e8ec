import type { SnapshotFrom } from 'xstate';
import type { filterBarMachine } from './filter-bar.machine.ts';
import type { FilterDefinition, Selection } from './filter-bar.types.ts';

export type FilterBarSnapshot = SnapshotFrom<typeof filterBarMachine>;

const findDefinition = ({ context }: FilterBarSnapshot, filterId: string): FilterDefinition | undefined =>
  context.definition.filters.find((filter) => filter.id === filterId);

export const selectSelection = (snapshot: FilterBarSnapshot, filterId: string): Selection =>
  snapshot.context.choices[filterId] ?? findDefinition(snapshot, filterId)?.default ?? 'all';

export const selectIsDefault = ({ context }: FilterBarSnapshot, filterId: string): boolean =>
  context.choices[filterId] === undefined;

export const selectCanReset = (snapshot: FilterBarSnapshot): boolean => snapshot.matches('narrowed');

/** The selection was validated against known values. */
export const selectIsChecked = ({ context }: FilterBarSnapshot, filterId: string): boolean =>
  context.values[filterId] !== undefined;
