import { parseAddress, parseCidr } from '../../../event/cidr.ts';

export type Match = 'exact' | 'ignore_case' | 'cidr' | 'prefix';

/** Takes one text per key column; -1 when no row matches. */
export type FindRow = (texts: readonly string[]) => number;

type Rows = { readonly rowCount: number; text(row: number, column: number): string };

/** Separates key texts. No cell contains it: files with zero bytes are refused. */
const BETWEEN = '\0';

function firstRows(rows: Rows, keyOf: (row: number) => string): Map<string, number> {
  const found = new Map<string, number>();
  for (let row = 0; row < rows.rowCount; row++) {
    const key = keyOf(row);
    if (!found.has(key)) found.set(key, row);
  }
  return found;
}

function byText(rows: Rows, columns: readonly number[], change: (text: string) => string): FindRow {
  const [only, ...others] = columns;
  if (only === undefined) return () => -1;
  if (others.length === 0) {
    const found = firstRows(rows, (row) => change(rows.text(row, only)));
    return ([text = '']) => found.get(change(text)) ?? -1;
  }
  const joined = (row: number) => columns.map((column) => rows.text(row, column)).join(BETWEEN);
  const found = firstRows(rows, (row) => change(joined(row)));
  return (texts) => found.get(change(texts.join(BETWEEN))) ?? -1;
}

function byPrefix(rows: Rows, column: number): FindRow {
  const found = firstRows(rows, (row) => rows.text(row, column));
  const lengths = [...new Set([...found.keys()].map((key) => key.length))].filter((length) => length > 0);
  lengths.sort((a, b) => b - a);
  return ([text = '']) => {
    for (const length of lengths) {
      if (length > text.length) continue;
      const row = found.get(text.slice(0, length));
      if (row !== undefined) return row;
    }
    return -1;
  };
}

function masked(bytes: Uint8Array, bits: number): string {
  const whole = bits >> 3;
  const rest = bits & 7;
  let key = '';
  for (let at = 0; at < whole; at++) key += String.fromCharCode(bytes[at] ?? 0);
  return rest === 0 ? key : key + String.fromCharCode((bytes[whole] ?? 0) & (0xff << (8 - rest)));
}

/** Narrowest block first. Cells that are no block match nothing. */
function byBlock(rows: Rows, column: number): FindRow {
  const byBits = new Map<number, Map<string, number>>();
  for (let row = 0; row < rows.rowCount; row++) {
    const block = parseCidr(rows.text(row, column));
    if (!block) continue;
    const blocks = byBits.get(block.bits) ?? new Map<string, number>();
    byBits.set(block.bits, blocks);
    const key = masked(block.bytes, block.bits);
    if (!blocks.has(key)) blocks.set(key, row);
  }
  const widths = [...byBits].sort(([a], [b]) => b - a);
  return ([text = '']) => {
    const bytes = parseAddress(text.trim());
    if (!bytes) return -1;
    for (const [bits, blocks] of widths) {
      const row = blocks.get(masked(bytes, bits));
      if (row !== undefined) return row;
    }
    return -1;
  };
}

export function buildIndex(rows: Rows, columns: readonly number[], match: Match): FindRow {
  const [first = 0] = columns;
  switch (match) {
    case 'exact':
      return byText(rows, columns, (text) => text);
    case 'ignore_case':
      return byText(rows, columns, (text) => text.toLowerCase());
    case 'prefix':
      return byPrefix(rows, first);
    case 'cidr':
      return byBlock(rows, first);
  }
}
