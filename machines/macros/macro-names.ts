import { MACRO_NAME_MAX_LENGTH, type Macro } from '../../src/contract/entities/preferences.ts';
import { nameTextProblem } from '../../src/contract/names.ts';

/** Returns true, or why the name is invalid. */
export function findMacroNameProblem(
  name: string,
  macros: readonly Pick<Macro, 'id' | 'name'>[],
  ownId?: string,
): true | string {
  const wanted = name.trim();
  if (wanted === '') return 'Macro name is required';
  if (wanted.length > MACRO_NAME_MAX_LENGTH)
    return `Macro name must be at most ${MACRO_NAME_MAX_LENGTH} characters`;
  const textProblem = nameTextProblem('Macro name', wanted);
  if (textProblem) return textProblem;
  const isTaken = macros.some(
    (macro) => macro.id !== ownId && macro.name.toLowerCase() === wanted.toLowerCase(),
  );
  return isTaken ? `A macro named '${wanted}' already exists` : true;
}

/** Adds the lowest free number to a taken name: `Morning 2`. */
export function suggestMacroName(name: string, macros: readonly Pick<Macro, 'id' | 'name'>[]): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` ${number}`;
    const candidate = `${name.slice(0, MACRO_NAME_MAX_LENGTH - end.length)}${end}`;
    if (findMacroNameProblem(candidate, macros) === true) return candidate;
  }
}
