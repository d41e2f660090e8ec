import { useRef } from 'react';

type SelectionOptions = {
  ids: readonly string[];
  selectedIds: ReadonlySet<string> | undefined;
  onChange: ((ids: ReadonlySet<string>) => void) | undefined;
};

export type Selection = {
  isOn: boolean;
  ids: ReadonlySet<string>;
  toggle: (index: number) => void;
  /** Selects a range; replaces the previous extension. */
  extend: (from: number, to: number) => void;
  all: () => void;
  clear: () => void;
};

const NO_SELECTION: ReadonlySet<string> = new Set();

export function useSelection({ ids, selectedIds = NO_SELECTION, onChange }: SelectionOptions): Selection {
  const range = useRef<{ anchor: number; end: number; base: ReadonlySet<string> }>(undefined);
  const set = (next: ReadonlySet<string>) => onChange?.(next);
  return {
    isOn: onChange !== undefined,
    ids: selectedIds,
    toggle: (index) => {
      const id = ids[index];
      if (id === undefined) return;
      const next = new Set(selectedIds);
      if (!next.delete(id)) next.add(id);
      range.current = undefined;
      set(next);
    },
    extend: (from, to) => {
      const known = range.current;
      const start = known && known.end === from ? known : { anchor: from, base: selectedIds };
      range.current = { ...start, end: to };
      const [first, last] = start.anchor < to ? [start.anchor, to] : [to, start.anchor];
      set(new Set([...start.base, ...ids.slice(first, last + 1)]));
    },
    all: () => {
      range.current = undefined;
      set(new Set(ids));
    },
    clear: () => {
      range.current = undefined;
      set(NO_SELECTION);
    },
  };
}
