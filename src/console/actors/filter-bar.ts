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
import { goTo, useShownLocation } from '../app/location.tsx';
import { changeQuery } from '../app/paths.ts';
import { STORAGE_KEYS, sessionStore, storage } from './storage.ts';

const storeOf = ({ store }: FilterBarDefinition) =>
  ({ session: sessionStore, local: storage, none: undefined })[store];

const keyOf = ({ id }: FilterBarDefinition): string => `${STORAGE_KEYS.filters}${id}`;

/** The filters of one screen as they stand, and what can be done to them. */
export type FilterBar = {
  selection: (filterId: string) => Selection;
  isDefault: (filterId: string) => boolean;
  /** The valid values of the filter are known. */
  isChecked: (filterId: string) => boolean;
  canReset: boolean;
  pick: (filterId: string, selection: Selection) => void;
  all: (filterId: string) => void;
  clear: (filterId: string) => void;
  reset: () => void;
};

type Known = {
  siteId: string;
  /** Valid values by filter id, for filters that do not know theirs; undefined while they are loaded. */
  values?: Readonly<Record<string, readonly string[] | undefined>>;
};

const NO_VALUES: NonNullable<Known['values']> = {};

/**
 * Runs the filter bar of a screen (E15): what is chosen is kept by its kind of store and stands in the address
 * of the screen, and an address that was typed or gone back to is taken. Definition and `values` should be stable.
 */
export function useFilterBar(definition: FilterBarDefinition, known: Known): FilterBar {
  const { siteId, values = NO_VALUES } = known;
  const { path, search } = useShownLocation();
  const [input] = useState(() => ({
    definition,
    siteId,
    query: search,
    stored: storeOf(definition)?.read(keyOf(definition)),
  }));
  const actor = useActorRef(filterBarMachine, { input });
  const snapshot = useSelector(actor, (now) => now);

  // Before the actor starts, which is when it tells for the first time.
  useLayoutEffect(() => {
    const stored = actor.on('filterBar.stored', ({ text }) => {
      if (text === undefined) storeOf(definition)?.remove(keyOf(definition));
      else storeOf(definition)?.write(keyOf(definition), text);
    });
    const mirrored = actor.on('filterBar.mirrored', ({ parameters }) => {
      // While the next screen is loaded this one is still there, and must not call the person back.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another site asks for its values again
  useEffect(() => {
    for (const [filter, valid] of Object.entries(values))
      if (valid) actor.send({ type: 'values.arrived', filter, values: valid });
  }, [actor, siteId, values]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `search` tells that the address is another one
  useEffect(() => {
    if (window.location.pathname !== path) return;
    const stored = storeOf(definition)?.read(keyOf(definition));
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
