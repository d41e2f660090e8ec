import type { ReportCell, ReportColumn } from '../entities/report-document.ts';

type Cells = readonly (readonly ReportCell[])[];

/** Indexes of the first column and of those with a value. */
export function listFilledColumns(columns: readonly ReportColumn[], rows: Cells): number[] {
  const places = [...columns.keys()];
  if (rows.length === 0) return places;
  return places.filter((at) => at === 0 || rows.some((cells) => (cells[at]?.value ?? null) !== null));
}

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

/** Drops columns without values, such as the cost of sources. */
export function omitEmptyColumns<T extends { rows: ReportCell[][] }>(columns: ReportColumn[], table: T) {
  const places = listFilledColumns(columns, table.rows);
  const pick = <Item>(items: readonly Item[]): Item[] =>
    places.flatMap((at) => (items[at] === undefined ? [] : [items[at]]));
  return { columns: pick(columns), table: { ...table, rows: table.rows.map(pick) } };
}
