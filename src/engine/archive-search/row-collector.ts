import type { ArchivePosition, ArchiveRow } from '../types/archive-search.ts';

/** Newest first; of the same time, by file and line. Negative when `a` comes first. */
export function comparePositions(a: ArchivePosition, b: ArchivePosition): number {
  if (a.micros !== b.micros) return b.micros - a.micros;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line;
}

/** Beside the text of a row. */
const ROW_BYTES = 200;
const sizeOf = ({ text, origin }: ArchiveRow): number => text.length + origin.length + ROW_BYTES;

type Limits = { readonly limit: number; readonly maxBytes: number };

/** Keeps the newest rows within a limit of rows and bytes, whatever their order of arrival; at least one. */
export class RowCollector {
  readonly #limits: Limits;
  #rows: ArchiveRow[] = [];
  #bytes = 0;
  #isCut = false;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** A row was left out: the rows kept are all there is only while it is false. */
  get isFull(): boolean {
    this.#trim();
    return this.#isCut;
  }

  /** The oldest row that is kept, once a row more would be left out. */
  get oldest(): ArchiveRow | undefined {
    this.#trim();
    return this.#isCut || this.#rows.length === this.#limits.limit ? this.#rows.at(-1) : undefined;
  }

  get rows(): readonly ArchiveRow[] {
    this.#trim();
    return this.#rows;
  }

  add(row: ArchiveRow): void {
    this.#rows.push(row);
    this.#bytes += sizeOf(row);
    const { limit, maxBytes } = this.#limits;
    if (this.#rows.length >= limit * 2 || this.#bytes >= maxBytes * 2) this.#trim();
  }

  #trim(): void {
    this.#rows.sort(comparePositions);
    const { limit, maxBytes } = this.#limits;
    let bytes = 0;
    let count = 0;
    for (const row of this.#rows) {
      if (count >= limit || (count > 0 && bytes + sizeOf(row) > maxBytes)) break;
      bytes += sizeOf(row);
      count++;
    }
    if (count < this.#rows.length) this.#isCut = true;
    this.#rows.length = count;
    this.#bytes = bytes;
  }
}
