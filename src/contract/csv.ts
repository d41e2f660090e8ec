const STARTS_FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * Quotes a CSV cell ([RFC 4180](https://datatracker.ietf.org/doc/html/rfc4180)). An apostrophe keeps
 * spreadsheets from running it as a formula.
 */
export function escapeCsvCell(text: string): string {
  const safe = STARTS_FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const toCsvRecord = (cells: readonly string[]): string => `${cells.map(escapeCsvCell).join(',')}\r\n`;
