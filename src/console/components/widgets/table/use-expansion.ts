import { useCallback, useMemo, useState } from 'react';

export type Expansion = {
  ids: ReadonlySet<string>;
  countBefore: (index: number) => number;
  count: number;
  set: (id: string, isOpen: boolean) => void;
};

const NONE: number[] = [];

export type ExpansionOwner = {
  ids: ReadonlySet<string>;
  onChange: (id: string, isOpen: boolean) => void;
};

/** A row that disappears and returns stays expanded, unless an owner controls it. */
export function useExpansion(ids: readonly string[], isOn: boolean, owner?: ExpansionOwner): Expansion {
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  const expanded = owner?.ids ?? own;
  const places = useMemo(() => {
    if (!isOn || expanded.size === 0) return NONE;
    return ids.flatMap((id, index) => (expanded.has(id) ? [index] : []));
  }, [ids, expanded, isOn]);
  const countBefore = useCallback(
    (index: number) => {
      const at = places.findIndex((place) => place >= index);
      return at < 0 ? places.length : at;
    },
    [places],
  );
  const keep = useCallback(
    (id: string, isOpen: boolean) =>
      setOwn((before) => {
        if (before.has(id) === isOpen) return before;
        const next = new Set(before);
        if (isOpen) next.add(id);
        else next.delete(id);
        return next;
      }),
    [],
  );
  return { ids: expanded, countBefore, count: places.length, set: owner?.onChange ?? keep };
}
