import { createStore } from '../lib/store.ts';
import type { Registry } from './registry.ts';
import { publishedScopes, type ScopeId } from './scopes.ts';

export type LiveScope = ScopeId | 'global';

/**
 * Dialogs and lists that handle all keys while focused. A text field with suggestions (`data-proposals`)
 * remains a text field while they are open.
 */
const MASKS =
  '[role="dialog"],[role="alertdialog"],dialog,[role="menu"],[role="menubar"],[role="listbox"],[role="combobox"][aria-expanded="true"]:not([data-proposals])';

const listRegionsAround = (target: Element | null, limit: Element | null): ScopeId[] => {
  const regions: ScopeId[] = [];
  for (let at = target; at && at !== limit?.parentElement; at = at.parentElement) {
    const id = at.getAttribute('data-command-scope');
    if (id) regions.push(id as ScopeId);
  }
  return regions;
};

/** Scopes of a list's rows. */
const isOfList = (id: ScopeId): boolean => id === 'list' || id === 'filters' || id.endsWith('.list');

/** In a form beside a list, row keys would act on a row out of sight. */
const isBesideList = (target: Element | null): boolean =>
  publishedScopes.get().data.list !== undefined && target?.closest('form') != null;

/**
 * Innermost first: regions around the focus, mounted screens (newest first), global. In a dialog or menu only
 * its own regions.
 */
export function findLiveScopes(target: Element | null, registry: Registry): readonly LiveScope[] {
  const { order, data } = publishedScopes.get();
  const mask = target?.closest(MASKS) ?? null;
  const regions = listRegionsAround(target, mask).filter((id) => data[id] !== undefined);
  if (mask) return regions;
  // Beside a screen: its keys would act on something without focus.
  if (target?.closest('[data-assistant]')) return [...regions, 'global'];
  const isBeside = isBesideList(target);
  const screens = [...order]
    .reverse()
    .filter((id) => !registry.scope(id)?.region && !regions.includes(id) && !(isBeside && isOfList(id)));
  return [...regions, ...screens, 'global'];
}

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

export const liveScopes = createStore<readonly LiveScope[]>(['global']);

/** Unchanged, like the key bar's scopes, while a menu or list of options is open. */
export const barFocus = createStore<Element | null>(null);

export const barScopes = createStore<readonly LiveScope[]>(['global']);

const DIALOG = '[role="dialog"],[role="alertdialog"],dialog';

/** The focused dialog, even while a list in it is open. */
export const findDialog = (target: Element | null): Element | null => target?.closest(DIALOG) ?? null;

export const isMasked = (target: Element | null): boolean => target?.closest(MASKS) != null;
