import type { Registry } from './registry.ts';
import { publishedScopes, type ScopeId } from './scopes.ts';
import { createStore } from './store.ts';

export type LiveScope = ScopeId | 'global';

/** Windows and lists that own the keyboard while the focus is in them. */
const MASKS =
  '[role="dialog"],[role="alertdialog"],dialog,[role="menu"],[role="menubar"],[role="listbox"],[role="combobox"][aria-expanded="true"]';

const regionsAround = (target: Element | null, limit: Element | null): ScopeId[] => {
  const regions: ScopeId[] = [];
  for (let at = target; at && at !== limit?.parentElement; at = at.parentElement) {
    const id = at.getAttribute('data-command-scope');
    if (id) regions.push(id as ScopeId);
  }
  return regions;
};

/**
 * Scopes whose keys are live, the innermost first: the regions around the focus, then the mounted screens,
 * the newest first, then the global one. In a dialog or a menu only the regions inside it are live.
 */
export function liveScopesAt(target: Element | null, registry: Registry): readonly LiveScope[] {
  const { order, data } = publishedScopes.get();
  const mask = target?.closest(MASKS) ?? null;
  const regions = regionsAround(target, mask).filter((id) => data[id] !== undefined);
  if (mask) return regions;
  const screens = [...order].reverse().filter((id) => !registry.scope(id)?.region && !regions.includes(id));
  return [...regions, ...screens, 'global'];
}

/** True where typing means text. */
export function isTextField(target: Element | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  if (!(target instanceof HTMLInputElement)) return false;
  return !['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file'].includes(target.type);
}

/** The live scopes. */
export const liveScopes = createStore<readonly LiveScope[]>(['global']);

/** What the key bar shows: a dialog in front leaves it as it was. */
export const barScopes = createStore<readonly LiveScope[]>(['global']);

/** True while a dialog or a menu has the keyboard. */
export const isMasked = (target: Element | null): boolean => target?.closest(MASKS) != null;
