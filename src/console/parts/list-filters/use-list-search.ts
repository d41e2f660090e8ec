import { useMemo } from 'react';
import { goTo, useShownLocation } from '../../app/location.tsx';
import { changeQuery } from '../../app/paths.ts';

export type ListSearch = { text: string; set: (text: string) => void };

/** The text search of a list, kept in the address as `search`. */
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
