import type { ReportCell, ReportColumn } from '../entities/report-document.ts';

type Cells = readonly (readonly ReportCell[])[];

/** Places of the columns that say anything: the first, and those with a value in any row. */
export function listFilledColumns(columns: readonly ReportColumn[], rows: Cells): number[] {
  const places = [...columns.keys()];
  if (rows.length === 0) return places;
  return places.filter((at) => at === 0 || rows.some((cells) => (cells[at]?.value ?? null) !== null));
}

/** How long the bar of a cell is, as a share of the longest of its column; undefined where it has none. */
export function findBarShare(
  columns: readonly ReportColumn[],
  rows: Cells,
  at: number,
  cell: ReportCell | undefined,
) {
  const value = cell?.value;
  if (!columns[at]?.hasBars || typeof value !== 'number') return undefined;
  const highest = Math.max(...rows.map((cells) => Number(cells[at]?.value ?? 0)));
  return highest > 0 ? value / highest : 0;
}

/** A table as it is shown: without columns that say nothing in it, as the cost of sources. */
export function omitEmptyColumns<T extends { rows: ReportCell[][] }>(columns: ReportColumn[], table: T) {
  const places = listFilledColumns(columns, table.rows);
  const pick = <Item>(items: readonly Item[]): Item[] =>
    places.flatMap((at) => (items[at] === undefined ? [] : [items[at]]));
  return { columns: pick(columns), table: { ...table, rows: table.rows.map(pick) } };
}
