import type { Choices, FilterDefinition, Selection, ValidValues } from './filter-bar.types.ts';

const areValuesEqual = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value) => b.includes(value));

export const areSelectionsEqual = (a: Selection, b: Selection): boolean =>
  a === 'all' || b === 'all' ? a === b : areValuesEqual(a, b);

export const isShown = (selection: Selection, value: string): boolean =>
  selection === 'all' || selection.includes(value);

/** One matching value is enough; an item without values matches only `all`. */
export const isAnyShown = (selection: Selection, values: readonly string[]): boolean =>
  selection === 'all' || values.some((value) => selection.includes(value));

export const listSelectedValues = (selection: Selection, valid: readonly string[] = []): readonly string[] =>
  selection === 'all' ? valid : selection;

/** False for an unknown value, or more than one in a single filter. */
export function isValid(
  filter: FilterDefinition,
  selection: Selection,
  valid: readonly string[] | undefined,
): boolean {
  if (selection === 'all') return true;
  if (filter.kind === 'single' && selection.length !== 1) return false;
  return valid === undefined || selection.every((value) => valid.includes(value));
}

/** Sorts values in the order of the valid ones; a complete list becomes `all`. */
export function normalizeSelection(selection: Selection, valid: readonly string[] | undefined): Selection {
  if (selection === 'all') return selection;
  if (valid === undefined) return [...new Set(selection)];
  const chosen = valid.filter((value) => selection.includes(value));
  return chosen.length === valid.length && valid.length > 0 ? 'all' : chosen;
}

export const isDefaultSelection = (
  filter: FilterDefinition,
  selection: Selection,
  valid: readonly string[] | undefined,
): boolean =>
  areSelectionsEqual(normalizeSelection(selection, valid), normalizeSelection(filter.default, valid));

/** A selection equal to the default is removed. */
export function setChoice(
  choices: Choices,
  filter: FilterDefinition,
  selection: Selection,
  values: ValidValues,
): Choices {
  const valid = values[filter.id];
  const { [filter.id]: _former, ...others } = choices;
  if (isDefaultSelection(filter, selection, valid)) return others;
  return { ...others, [filter.id]: normalizeSelection(selection, valid) };
}
