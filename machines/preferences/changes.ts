import type { KeyBindings, LogView, Macro, Preferences } from '../../src/contract/entities/preferences.ts';
import { suggestMacroName } from '../macros/macro-names.ts';

/** Can be reapplied to what another window stored. */
export type PreferencesChange =
  /** Null resets to the default. */
  | { kind: 'keys'; keys: Readonly<Record<string, readonly string[] | null>>; characterKeys?: boolean }
  | { kind: 'macroPut'; macro: Macro }
  | { kind: 'macroRemoved'; id: string }
  /** Replaces the site's view of the same name. */
  | { kind: 'logViewPut'; view: LogView }
  | { kind: 'logViewRemoved'; id: string }
  | { kind: 'tourSeen' };

export function diffKeys(
  before: Readonly<Record<string, readonly string[]>>,
  after: Readonly<Record<string, readonly string[]>>,
): Record<string, readonly string[] | null> {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    ids
      .filter((id) => before[id]?.join('\n') !== after[id]?.join('\n') || !before[id] !== !after[id])
      .map((id) => [id, after[id] ?? null]),
  );
}

const hasSameName = (a: LogView, b: LogView): boolean =>
  a.siteId === b.siteId && a.name.trim().toLowerCase() === b.name.trim().toLowerCase();

export function applyChange(preferences: Preferences, change: PreferencesChange): Preferences {
  if (change.kind === 'tourSeen') return { ...preferences, isTourSeen: true };
  if (change.kind === 'logViewPut' || change.kind === 'logViewRemoved') {
    const { logViews = [] } = preferences;
    if (change.kind === 'logViewRemoved')
      return { ...preferences, logViews: logViews.filter(({ id }) => id !== change.id) };
    const others = logViews.filter((other) => !hasSameName(other, change.view));
    return { ...preferences, logViews: [...others, change.view] };
  }
  if (change.kind === 'keys') {
    const keyBindings: KeyBindings = { ...preferences.keyBindings };
    for (const [id, keys] of Object.entries(change.keys)) {
      if (keys === null) delete keyBindings[id];
      else keyBindings[id] = [...keys];
    }
    return { ...preferences, keyBindings, characterKeys: change.characterKeys ?? preferences.characterKeys };
  }
  if (change.kind === 'macroPut') {
    const { macro } = change;
    const others = preferences.macros.filter(({ id }) => id !== macro.id);
    // Another window may have taken the name.
    const named = { ...macro, name: suggestMacroName(macro.name, others) };
    const isKnown = others.length < preferences.macros.length;
    const macros = isKnown
      ? preferences.macros.map((other) => (other.id === macro.id ? named : other))
      : [...preferences.macros, named];
    return { ...preferences, macros };
  }
  const { [`macro.${change.id}`]: _keys, ...keyBindings } = preferences.keyBindings;
  return { ...preferences, keyBindings, macros: preferences.macros.filter(({ id }) => id !== change.id) };
}

export const applyChanges = (preferences: Preferences, changes: readonly PreferencesChange[]): Preferences =>
  changes.reduce(applyChange, preferences);
