import { isIP } from 'node:net';
import type { CsvColumnType } from '../../contract/entities/asset.ts';

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

/** Finds the narrowest type all cells of a column fit; empty cells fit all. */
export class ColumnType {
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
