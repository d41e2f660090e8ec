/** Rows with a text, whatever its case, in their order. */
export type RowSearch<Row> = (wanted: string) => readonly Row[];

type Found<Row> = { wanted: string; rows: readonly Row[]; texts: readonly string[] };

/**
 * Searches the same rows again and again while a text is typed: what is read of a row is read once, and a text that
 * goes on is looked for in what was found before.
 * @param textOf what the search looks in
 */
export function createRowSearch<Row>(rows: readonly Row[], textOf: (row: Row) => string): RowSearch<Row> {
  let all: Found<Row> | undefined;
  let last: Found<Row> | undefined;
  return (wanted) => {
    if (wanted === '') return rows;
    if (last?.wanted === wanted) return last.rows;
    all ??= { wanted: '', rows, texts: rows.map((row) => textOf(row).toLowerCase()) };
    const among: Found<Row> = last && wanted.includes(last.wanted) ? last : all;
    const found = { wanted, rows: [] as Row[], texts: [] as string[] };
    among.rows.forEach((row, at) => {
      const text = among.texts[at] ?? '';
      if (!text.includes(wanted)) return;
      found.rows.push(row);
      found.texts.push(text);
    });
    last = found;
    return found.rows;
  };
}
