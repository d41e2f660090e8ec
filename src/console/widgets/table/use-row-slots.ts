import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * An element of the body that shows a row: `key` is its React key, `id` the row it shows. `isPassing` of a row
 * that came while scrolling, until it rests.
 */
export type RowSlot = { key: number; id: string; isPassing: boolean };

export type Slots = { slots: readonly RowSlot[]; next: number };

const NO_SLOTS: Slots = { slots: [], next: 0 };

/**
 * Slots for the rows to draw, in the order of the document. A row keeps its slot. While `isMoving`, slots whose
 * rows left take the rows that came, and no slot changes its place in the document; else the order is that of
 * the rows, and a new row gets a new slot.
 */
export function assignSlots(before: Slots, ids: readonly string[], isMoving: boolean): Slots {
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  const shown = new Set(before.slots.map((slot) => slot.id));
  const coming = ids.filter((id) => !shown.has(id));
  let { next } = before;
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
 * While scrolling, which of the slots take the rows that came, by their places; nothing where there are too few.
 * A slot whose row left and that no row needs stays as it is.
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
 * The elements of the rows while scrolling are those that are there: changing their texts costs a third of
 * making new ones, and moving none of them spares the layout. At rest they stand in the order of the rows, for
 * a screen reader that reads on. Elements that hold the focus are left alone. `kept` is what is in the page.
 */
export function useRowSlots(
  ids: readonly string[],
  isMoving: boolean,
): { slots: readonly RowSlot[]; kept: RefObject<Slots> } {
  const kept = useRef(NO_SLOTS);
  const assigned = assignSlots(kept.current, ids, isMoving);
  useLayoutEffect(() => {
    kept.current = assigned;
  });
  return { slots: assigned.slots, kept };
}
