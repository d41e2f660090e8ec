import { FileFault } from '../../../files/csv-reader.ts';
import { readTable } from '../../../files/read-table.ts';
import type { PlanFile } from '../../../types/plan.ts';
import { SharedFiles } from '../../shared/files/shared-files.ts';
import { ComponentError } from '../../types.ts';
import { buildIndex, type FindRow, type Match } from './find-row.ts';
import { MAX_ROWS, MAX_TABLE_BYTES } from './limits.ts';

/** Cells of a file as JSON texts in one buffer, with indexes to find rows. */
export class LookupTable {
  readonly columns: readonly string[];
  readonly rowCount: number;
  readonly #cells: Buffer;
  /** Offsets of the cells, row by row, and the end. */
  readonly #starts: Uint32Array;
  readonly #finders = new Map<string, FindRow>();

  constructor(columns: readonly string[], cells: Buffer, starts: Uint32Array) {
    this.columns = columns;
    this.#cells = cells;
    this.#starts = starts;
    this.rowCount = (starts.length - 1) / columns.length;
  }

  /** JSON text; an empty cell has two bytes. */
  cell(row: number, column: number): Buffer {
    const at = row * this.columns.length + column;
    return this.#cells.subarray(this.#starts[at], this.#starts[at + 1]);
  }

  text(row: number, column: number): string {
    return JSON.parse(this.cell(row, column).toString('utf8')) as string;
  }

  /** Shared by transforms with the same lookup. */
  finder(columns: readonly number[], match: Match): FindRow {
    const key = `${match} ${columns.join()}`;
    const known = this.#finders.get(key) ?? buildIndex(this, columns, match);
    this.#finders.set(key, known);
    return known;
  }
}

const notReadable = (name: string, message: string): ComponentError =>
  new ComponentError({
    errorName: 'LookupFileInvalid',
    message: `The file '${name}' cannot be used: ${message}`,
    causes: [message],
    resolutions: [`Correct the file and replace '${name}' under Settings, Files`],
  });

const tooLarge = (name: string): ComponentError =>
  new ComponentError({
    errorName: 'LookupTooLarge',
    message: `The file '${name}' would take more than ${MAX_TABLE_BYTES / 1024 / 1024} MiB of memory, or has more than ${MAX_ROWS} rows`,
    causes: ['The file has very many rows, or long cells'],
    resolutions: ['Leave out columns and rows that are not looked up'],
  });

class TableWriter {
  #cells = Buffer.allocUnsafe(1 << 16);
  #starts = new Uint32Array(1 << 12);
  #used = 0;
  #count = 0;

  add(cell: string): boolean {
    const text = JSON.stringify(cell.toWellFormed());
    const room = text.length * 3;
    if (this.#used + room > this.#cells.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#cells.length * 2, this.#used + room));
      this.#cells.copy(larger, 0, 0, this.#used);
      this.#cells = larger;
    }
    if (this.#count + 2 > this.#starts.length) {
      const larger = new Uint32Array(this.#starts.length * 2);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    this.#starts[this.#count++] = this.#used;
    this.#used += this.#cells.write(text, this.#used);
    return this.#used + this.#count * 4 <= MAX_TABLE_BYTES;
  }

  table(columns: readonly string[]): LookupTable {
    this.#starts[this.#count] = this.#used;
    // Copying to the exact size frees the reserve.
    const cells = Buffer.from(this.#cells.subarray(0, this.#used));
    return new LookupTable(columns, cells, this.#starts.slice(0, this.#count + 1));
  }
}

async function readLookup({ name, path }: PlanFile): Promise<LookupTable> {
  const writer = new TableWriter();
  let rows = 0;
  try {
    const { columns } = await readTable(path, (cells) => {
      rows++;
      for (const cell of cells) if (!writer.add(cell) || rows > MAX_ROWS) throw tooLarge(name);
      return true;
    });
    return writer.table(columns);
  } catch (error) {
    throw error instanceof FileFault ? notReadable(name, error.message) : error;
  }
}

export const lookupTables = new SharedFiles(readLookup);
