import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { changeQuery } from '../../lib/paths.ts';
import { createStore } from '../../lib/store.ts';
import { dropLateAddress, writeAddressNow, writeAddressSoon } from '../../state/late-address.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';

export type ListSearch = { text: string; set: (text: string) => void };

const readSearch = (query: string): string => new URLSearchParams(query).get('search') ?? '';

/** Ahead of the address, which follows when typing pauses. */
const typed = createStore<{ path: string; text: string } | undefined>(undefined);
let lastWritten: string | undefined;
/** A screen may use it in several places. */
let users = 0;

function write(): void {
  const { path, text } = typed.get() ?? {};
  if (text === undefined || path !== window.location.pathname) return;
  lastWritten = text;
  if (readSearch(window.location.search) === text) return;
  goTo(`${path}${changeQuery(window.location.search, { search: text })}`, { replace: true });
}

function forget(): void {
  if (!typed.get()) return;
  dropLateAddress();
  typed.set(undefined);
}

/** Stored in the address as `search`. */
export function useListSearch(): ListSearch {
  const { path, search } = useShownLocation();
  const inAddress = readSearch(search);
  const ahead = useSyncExternalStore(typed.subscribe, () => {
    const now = typed.get();
    return now?.path === path ? now.text : undefined;
  });
  useEffect(() => {
    const now = typed.get();
    // Somebody else changed the address.
    if (now && (now.path !== path || (inAddress !== now.text && inAddress !== lastWritten))) forget();
  }, [path, inAddress]);
  useEffect(() => {
    users++;
    return () => {
      users--;
      if (users > 0) return;
      writeAddressNow();
      forget();
    };
  }, []);
  const text = ahead ?? inAddress;
  return useMemo(
    () => ({
      text,
      set: (next) => {
        // Until the address is changed, the former text is not somebody else's.
        if (!typed.get()) lastWritten = inAddress;
        typed.set({ path, text: next });
        writeAddressSoon(write);
      },
    }),
    [path, text, inAddress],
  );
}
