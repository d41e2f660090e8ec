import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';
import { Router } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { writeAddressNow } from './late-address.ts';
import { findLeaveGuard } from './leave-guards.ts';

type Shown = { path: string; search: string };

const read = (): Shown => ({ path: window.location.pathname, search: window.location.search.slice(1) });

const LocationContext = createContext<Shown>({ path: '/', search: '' });

/** History step waiting for the user's answer. */
let heldBack: { target: string; steps: number } | undefined;

/** Navigates, unless unsaved changes need an answer first. */
const travel: typeof navigate = (to, options) => {
  writeAddressNow();
  const guard = options?.replace ? undefined : findLeaveGuard(String(to));
  if (!guard) return navigate(to, options);
  heldBack = undefined;
  guard.ask(String(to));
};

const useShownPath = (): [string, typeof navigate] => [use(LocationContext).path, travel];
const useShownSearch = (): string => use(LocationContext).search;

/** Reached by history: the scroll position is restored. */
let isFromHistory = false;
export const isReachedByHistory = (): boolean => isFromHistory;

const EVENTS = ['popstate', 'pushState', 'replaceState'] as const;

/** 0 in older browsers, which do not report it. */
const getPlaceInHistory = (): number => window.navigation?.currentEntry?.index ?? 0;

/**
 * A new path is set in a transition, so the previous screen stays until the next is ready; a new query is set
 * at once.
 */
export function LocationProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(read);
  useEffect(() => {
    let path = window.location.pathname;
    let href = window.location.href;
    let place = getPlaceInHistory();
    const update = (event?: Event) => {
      const next = read();
      const target = `${next.path}${window.location.search}`;
      const guard = event?.type === 'popstate' ? findLeaveGuard(target) : undefined;
      if (guard) {
        // The history has already moved: move back, then ask.
        const steps = getPlaceInHistory() - place;
        heldBack = { target, steps };
        if (steps) window.history.go(-steps);
        else window.history.pushState(null, '', href);
        return guard.ask(target);
      }
      href = window.location.href;
      place = getPlaceInHistory();
      if (next.path !== path) isFromHistory = event?.type === 'popstate';
      // The address may have changed between render and effect.
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

export const useShownLocation = (): Shown => use(LocationContext);

/** Runs on arrival at the address requested last. */
let onArrival: { at: string; act: () => void } | undefined;

function arriveAt(to: string, replace: boolean): void {
  travel(to, { replace });
  const { pathname, search } = window.location;
  if (onArrival?.at !== to || `${pathname}${search}` !== to) return;
  const { act } = onArrival;
  onArrival = undefined;
  act();
}

/** `onArrive` does not run if the user stays to keep unsaved changes. */
export function goTo(to: string, options: { replace?: boolean; onArrive?: () => void } = {}): void {
  const { replace = false, onArrive } = options;
  // Replacing the address is not a navigation.
  if (!replace) onArrival = onArrive && { at: to, act: onArrive };
  arriveAt(to, replace);
}

export function goOn(to: string): void {
  const steps = heldBack?.target === to && heldBack.steps;
  heldBack = undefined;
  if (steps) window.history.go(steps);
  else arriveAt(to, false);
}
