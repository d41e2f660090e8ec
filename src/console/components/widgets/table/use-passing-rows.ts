import type { VirtualItem } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { holdsPlainRow, type PlainRow, writePlainRow } from './plain-row.ts';
import { passOn, type RowSlot, type Slots } from './use-row-slots.ts';

/** `isWhole`: only text. */
export type RowTexts = PlainRow & { isWhole: boolean };

type Places = ReadonlyMap<string, VirtualItem>;

type PassingRows = {
  body: RefObject<HTMLElement | null>;
  kept: RefObject<Slots>;
  slots: readonly RowSlot[];
  /** Row positions by id. */
  places: Places;
  columnCount: number;
  textsOf: (id: string, place: VirtualItem) => RowTexts | undefined;
};

/**
 * While scrolling, writes text-only rows into elements of rows that left; rendering costs 1.5 times as much.
 * `show` returns false if a render is needed. Each render corrects what was written before.
 */
export function usePassingRows({ body, kept, slots, places, columnCount, textsOf }: PassingRows) {
  /** Slots whose element shows another row than rendered. */
  const written = useRef(new Set<number>());

  const findElement = (place: number): HTMLElement | undefined => {
    const element = body.current?.children[place];
    return element instanceof HTMLElement ? element : undefined;
  };
  useLayoutEffect(() => {
    if (written.current.size === 0) return;
    for (const key of written.current) {
      const at = slots.findIndex((slot) => slot.key === key);
      const [element, id] = [findElement(at), slots[at]?.id];
      const place = id === undefined ? undefined : places.get(id);
      const texts = id !== undefined && place && textsOf(id, place);
      if (element && texts) writePlainRow(element, texts);
    }
    written.current.clear();
  });

  return {
    isAhead: () => written.current.size > 0,
    show: (coming: Places): boolean => {
      const now = kept.current;
      const changes = passOn(now.slots, coming.keys());
      if (changes === undefined || body.current?.children.length !== now.slots.length) return false;
      const all: { place: number; id: string; row: HTMLElement; texts: RowTexts }[] = [];
      for (const { place, id } of changes) {
        const [row, item] = [findElement(place), coming.get(id)];
        const texts = item && textsOf(id, item);
        if (!row || !texts?.isWhole || !holdsPlainRow(row, columnCount)) return false;
        all.push({ place, id, row, texts });
      }
      const after = [...now.slots];
      for (const { place, id, row, texts } of all) {
        const slot = after[place];
        if (!slot) continue;
        writePlainRow(row, texts);
        after[place] = { ...slot, id };
        written.current.add(slot.key);
      }
      kept.current = { ...now, slots: after };
      return true;
    },
  };
}
