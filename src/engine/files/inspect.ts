import { open } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { AssetSummary, CsvColumnType, CsvSummary } from '../../contract/entities/asset.ts';
import type { AssetType } from '../../contract/enums.ts';
import { FileFault } from './csv-reader.ts';
import { readMmdbMetadata } from './mmdb-metadata.ts';
import { readTable } from './read-table.ts';
import { readText } from './read-text.ts';

const INTEGER = /^[+-]?(0|[1-9]\d{0,14})$/;
const NUMBER = /^[+-]?(\d{1,300})(\.\d{1,300})?([eE][+-]?\d{1,3})?$/;
const BOOLEAN = /^(true|false|yes|no)$/i;

const isAddress = (cell: string): boolean => {
  const slash = cell.indexOf('/');
  if (slash < 0) return isIP(cell) !== 0;
  return isIP(cell.slice(0, slash)) !== 0 && /^\d{1,3}$/.test(cell.slice(slash + 1));
};

const TESTS: readonly { type: CsvColumnType; fits: (cell: string) => boolean }[] = [
  { type: 'integer', fits: (cell) => INTEGER.test(cell) },
  { type: 'number', fits: (cell) => NUMBER.test(cell) },
  { type: 'boolean', fits: (cell) => BOOLEAN.test(cell) },
  { type: 'address', fits: isAddress },
];

/** The narrowest type that fits all cells of a column; empty cells fit all. */
class ColumnType {
  #isEmpty = true;
  #left = TESTS;

  see(cell: string): void {
    if (cell === '') return;
    this.#isEmpty = false;
    if (this.#left.length > 0 && !this.#left.every(({ fits }) => fits(cell)))
      this.#left = this.#left.filter(({ fits }) => fits(cell));
  }

  get type(): CsvColumnType {
    return this.#isEmpty ? 'empty' : (this.#left[0]?.type ?? 'text');
  }
}

const PREVIEW_ROWS = 20;
const PREVIEW_LINE_LENGTH = 4096;

async function inspectTable(path: string): Promise<CsvSummary> {
  const types: ColumnType[] = [];
  let rowCount = 0;
  const { delimiter, columns } = await readTable(path, (cells) => {
    rowCount++;
    for (const [index, cell] of cells.entries()) {
      types[index] ??= new ColumnType();
      types[index].see(cell);
    }
    return true;
  });
  if (rowCount === 0) throw new FileFault('empty', 'The file has a header and no rows');
  return {
    kind: 'csv',
    delimiter,
    columns: columns.map((name, index) => ({ name, type: types[index]?.type ?? 'empty' })),
    rowCount,
  };
}

async function countLines(path: string): Promise<number> {
  let lines = 0;
  let last = '\n';
  for await (const text of readText(path)) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
    last = text.at(-1) ?? last;
  }
  return last === '\n' ? lines : lines + 1;
}

/**
 * Checks a file against its type and summarizes it, in chunks.
 * @throws FileFault naming the rule
 */
export async function inspectFile(path: string, assetType: AssetType): Promise<AssetSummary> {
  const file = await open(path);
  const { size } = await file.stat().finally(() => file.close());
  if (size === 0) throw new FileFault('empty', 'The file is empty');
  switch (assetType) {
    case 'LOOK_UP_DATA':
    case 'DYNAMIC_LOOK_UP':
      return inspectTable(path);
    case 'GEO_IP':
      return readMmdbMetadata(path);
    case 'LOG_SAMPLE':
    case 'DATAGEN_LOG_SAMPLE':
      return { kind: 'text', lineCount: await countLines(path) };
    case 'SECRET':
      return { kind: 'secret' };
    case 'DATA':
      return { kind: 'data' };
  }
}

export async function firstRows(path: string, limit = PREVIEW_ROWS): Promise<string[][]> {
  const rows: string[][] = [];
  await readTable(path, (cells) => {
    rows.push(cells);
    return rows.length < limit;
  });
  return rows;
}

/** Truncates very long lines. */
export async function firstLines(path: string, limit = PREVIEW_ROWS): Promise<string[]> {
  let text = '';
  for await (const part of readText(path)) {
    text += part;
    if (text.split('\n', limit + 1).length > limit || text.length > limit * PREVIEW_LINE_LENGTH) break;
  }
  const lines = text.split('\n', limit).map((line) => line.replace(/\r$/, '').slice(0, PREVIEW_LINE_LENGTH));
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
