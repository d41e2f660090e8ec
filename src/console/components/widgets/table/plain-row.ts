import { isValidElement, type ReactNode } from 'react';
import { MISSING } from '../../../lib/format.ts';
import { Missing } from '../text/missing.tsx';
import { computeWidthBoundEm } from '../text/text-fit.ts';

/** A cell with text only. */
export type PlainCell = { text: string; isMissing: boolean };

/** Undefined if there is more than text. */
export function toPlainCell(content: ReactNode): PlainCell | undefined {
  if (isValidElement(content) && content.type === Missing) return { text: MISSING, isMissing: true };
  if (typeof content === 'number' || (typeof content === 'string' && content !== ''))
    return { text: String(content), isMissing: false };
  return undefined;
}

/** Text of width `roomEm` certainly fits. */
export const buildPlainCellProps = ({ text, isMissing }: PlainCell, roomEm = 0) => ({
  'data-missing': isMissing ? '' : undefined,
  'aria-label': isMissing ? 'no value' : undefined,
  // Text that certainly fits needs no ellipsis, which costs time per cell and frame.
  'data-fits': computeWidthBoundEm(text) <= roomEm ? '' : undefined,
});

/** `top` would trigger layout and paint on each move. */
export const formatRowOffset = (top: number): string => `translateY(${top}px)`;

export type PlainRow = {
  ariaRowIndex: number;
  /** In px from the first row. */
  top: number;
  /** Undefined entries are not text and stay unchanged. */
  cells: readonly (PlainCell | undefined)[];
  room: readonly number[];
};

/** Rows with one of these show more than text. */
const MARKED = '[data-cursor], [data-dim], [aria-selected="true"], [aria-expanded]';

/** The text nodes of a row; undefined if it has other content, such as a checkbox. */
function findRowTexts(row: Element, count: number): Text[] | undefined {
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

/** Whether the row element can show another row by changing its texts. */
export const holdsPlainRow = (row: Element, count: number): boolean => findRowTexts(row, count) !== undefined;

const UNMARKED: ReturnType<typeof buildPlainCellProps> = {
  'data-missing': undefined,
  'aria-label': undefined,
  'data-fits': undefined,
};
const MARKS = ['data-missing', 'aria-label', 'data-fits'] as const;

function writeCell(element: Element, cell: PlainCell | undefined, roomEm: number | undefined): void {
  const text = element.firstChild;
  if (cell && text && text.nodeValue !== cell.text) text.nodeValue = cell.text;
  const marks = cell ? buildPlainCellProps(cell, roomEm) : UNMARKED;
  for (const name of MARKS) {
    const value = marks[name];
    if (element.hasAttribute(name) === (value !== undefined)) continue;
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
}

/** Writes a row's texts into another row's element. */
export function writePlainRow(row: HTMLElement, { ariaRowIndex, top, cells, room }: PlainRow): void {
  row.setAttribute('aria-rowindex', String(ariaRowIndex));
  row.style.transform = formatRowOffset(top);
  let element = row.firstElementChild?.nextElementSibling;
  for (let at = 0; at < cells.length && element; at++) {
    writeCell(element, cells[at], room[at]);
    element = element.nextElementSibling;
  }
}
