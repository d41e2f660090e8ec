import { type RefObject, useRef } from 'react';
import { useTextScale } from '../text/text-scale.ts';
import { useWidth } from '../use-width.ts';
import { type ColumnNeeds, sumLeast } from './column-tracks.ts';
import type { Column } from './types.ts';

/** Width of a folded column in px of normal text: per letter of its heading, and its value. */
const FOLDED_LETTER_PX = 6.2;
const FOLDED_FIGURE_PX = 50;
const FOLDED_TEXT_PX = 80;
/** Checkbox, menu button and the gutter. */
const BESIDE_PX = 92;
const FOLDED_LINE_PX = 20;
/** Width of a column without its own, in px. */
const DEFAULT_WIDTH_PX = 90;

/** Narrower tables scroll columns sideways, past the name. */
const FOLDS_FROM_PX = 480;
/** Second line of a name that stands alone. */
const NAME_LINE_PX = 24;

export type Folding<Row> = {
  /** Columns that fit; at least one. */
  columns: readonly Column<Row>[];
  /** Chosen columns that do not fit, except minor ones, shown below the others in each row. */
  folded: readonly Column<Row>[];
  /** Folded columns per line. */
  perLine: number;
  /** Height in px that folding adds to a row. */
  heightPx: number;
};

const computeFoldedWidth = ({ header, align }: Pick<Column<unknown>, 'header' | 'align'>): number =>
  header.length * FOLDED_LETTER_PX + (align === 'end' ? FOLDED_FIGURE_PX : FOLDED_TEXT_PX);

const readMinWidth = ({ width = '' }: Pick<Column<unknown>, 'width'>): number =>
  Number(/(\d+)px/.exec(width)?.[1] ?? DEFAULT_WIDTH_PX);

const listFolded = <Row>(chosen: readonly Column<Row>[], shown: readonly Column<Row>[]) =>
  chosen.filter((one) => !shown.includes(one) && !one.isMinor);

/**
 * Splits the chosen columns into fitting and folded ones. `shownFrom` counts all columns, so hidden ones free
 * their space.
 */
export function splitColumns<Row>(
  all: readonly Column<Row>[],
  chosen: readonly Column<Row>[],
  width: number,
): Pick<Folding<Row>, 'columns' | 'folded'> {
  const freed = all.reduce((sum, one) => (chosen.includes(one) ? sum : sum + readMinWidth(one)), 0);
  const columns = chosen.filter(({ shownFrom = 0 }) => width + freed >= shownFrom);
  const shown = columns.length > 0 ? columns : chosen.slice(0, 1);
  return { columns: shown, folded: listFolded(chosen, shown) };
}

/** Folds further columns, least important first, until numbers and states fit. */
export function foldOverflow<Row>(
  split: Pick<Folding<Row>, 'columns' | 'folded'>,
  chosen: readonly Column<Row>[],
  needs: ColumnNeeds,
  computeRoom: (count: number) => number,
): Pick<Folding<Row>, 'columns' | 'folded'> {
  let columns = split.columns;
  while (columns.length > 2 && sumLeast(columns, needs) > computeRoom(columns.length)) {
    const last = columns
      .slice(1)
      .reduce((least, one) => ((one.shownFrom ?? 0) >= (least.shownFrom ?? 0) ? one : least));
    columns = columns.filter((one) => one !== last);
  }
  return columns === split.columns ? split : { columns, folded: listFolded(chosen, columns) };
}

/** Keeps the previous arrays while the columns are the same. */
export function useFoldedColumns<Row>(
  frame: RefObject<HTMLElement | null>,
  all: readonly Column<Row>[],
  chosen: readonly Column<Row>[],
  needs: ColumnNeeds,
  computeRoom: (count: number) => number,
): Folding<Row> {
  const width = useWidth(frame);
  const scale = Math.max(1, useTextScale());
  const fixed = splitColumns(all, chosen, width);
  const split = width < FOLDS_FROM_PX ? fixed : foldOverflow(fixed, chosen, needs, computeRoom);
  const last = useRef(split);
  const isSame =
    last.current.columns.length === split.columns.length &&
    last.current.folded.length === split.folded.length &&
    split.columns.every((column, at) => column === last.current.columns[at]) &&
    split.folded.every((column, at) => column === last.current.folded[at]);
  if (!isSame) last.current = split;
  const { columns, folded } = last.current;
  const count = folded.length;
  if (count === 0) return { columns, folded, perLine: 1, heightPx: 0 };
  const namePx = columns.length === 1 ? NAME_LINE_PX : 0;
  const widest = Math.max(...folded.map(computeFoldedWidth));
  const lines = Math.ceil(count / Math.max(1, Math.floor((width - BESIDE_PX) / widest)));
  return {
    columns,
    folded,
    // Balanced lines give each value the most space.
    perLine: Math.ceil(count / lines),
    heightPx: Math.ceil((lines * FOLDED_LINE_PX + namePx) * scale),
  };
}
