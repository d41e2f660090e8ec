import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';
import { Router } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

type Shown = { path: string; search: string };

const read = (): Shown => ({ path: window.location.pathname, search: window.location.search.slice(1) });

const LocationContext = createContext<Shown>({ path: '/', search: '' });

const useShownPath = (): [string, typeof navigate] => [use(LocationContext).path, navigate];
const useShownSearch = (): string => use(LocationContext).search;

/** Told where the browser's history went; true keeps the screen that is there. */
type HistoryGuard = (path: string) => boolean;
let historyGuard: HistoryGuard | undefined;

/** Keeps a screen with unsaved changes when the browser goes back or forward. Returns the way to stop. */
export function guardHistory(guard: HistoryGuard): () => void {
  historyGuard = guard;
  return () => {
    if (historyGuard === guard) historyGuard = undefined;
  };
}

/** How the screen was come to: by the browser's history, whose place on the page is then found again. */
let isFromHistory = false;
export const wasFromHistory = (): boolean => isFromHistory;

const EVENTS = ['popstate', 'pushState', 'replaceState'] as const;

/**
 * The address as the screen shows it. Another path is taken in a transition, so that the former screen
 * stays until the next one is ready; another query of the same path at once.
 */
export function LocationProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(read);
  useEffect(() => {
    let path = window.location.pathname;
    const update = (event?: Event) => {
      const next = read();
      if (event?.type === 'popstate' && next.path !== path && historyGuard?.(next.path)) return;
      if (next.path !== path) isFromHistory = event?.type === 'popstate';
      if (next.path === path) setShown((former) => (former.search === next.search ? former : next));
      else startTransition(() => setShown(next));
      path = next.path;
    };
    for (const event of EVENTS) window.addEventListener(event, update);
    update();
    return () => {
      for (const event of EVENTS) window.removeEventListener(event, update);
    };
  }, []);
  return (
    <LocationContext value={shown}>
      <Router hook={useShownPath} searchHook={useShownSearch}>
        {children}
      </Router>
    </LocationContext>
  );
}

/** Path and query on screen. */
export const useShownLocation = (): Shown => use(LocationContext);

/** What is done on arrival at the address that was last asked for. */
let onArrival: { at: string; act: () => void } | undefined;

function arriveAt(to: string, replace: boolean): void {
  navigate(to, { replace });
  const { pathname, search } = window.location;
  if (onArrival?.at !== to || `${pathname}${search}` !== to) return;
  const { act } = onArrival;
  onArrival = undefined;
  act();
}

/**
 * Goes to an address of this console. `onArrive` is run there: not by who keeps unsaved changes and stays.
 */
export function goTo(to: string, options: { replace?: boolean; onArrive?: () => void } = {}): void {
  const { replace = false, onArrive } = options;
  // An address that is only written anew is no other way.
  if (!replace) onArrival = onArrive && { at: to, act: onArrive };
  arriveAt(to, replace);
}

/** The way on to where `goTo` led, once unsaved changes are given up. */
export const goOn = (to: string): void => arriveAt(to, false);
