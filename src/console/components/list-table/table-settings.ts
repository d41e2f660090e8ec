import { useMemo } from 'react';
import { STORAGE_KEYS, storage } from '../../lib/storage.ts';
import { createStore, type Store, useStore } from '../../lib/store.ts';
import type { Density } from '../widgets/table/types.ts';

/** Stored per table in this browser. */
export type TableSettings = { hidden: readonly string[]; density: Density };

const DEFAULTS: TableSettings = { hidden: [], density: 'comfortable' };

/** Defaults for what cannot be parsed. */
export function readSettings(text: string | undefined): TableSettings {
  if (text === undefined) return DEFAULTS;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null) return DEFAULTS;
    const hidden = 'hidden' in stored && Array.isArray(stored.hidden) ? stored.hidden : [];
    return {
      hidden: hidden.filter((id) => typeof id === 'string'),
      density: 'density' in stored && stored.density === 'compact' ? 'compact' : 'comfortable',
    };
  } catch {
    return DEFAULTS;
  }
}

const stores = new Map<string, Store<TableSettings>>();

const getStore = (table: string): Store<TableSettings> => {
  const known = stores.get(table);
  if (known) return known;
  const made = createStore(readSettings(storage.read(STORAGE_KEYS.table + table)));
  stores.set(table, made);
  return made;
};

/** Changes are stored at once. */
export function useTableSettings(table: string) {
  const store = getStore(table);
  const settings = useStore(store);
  return useMemo(() => {
    const change = (part: Partial<TableSettings>) => {
      const next = { ...store.get(), ...part };
      store.set(next);
      storage.write(STORAGE_KEYS.table + table, JSON.stringify(next));
    };
    return {
      ...settings,
      setHidden: (hidden: readonly string[]) => change({ hidden }),
      setDensity: (density: Density) => change({ density }),
    };
  }, [settings, store, table]);
}
