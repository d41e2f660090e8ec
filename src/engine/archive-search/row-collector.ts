import type { ArchivePosition, ArchiveRow } from '../types/archive-search.ts';

/** Newest first, then by file and line. Negative when `a` comes first. */
export function comparePositions(a: ArchivePosition, b: ArchivePosition): number {
  if (a.micros !== b.micros) return b.micros - a.micros;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line;
}

const ROW_BYTES = 200;
const computeSize = ({ text, origin }: ArchiveRow): number => text.length + origin.length + ROW_BYTES;

/** Sorting visits all rows, so it waits for this many new ones, or an eighth of those kept. */
const UNSORTED_ROWS = 64;

type Limits = { readonly limit: number; readonly maxBytes: number };

/** Keeps the newest rows within limits of count and bytes, at least one. */
export class RowCollector {
  readonly #limits: Limits;
  #rows: ArchiveRow[] = [];
  #bytes = 0;
  /** Number of rows that are sorted and within the limits. */
  #kept = 0;
  #isCut = false;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** The oldest row kept, once the limits are reached. */
  get oldest(): ArchiveRow | undefined {
    this.#trim();
    return this.#lastKept;
  }

  /** Like `oldest`, or slightly older; cheaper while adding rows. */
  get bound(): ArchiveRow | undefined {
    const { limit, maxBytes } = this.#limits;
    const isOver = this.#rows.length >= limit || this.#bytes > maxBytes;
    if (isOver && this.#rows.length - this.#kept >= Math.max(UNSORTED_ROWS, this.#kept / 8)) this.#trim();
    return this.#lastKept;
  }

  get #lastKept(): ArchiveRow | undefined {
    return this.#isCut || this.#kept === this.#limits.limit ? this.#rows[this.#kept - 1] : undefined;
  }

  get rows(): readonly ArchiveRow[] {
    this.#trim();
    return this.#rows;
  }

  add(row: ArchiveRow): void {
    this.#rows.push(row);
    this.#bytes += computeSize(row);
    const { limit, maxBytes } = this.#limits;
    if (this.#rows.length >= limit * 2 || this.#bytes >= maxBytes * 2) this.#trim();
  }

  #trim(): void {
    if (this.#kept === this.#rows.length) return;
    this.#rows.sort(comparePositions);
    const { limit, maxBytes } = this.#limits;
    let bytes = 0;
    let count = 0;
    for (const row of this.#rows) {
      if (count >= limit || (count > 0 && bytes + computeSize(row) > maxBytes)) break;
      bytes += computeSize(row);
      count++;
    }
    if (count < this.#rows.length) this.#isCut = true;
    this.#rows.length = count;
    this.#kept = count;
    this.#bytes = bytes;
  }
}
