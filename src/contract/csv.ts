const STARTS_FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** A text as a cell of CSV (RFC 4180); one that a spreadsheet would run as a formula gets an apostrophe first. */
export function escapeCsvCell(text: string): string {
  const safe = STARTS_FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const toCsvRecord = (cells: readonly string[]): string => `${cells.map(escapeCsvCell).join(',')}\r\n`;
