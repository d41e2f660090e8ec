import { isValidElement, type ReactNode } from 'react';
import { MISSING } from '../format.ts';
import { Missing } from '../text/missing.tsx';
import { widthBoundEm } from '../text/text-fit.ts';

/** A cell that is one text. */
export type PlainCell = { text: string; isMissing: boolean };

/** What a cell holds as one text, a missing value included; nothing where it holds more. */
export function plainCell(content: ReactNode): PlainCell | undefined {
  if (isValidElement(content) && content.type === Missing) return { text: MISSING, isMissing: true };
  if (typeof content === 'number' || (typeof content === 'string' && content !== ''))
    return { text: String(content), isMissing: false };
  return undefined;
}

/** How a cell of one text is marked; `roomEm` is how much text surely fits its column. */
export const plainMarks = ({ text, isMissing }: PlainCell, roomEm = 0) => ({
  'data-missing': isMissing ? '' : undefined,
  'aria-label': isMissing ? 'no value' : undefined,
  // Whether nothing can need cutting: to cut costs each cell its part of every frame of scrolling.
  'data-fits': widthBoundEm(text) <= roomEm ? '' : undefined,
});

/** Where a row lies. Not by `top`: that lays out and paints the row anew wherever it goes. */
export const placed = (top: number): string => `translateY(${top}px)`;

export type PlainRow = {
  ariaRowIndex: number;
  /** Pixels from the first row. */
  top: number;
  /** Nothing for cells that are no texts: those are left alone. */
  cells: readonly (PlainCell | undefined)[];
  room: readonly number[];
};

/** Of the row: it is more than its texts. */
const MARKED = '[data-cursor], [data-dim], [aria-selected="true"], [aria-expanded]';

/** The elements that hold the texts of a row; nothing where it shows more than texts: a box, a button, a mark. */
function textsOf(row: Element, count: number): Text[] | undefined {
  const { children } = row;
  if (children.length !== count + 2 || row.matches(MARKED)) return undefined;
  if (children[0]?.firstChild || children[count + 1]?.firstChild) return undefined;
  const texts: Text[] = [];
  for (let at = 1; at <= count; at++) {
    const only = children[at]?.firstChild;
    if (!(only instanceof Text) || only.nextSibling) return undefined;
    texts.push(only);
  }
  return texts;
}

/** Whether the element of a row can show another one by its texts alone. */
export const holdsPlainRow = (row: Element, count: number): boolean => textsOf(row, count) !== undefined;

const UNMARKED: ReturnType<typeof plainMarks> = {
  'data-missing': undefined,
  'aria-label': undefined,
  'data-fits': undefined,
};
const MARKS = ['data-missing', 'aria-label', 'data-fits'] as const;

function writeCell(element: Element, cell: PlainCell | undefined, roomEm: number | undefined): void {
  const text = element.firstChild;
  if (cell && text && text.nodeValue !== cell.text) text.nodeValue = cell.text;
  const marks = cell ? plainMarks(cell, roomEm) : UNMARKED;
  for (const name of MARKS) {
    const value = marks[name];
    if (element.hasAttribute(name) === (value !== undefined)) continue;
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}

/** Shows the texts of a row in the element of another one. */
export function writePlainRow(row: HTMLElement, { ariaRowIndex, top, cells, room }: PlainRow): void {
  row.setAttribute('aria-rowindex', String(ariaRowIndex));
  row.style.transform = placed(top);
  let element = row.firstElementChild?.nextElementSibling;
  for (let at = 0; at < cells.length && element; at++) {
    writeCell(element, cells[at], room[at]);
    element = element.nextElementSibling;
  }
}
