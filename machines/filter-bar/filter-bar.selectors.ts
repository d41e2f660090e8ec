import type { SnapshotFrom } from 'xstate';
import type { filterBarMachine } from './filter-bar.machine.ts';
import type { FilterDefinition, Selection } from './filter-bar.types.ts';

export type FilterBarSnapshot = SnapshotFrom<typeof filterBarMachine>;

const definitionOf = ({ context }: FilterBarSnapshot, filterId: string): FilterDefinition | undefined =>
  context.definition.filters.find((filter) => filter.id === filterId);

/** What is selected in a filter, its default included. */
export const selectSelection = (snapshot: FilterBarSnapshot, filterId: string): Selection =>
  snapshot.context.choices[filterId] ?? definitionOf(snapshot, filterId)?.default ?? 'all';

export const selectIsDefault = ({ context }: FilterBarSnapshot, filterId: string): boolean =>
  context.choices[filterId] === undefined;

/** Reset is allowed: something differs from its default (R2.8-19). */
export const selectCanReset = (snapshot: FilterBarSnapshot): boolean => snapshot.matches('narrowed');

/** The valid values of a filter are known, and what is selected was checked against them. */
export const selectIsChecked = ({ context }: FilterBarSnapshot, filterId: string): boolean =>
  context.values[filterId] !== undefined;
