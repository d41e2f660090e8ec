import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Column } from './types.ts';

/** The columns of a heading and of a row may differ by what their last cells need. */
const SLACK_PX = 12;

/** Pixels of the tracks of a grid: those of a browser are resolved, others answer none. */
const tracksOf = (heading: Element): number[] => {
  const tracks = getComputedStyle(heading).gridTemplateColumns.split(' ').map(Number.parseFloat);
  return tracks.every((track) => track >= 0) ? tracks : [];
};

const isSame = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((room, at) => room === b[at]);

const NONE: readonly number[] = [];

/** How many ems of text each column has room for, as its heading stands; none while that is not known. */
export function useColumnRoom<Row>(
  body: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
): readonly number[] {
  const [room, setRoom] = useState(NONE);
  useLayoutEffect(() => {
    const heading = body.current?.parentElement?.querySelector('[aria-rowindex="1"]');
    const rows = body.current;
    if (!rows || !heading) return;
    const tell = () => {
      const fontPx = Number.parseFloat(getComputedStyle(rows).fontSize);
      const [, ...tracks] = tracksOf(heading);
      const next = tracks.slice(0, columns.length).map((px) => Math.floor(px - SLACK_PX) / fontPx);
      setRoom((before) => (isSame(before, next) ? before : next));
    };
    tell();
    const observer = new ResizeObserver(tell);
    // Their width follows the columns, their height the size of text.
    for (const cell of heading.children) observer.observe(cell);
    return () => observer.disconnect();
  }, [body, columns]);
  return room;
}
