import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { useTextScale } from '../text/text-scale.ts';
import { AFTER_FIGURES_PX, type ColumnNeed, type ColumnNeeds } from './column-tracks.ts';
import * as css from './table.css.ts';
import type { Column } from './types.ts';

/** Rounding, and the ring of a focused control in a cell. */
const SLACK_PX = 2;
/** Measuring more rows would slow down each refresh. */
const MOST_ROWS = 60;
/** Cells with the longest texts per column: each is laid out a second time. */
const MOST_MEASURED = 12;

const NONE: ColumnNeeds = new Map();

type Copied = { className: string; columns: readonly (readonly Element[])[] };

function copyColumn(cells: readonly Element[]): HTMLElement {
  const column = document.createElement('div');
  for (const cell of cells) {
    const copy = cell.cloneNode(true);
    if (!(copy instanceof HTMLElement)) continue;
    for (const one of [copy, ...copy.querySelectorAll('[id], [name]')]) {
      one.removeAttribute('id');
      one.removeAttribute('name');
    }
    column.append(copy);
  }
  return column;
}

/**
 * Copies cells into unconstrained boxes, in one layout.
 * @returns column widths in px for each
 */
function measureCopies(frame: Element, copied: readonly Copied[]): number[][] {
  const boxes = copied.map(({ className, columns }) => {
    const box = document.createElement('div');
    box.className = className;
    box.setAttribute('aria-hidden', 'true');
    box.append(...columns.map(copyColumn));
    return box;
  });
  frame.append(...boxes);
  const widths = boxes.map((box) => [...box.children].map((column) => column.getBoundingClientRect().width));
  for (const box of boxes) box.remove();
  return widths;
}

/** Length of the visible text; other text is for screen readers. */
function countShown(cell: Element, text: string): number {
  let count = text.length;
  for (const { textContent } of cell.getElementsByClassName(visuallyHidden)) count -= textContent.length;
  return count;
}

/** `longest`: letters of the longest text. */
type DrawnColumn = { cells: readonly Element[]; longest: number };

/** Cells with the longest texts, one of those that differ only in digits, which have equal width. */
function readColumn(rows: readonly Element[], at: number): DrawnColumn {
  const cells = new Map<string, { cell: Element; length: number }>();
  for (const row of rows) {
    // After the checkbox.
    const cell = row.children[at + 1];
    if (!cell) continue;
    const text = cell.textContent ?? '';
    const key = `${cell.getElementsByTagName('*').length} ${text.replaceAll(/\d/g, '0')}`;
    if (!cells.has(key)) cells.set(key, { cell, length: countShown(cell, text) });
  }
  const drawn = [...cells.values()].toSorted((a, b) => b.length - a.length).slice(0, MOST_MEASURED);
  return { cells: drawn.map(({ cell }) => cell), longest: drawn[0]?.length ?? 0 };
}

/**
 * Widths that columns need, from drawn cells. Only grows, so that columns do not move with each number;
 * `measure` runs again when a text gets longer.
 */
export function useColumnNeeds<Row>(): {
  needs: ColumnNeeds;
  measure: (body: HTMLElement, columns: readonly Column<Row>[]) => void;
} {
  const [needs, setNeeds] = useState(NONE);
  const textScale = useTextScale();
  const scale = useRef(textScale);
  useLayoutEffect(() => {
    scale.current = textScale;
  });
  const seen = useRef({ scale: 0, lengths: new Map<string, number>() });
  const measure = useCallback((body: HTMLElement, columns: readonly Column<Row>[]) => {
    const sheet = body.parentElement;
    const frame = sheet?.parentElement?.parentElement;
    const heading = sheet?.querySelector('[aria-rowindex="1"]');
    if (!frame || !heading) return;
    if (scale.current !== seen.current.scale) seen.current = { scale: scale.current, lengths: new Map() };
    const { lengths } = seen.current;
    const rows = [...body.children].slice(0, MOST_ROWS);
    const longer = columns
      .map((column, at) => ({ column, at, before: columns[at - 1], drawn: readColumn(rows, at) }))
      .filter(({ column, drawn }) => drawn.longest > (lengths.get(column.id) ?? -1));
    // Last, because it computes styles. What is not displayed has no widths.
    if (longer.length === 0 || !frame.checkVisibility?.()) return;
    const headings = longer.map(({ at }) => [heading.children[at + 1]].filter((one) => one !== undefined));
    const [content = [], whole = [], words = []] = measureCopies(frame, [
      {
        className: css.probe,
        columns: longer.map(({ drawn }) => drawn.cells),
      },
      { className: css.headingProbe, columns: headings },
      { className: css.wordProbe, columns: headings },
    ]);
    for (const { column, drawn } of longer) lengths.set(column.id, drawn.longest);
    setNeeds((known) => {
      const next = new Map(known);
      for (const [place, { column, before }] of longer.entries()) {
        const isAfterFigures = column.align !== 'end' && before?.align === 'end';
        const more = SLACK_PX + (isAfterFigures ? AFTER_FIGURES_PX : 0);
        const now: ColumnNeed = {
          content: Math.ceil((content[place] ?? 0) + more),
          wholeHeading: Math.ceil((whole[place] ?? 0) + more),
          heading: Math.ceil((words[place] ?? 0) + more),
        };
        const former = next.get(column.id);
        next.set(column.id, former ? { ...now, content: Math.max(now.content, former.content) } : now);
      }
      return next;
    });
  }, []);
  return { needs, measure };
}
