import { useCallback, useRef, useState } from 'react';
import { visuallyHidden } from '../../../../../styles/text.css.ts';
import { AFTER_FIGURES_PX, type ColumnNeed, type ColumnNeeds } from './column-tracks.ts';
import * as css from './table.css.ts';
import type { Column } from './types.ts';

/** Rounding, and the ring of a focused control in a cell. */
const SLACK_PX = 2;
/** Cells of one column measured at once; more would cost time on each refresh. */
const MOST_CELLS = 60;

const NONE: ColumnNeeds = new Map();

/** Copies side by side in a box that lets them be as wide as they are. */
function measureCopies(frame: Element, copies: readonly (readonly Element[])[], className: string): number[] {
  const box = document.createElement('div');
  box.className = className;
  box.setAttribute('aria-hidden', 'true');
  for (const cells of copies) {
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
    box.append(column);
  }
  frame.append(box);
  const widths = [...box.children].map((column) => column.getBoundingClientRect().width);
  box.remove();
  return widths;
}

/** Of the texts that are drawn; others have words for screen readers. */
const countShown = (cell: Element): number =>
  [...cell.querySelectorAll(`.${visuallyHidden}`)].reduce(
    (left, { textContent }) => left - textContent.length,
    cell.textContent?.length ?? 0,
  );

/**
 * What columns need, by their drawn cells. Grows only, so that no column moves with each figure; `measure`
 * looks again when a column shows a longer text than before.
 */
export function useColumnNeeds<Row>(): {
  needs: ColumnNeeds;
  measure: (body: HTMLElement, columns: readonly Column<Row>[]) => void;
} {
  const [needs, setNeeds] = useState(NONE);
  const seen = useRef({ scale: '', lengths: new Map<string, number>() });
  const measure = useCallback((body: HTMLElement, columns: readonly Column<Row>[]) => {
    const sheet = body.parentElement;
    const frame = sheet?.parentElement?.parentElement;
    const heading = sheet?.querySelector('[aria-rowindex="1"]');
    if (!frame || !heading || frame.clientWidth === 0) return;
    const scale = getComputedStyle(body).fontSize;
    if (scale !== seen.current.scale) seen.current = { scale, lengths: new Map() };
    const { lengths } = seen.current;
    const rows = [...body.children].slice(0, MOST_CELLS);
    const cells = columns.map((_, at) =>
      rows.flatMap((row) => [...row.querySelectorAll(`:scope > [data-column="${at}"]`)]),
    );
    const longest = cells.map((column) => column.reduce((most, cell) => Math.max(most, countShown(cell)), 0));
    const isKnown = columns.every(({ id }, at) => (longest[at] ?? 0) <= (lengths.get(id) ?? -1));
    if (isKnown) return;
    for (const [at, { id }] of columns.entries())
      lengths.set(id, Math.max(longest[at] ?? 0, lengths.get(id) ?? 0));
    const headings = columns.map((_, at) => [heading.children[at + 1]].filter((one) => one !== undefined));
    const content = measureCopies(frame, cells, css.probe);
    const whole = measureCopies(frame, headings, css.headingProbe);
    const words = measureCopies(frame, headings, css.wordProbe);
    setNeeds((before) => {
      const next = new Map(before);
      for (const [at, { id, align }] of columns.entries()) {
        const isAfterFigures = align !== 'end' && columns[at - 1]?.align === 'end';
        const more = SLACK_PX + (isAfterFigures ? AFTER_FIGURES_PX : 0);
        const now: ColumnNeed = {
          content: Math.ceil((content[at] ?? 0) + more),
          wholeHeading: Math.ceil((whole[at] ?? 0) + more),
          heading: Math.ceil((words[at] ?? 0) + more),
        };
        const known = next.get(id);
        next.set(id, known ? { ...now, content: Math.max(now.content, known.content) } : now);
      }
      return next;
    });
  }, []);
  return { needs, measure };
}
