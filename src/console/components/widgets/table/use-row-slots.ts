import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A row's element: React key and the row shown. `isPassing`: it arrived during the current scroll. */
export type RowSlot = { key: number; id: string; isPassing: boolean };

export type Slots = { slots: readonly RowSlot[]; next: number };

const NO_SLOTS: Slots = { slots: [], next: 0 };

/**
 * `moving`: rows are scrolled. `still`: a row may have the focus or a cursor that is read out. `searched`: the person
 * types in a field outside the grid.
 */
export type RowsUse = 'moving' | 'still' | 'searched';

/** A new element costs three times what other texts in an old one do. */
const FEW = 0.5;

/**
 * Slots in document order; a row keeps its slot. While moving, new rows reuse slots of rows that left, and
 * none moves in the document. Otherwise slots follow row order, and new rows get new slots; when few rows stay and
 * the person types elsewhere, each slot shows the row at its place.
 */
export function assignSlots(before: Slots, ids: readonly string[], use: RowsUse): Slots {
  const isMoving = use === 'moving';
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  const shown = new Set(before.slots.map((slot) => slot.id));
  const coming = ids.filter((id) => !shown.has(id));
  let { next } = before;
  if (use === 'searched' && ids.length - coming.length < FEW * ids.length) {
    const slots = ids.map((id, place) => ({ key: before.slots[place]?.key ?? next++, id, isPassing: false }));
    return { slots, next };
  }
  const slots: RowSlot[] = [];
  for (const slot of before.slots) {
    if (placeOf.has(slot.id)) slots.push(isMoving ? slot : { ...slot, isPassing: false });
    else {
      const id = isMoving ? coming.shift() : undefined;
      if (id !== undefined) slots.push({ key: slot.key, id, isPassing: true });
    }
  }
  for (const id of coming) slots.push({ key: next++, id, isPassing: isMoving });
  if (!isMoving) slots.sort((a, b) => (placeOf.get(a.id) ?? 0) - (placeOf.get(b.id) ?? 0));
  return { slots, next };
}

/**
 * Slots, by index, for rows that arrive while scrolling; undefined if there are too few. Unneeded slots stay.
 */
export function passOn(
  slots: readonly RowSlot[],
  ids: Iterable<string>,
): readonly { place: number; id: string }[] | undefined {
  const wanted = new Set(ids);
  const free: number[] = [];
  slots.forEach((slot, place) => {
    if (!wanted.delete(slot.id)) free.push(place);
  });
  if (wanted.size > free.length) return undefined;
  return [...wanted].map((id, at) => ({ place: free[at] ?? 0, id }));
}

/**
 * Reuses row elements while scrolling: changing texts costs a third of new elements, and fixed order avoids
 * layout. At rest they follow row order, for screen readers. Focused elements stay. `kept` is what is in the
 * DOM.
 */
export function useRowSlots(
  ids: readonly string[],
  use: RowsUse,
): { slots: readonly RowSlot[]; kept: RefObject<Slots> } {
  const kept = useRef(NO_SLOTS);
  const assigned = assignSlots(kept.current, ids, use);
  useLayoutEffect(() => {
    kept.current = assigned;
  });
  return { slots: assigned.slots, kept };
}
