import { CSV_DELIMITERS } from '../../contract/entities/asset.ts';
import { counted } from '../../contract/values.ts';
import { CsvReader, FileFault, type TakeRow } from './csv-reader.ts';
import { readText } from './read-text.ts';

export type CsvDelimiter = (typeof CSV_DELIMITERS)[number];
export type TableHead = { delimiter: CsvDelimiter; columns: string[] };

const MAX_COLUMNS = 256;
const MAX_HEADER_LENGTH = 65_536;

const ENOUGH = Symbol('enough');

/** The most frequent delimiter in the first line, outside quotes. */
function detectDelimiter(line: string): CsvDelimiter {
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const count = (delimiter: string) => bare.split(delimiter).length;
  return CSV_DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

function checkColumns(cells: readonly string[]): string[] {
  const columns = cells.map((cell) => cell.trim());
  if (columns.length > MAX_COLUMNS)
    throw new FileFault('max_columns', `The header names ${columns.length} columns; at most ${MAX_COLUMNS}`);
  const empty = columns.indexOf('');
  if (empty >= 0) throw new FileFault('header', `Column ${empty + 1} has no name in the first line`);
  const twice = columns.find((name, index) => columns.indexOf(name) < index);
  if (twice !== undefined)
    throw new FileFault('header', `The column '${twice}' appears twice in the first line`);
  return columns;
}

/**
 * Reads a table with a header row by row, in chunks, so that other work continues.
 * @param take gets each row; false stops
 * @throws FileFault when it is no such table
 */
export async function readTable(
  path: string,
  take: (cells: string[], line: number, head: TableHead) => boolean | undefined,
): Promise<TableHead> {
  let head: TableHead | undefined;
  let reader: CsvReader | undefined;
  let delimiter: CsvDelimiter = ',';
  let first = '';
  const onRow: TakeRow = (cells, line) => {
    if (!head) {
      head = { delimiter, columns: checkColumns(cells) };
      return;
    }
    if (cells.length !== head.columns.length) {
      const found = counted(cells.length, 'cell');
      const message = `Line ${line} has ${found}; the header names ${head.columns.length} columns`;
      throw new FileFault('cells', message);
    }
    if (take(cells, line, head) === false) throw ENOUGH;
  };
  const begin = () => {
    delimiter = detectDelimiter(first.slice(0, first.includes('\n') ? first.indexOf('\n') : undefined));
    reader = new CsvReader(delimiter, onRow);
    reader.push(first);
  };
  try {
    for await (const text of readText(path)) {
      if (reader) {
        reader.push(text);
        continue;
      }
      first += text;
      if (first.includes('\n')) begin();
      else if (first.length > MAX_HEADER_LENGTH)
        throw new FileFault('header', `The first line has more than ${MAX_HEADER_LENGTH} characters`);
    }
    if (!reader) begin();
    reader?.end();
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  if (!head) throw new FileFault('empty', 'The file is empty; its first line must name the columns');
  return head;
}
