import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import {
  type FilterBarDefinition,
  filterBarMachine,
  type Selection,
  selectCanReset,
  selectIsChecked,
  selectIsDefault,
  selectSelection,
} from '../../../machines/filter-bar/index.ts';
import { changeQuery } from '../lib/paths.ts';
import { STORAGE_KEYS, sessionStore, storage } from '../lib/storage.ts';
import { goTo, useShownLocation } from './location.tsx';

const storeOf = ({ store }: FilterBarDefinition) =>
  ({ session: sessionStore, local: storage, none: undefined })[store];

const buildFilterBarKey = ({ id }: FilterBarDefinition): string => `${STORAGE_KEYS.filters}${id}`;

export type FilterBar = {
  selection: (filterId: string) => Selection;
  isDefault: (filterId: string) => boolean;
  isChecked: (filterId: string) => boolean;
  canReset: boolean;
  pick: (filterId: string, selection: Selection) => void;
  all: (filterId: string) => void;
  clear: (filterId: string) => void;
  reset: () => void;
};

type Known = {
  siteId: string;
  /** Valid values by filter id, for filters that do not define them; undefined while loading. */
  values?: Readonly<Record<string, readonly string[] | undefined>>;
};

const NO_VALUES: NonNullable<Known['values']> = {};

/** Syncs filters with storage and address. Definition and `values` should be stable. */
export function useFilterBar(definition: FilterBarDefinition, known: Known): FilterBar {
  const { siteId, values = NO_VALUES } = known;
  const { path, search } = useShownLocation();
  const [input] = useState(() => ({
    definition,
    siteId,
    query: search,
    stored: storeOf(definition)?.read(buildFilterBarKey(definition)),
  }));
  const actor = useActorRef(filterBarMachine, { input });
  const snapshot = useSelector(actor, (now) => now);

  // Subscribe before the actor starts, because it emits on start.
  useLayoutEffect(() => {
    const stored = actor.on('filterBar.stored', ({ text }) => {
      if (text === undefined) storeOf(definition)?.remove(buildFilterBarKey(definition));
      else storeOf(definition)?.write(buildFilterBarKey(definition), text);
    });
    const mirrored = actor.on('filterBar.mirrored', ({ parameters }) => {
      // During a transition this screen is still mounted and must not change the address.
      if (window.location.pathname !== path) return;
      const query = changeQuery(window.location.search, parameters);
      if (query !== window.location.search) goTo(`${path}${query}`, { replace: true });
    });
    return () => {
      stored.unsubscribe();
      mirrored.unsubscribe();
    };
  }, [actor, definition, path]);

  useEffect(() => actor.send({ type: 'site.changed', siteId }), [actor, siteId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: send the values again for another site
  useEffect(() => {
    for (const [filter, valid] of Object.entries(values))
      if (valid) actor.send({ type: 'values.arrived', filter, values: valid });
  }, [actor, siteId, values]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: run when the address changes
  useEffect(() => {
    if (window.location.pathname !== path) return;
    const stored = storeOf(definition)?.read(buildFilterBarKey(definition));
    actor.send({ type: 'address.changed', query: window.location.search, stored });
  }, [actor, definition, path, search]);

  return useMemo(
    () => ({
      selection: (filterId) => selectSelection(snapshot, filterId),
      isDefault: (filterId) => selectIsDefault(snapshot, filterId),
      isChecked: (filterId) => selectIsChecked(snapshot, filterId),
      canReset: selectCanReset(snapshot),
      pick: (filter, selection) => actor.send({ type: 'filter.picked', filter, selection }),
      all: (filter) => actor.send({ type: 'filter.all', filter }),
      clear: (filter) => actor.send({ type: 'filter.cleared', filter }),
      reset: () => actor.send({ type: 'filters.reset' }),
    }),
    [snapshot, actor],
  );
}
