import { useMemo } from 'react';
import { changeQuery } from '../../lib/paths.ts';
import { goTo, useShownLocation } from '../../state/location.tsx';

export type ListSearch = { text: string; set: (text: string) => void };

/** Stored in the address as `search`. */
export function useListSearch(): ListSearch {
  const { path, search } = useShownLocation();
  const text = new URLSearchParams(search).get('search') ?? '';
  return useMemo(
    () => ({
      text,
      set: (next) =>
        goTo(`${path}${changeQuery(window.location.search, { search: next })}`, { replace: true }),
    }),
    [path, text],
  );
}
