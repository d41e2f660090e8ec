import type { Choices, FilterDefinition, Selection, ValidValues } from './filter-bar.types.ts';

const sameValues = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value) => b.includes(value));

export const sameSelection = (a: Selection, b: Selection): boolean =>
  a === 'all' || b === 'all' ? a === b : sameValues(a, b);

/** Whether a thing with this value is shown. */
export const isShown = (selection: Selection, value: string): boolean =>
  selection === 'all' || selection.includes(value);

/** Whether a thing with several values is shown: one of them is enough; without any only 'all' shows it. */
export const isAnyShown = (selection: Selection, values: readonly string[]): boolean =>
  selection === 'all' || values.some((value) => selection.includes(value));

/** The values themselves; everything means all that are valid. */
export const valuesOf = (selection: Selection, valid: readonly string[] = []): readonly string[] =>
  selection === 'all' ? valid : selection;

/** False when a value is not valid, or a single filter holds more than one (R2.8-30, R2.8-31). */
export function isValid(
  filter: FilterDefinition,
  selection: Selection,
  valid: readonly string[] | undefined,
): boolean {
  if (selection === 'all') return true;
  if (filter.kind === 'single' && selection.length !== 1) return false;
  return valid === undefined || selection.every((value) => valid.includes(value));
}

/** One form for each meaning: in the order of the valid values, and 'all' for every one of them. */
export function normalised(selection: Selection, valid: readonly string[] | undefined): Selection {
  if (selection === 'all') return selection;
  if (valid === undefined) return [...new Set(selection)];
  const chosen = valid.filter((value) => selection.includes(value));
  return chosen.length === valid.length && valid.length > 0 ? 'all' : chosen;
}

export const isDefaultSelection = (
  filter: FilterDefinition,
  selection: Selection,
  valid: readonly string[] | undefined,
): boolean => sameSelection(normalised(selection, valid), normalised(filter.default, valid));

/** The choices with one more; a selection that is the default is no choice. */
export function withChoice(
  choices: Choices,
  filter: FilterDefinition,
  selection: Selection,
  values: ValidValues,
): Choices {
  const valid = values[filter.id];
  const { [filter.id]: _former, ...others } = choices;
  if (isDefaultSelection(filter, selection, valid)) return others;
  return { ...others, [filter.id]: normalised(selection, valid) };
}
