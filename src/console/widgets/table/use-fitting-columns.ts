import { type RefObject, useRef } from 'react';
import { useWidth } from '../use-width.ts';
import type { Column } from './types.ts';

/** The columns that an element of that width has room for; one always stays. */
export function fittingColumns<Row>(columns: readonly Column<Row>[], width: number): readonly Column<Row>[] {
  const fitting = columns.filter(({ shownFrom = 0 }) => width >= shownFrom);
  if (fitting.length === columns.length) return columns;
  return fitting.length > 0 ? fitting : columns.slice(0, 1);
}

/** The columns that there is room for, the same array as long as they are the same. */
export function useFittingColumns<Row>(
  frame: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
): readonly Column<Row>[] {
  const fitting = fittingColumns(columns, useWidth(frame));
  const last = useRef(fitting);
  const isSame =
    last.current.length === fitting.length && fitting.every((column, at) => column === last.current[at]);
  if (!isSame) last.current = fitting;
  return last.current;
}
