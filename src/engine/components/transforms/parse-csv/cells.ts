/** Reads one CSV line (https://datatracker.ietf.org/doc/html/rfc4180), also with backslash-escaped quotes. */

export type CellSyntax = { readonly delimiter: string; readonly quote: string };

/**
 * Calls `take` per cell, which returns whether to continue. False when a quoted cell is unclosed or followed
 * by text.
 */
export function readCells(text: string, syntax: CellSyntax, take: (cell: string) => boolean): boolean {
  const { delimiter, quote } = syntax;
  const end = text.endsWith('\r') ? text.length - 1 : text.length;
  for (let at = 0; ; ) {
    if (quote !== '' && text[at] === quote) {
      const cell = readQuoted(text, at, quote);
      if (cell === null) return false;
      at = cell.end;
      if (at < end && text[at] !== delimiter) return false;
      if (!take(cell.text)) return true;
    } else {
      const found = text.indexOf(delimiter, at);
      const cellEnd = found < 0 ? end : found;
      if (!take(text.slice(at, cellEnd))) return true;
      at = cellEnd;
    }
    if (at >= end) return true;
    at++;
  }
}

function readQuoted(text: string, from: number, quote: string): { text: string; end: number } | null {
  let cell = '';
  let start = from + 1;
  for (let p = start; p < text.length; p++) {
    const char = text[p];
    if (char === '\\' && text[p + 1] === quote && text[p + 2] !== undefined) {
      cell += text.slice(start, p);
      start = p + 1;
      p++;
    } else if (char === quote) {
      cell += text.slice(start, p);
      if (text[p + 1] !== quote) return { text: cell, end: p + 1 };
      start = p + 1;
      p++;
    }
  }
  return null;
}
