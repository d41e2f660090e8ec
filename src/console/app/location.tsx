import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';
import { Router } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { guardOf } from './leave-guards.ts';

type Shown = { path: string; search: string };

const read = (): Shown => ({ path: window.location.pathname, search: window.location.search.slice(1) });

const LocationContext = createContext<Shown>({ path: '/', search: '' });

/** The step through the history that was asked about. */
let heldBack: { target: string; steps: number } | undefined;

/** Another place in the history; not where unsaved changes are held, which are asked about instead. */
const travel: typeof navigate = (to, options) => {
  const guard = options?.replace ? undefined : guardOf(String(to));
  if (!guard) return navigate(to, options);
  heldBack = undefined;
  guard.ask(String(to));
};

const useShownPath = (): [string, typeof navigate] => [use(LocationContext).path, travel];
const useShownSearch = (): string => use(LocationContext).search;

/** How the screen was come to: by the browser's history, whose place on the page is then found again. */
let isFromHistory = false;
export const wasFromHistory = (): boolean => isFromHistory;

const EVENTS = ['popstate', 'pushState', 'replaceState'] as const;

/** Place of this page in the history of the tab; older browsers do not tell it. */
const placeInHistory = (): number => window.navigation?.currentEntry?.index ?? 0;

/**
 * The address as the screen shows it. Another path is taken in a transition, so that the former screen
 * stays until the next one is ready; another query of the same path at once.
 */
export function LocationProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(read);
  useEffect(() => {
    let path = window.location.pathname;
    let href = window.location.href;
    let place = placeInHistory();
    const update = (event?: Event) => {
      const next = read();
      const target = `${next.path}${window.location.search}`;
      const guard = event?.type === 'popstate' ? guardOf(target) : undefined;
      if (guard) {
        // The history has moved already: it comes back, and then the question.
        const steps = placeInHistory() - place;
        heldBack = { target, steps };
        if (steps) window.history.go(-steps);
        else window.history.pushState(null, '', href);
        return guard.ask(target);
      }
      href = window.location.href;
      place = placeInHistory();
      if (next.path !== path) isFromHistory = event?.type === 'popstate';
      // The address may have changed between the first drawing and now.
      const isShown = ({ path, search }: Shown) => path === next.path && search === next.search;
      if (next.path === path) setShown((former) => (isShown(former) ? former : next));
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
  travel(to, { replace });
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

/** The way on to where `goTo` or the history led, once unsaved changes are given up. */
export function goOn(to: string): void {
  const steps = heldBack?.target === to && heldBack.steps;
  heldBack = undefined;
  if (steps) window.history.go(steps);
  else arriveAt(to, false);
}
