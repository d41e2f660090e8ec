import type { Column } from './types.ts';

/** What a cell says, for the clipboard and for files; nothing where there is no value. */
export const cellText = <Row>(column: Column<Row>, row: Row): string =>
  column.text?.(row) ?? String(column.value?.(row) ?? '');

const oneLine = (text: string) => text.replace(/[\t\r\n]+/g, ' ');

/** Rows as tab-separated text, as spreadsheets paste it. */
export const toTsv = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => columns.map((column) => oneLine(cellText(column, row))).join('\t')).join('\n');

/** A text that a spreadsheet would take for a formula is marked as text; numbers stay as they are. */
const guarded = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? `'${text}` : text;

const csvField = (text: string): string => {
  const safe = guarded(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as CSV (RFC 4180) with the headings as first record. */
export function toCsv<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const records = [
    columns.map((column) => column.header),
    ...rows.map((row) => columns.map((column) => cellText(column, row))),
  ];
  return records.map((record) => `${record.map(csvField).join(',')}\r\n`).join('');
}
