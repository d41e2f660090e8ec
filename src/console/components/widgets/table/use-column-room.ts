import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Column } from './types.ts';

/** Their last cells may differ in width. */
const SLACK_PX = 12;

/** Track widths in px; empty where they are not computed (jsdom). */
const measureTracks = (heading: Element): number[] => {
  const tracks = getComputedStyle(heading).gridTemplateColumns.split(' ').map(Number.parseFloat);
  return tracks.every((track) => track >= 0) ? tracks : [];
};

const isSame = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((room, at) => room === b[at]);

const NONE: readonly number[] = [];

/** Text width in em; empty while unknown. */
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
      const [, ...tracks] = measureTracks(heading);
      const next = tracks.slice(0, columns.length).map((px) => Math.floor(px - SLACK_PX) / fontPx);
      setRoom((before) => (isSame(before, next) ? before : next));
    };
    // Also called for the first layout; reading it here would lay out twice.
    const observer = new ResizeObserver(tell);
    // Cell width changes with columns, height with text size.
    for (const cell of heading.children) observer.observe(cell);
    return () => observer.disconnect();
  }, [body, columns]);
  return room;
}
