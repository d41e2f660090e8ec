import { opendir } from 'node:fs/promises';
import type { ArchiveObject } from './bucket-store.ts';

export type ArchiveFile = {
  /** For an object its URL: `toLocalPath` gives a readable path. */
  readonly path: string;
  readonly object?: ArchiveObject | undefined;
  /** Unique among all roots; shown to people. */
  readonly name: string;
  /** Unix milliseconds, from its name. */
  readonly writtenAt: number;
};

type Written = { readonly name: string; readonly writtenAt: number };

/** Reading order of an hour's files; a strict total order. */
export type FileOrder = (a: Written, b: Written) => number;

/** How many files of an hour to take, and which. */
export type FileBounds = {
  readonly max: number;
  readonly order: FileOrder;
  /** Exclusive lower bound. */
  readonly after?: Written | undefined;
  /** Inclusive upper bound. */
  readonly upTo?: Written | undefined;
  /** Unix milliseconds; stops listing. */
  readonly until?: number | undefined;
};

/** With many small files, each is written soon after its events arrive. */
const WRITTEN_WITHIN_MS = 60_000;
export const HOUR_FILES_MAX = 100_000;
const ENTRIES_AT_ONCE = 1024;

const FILE = /^(?!\.).*\.(?:parquet|ndjson|ndjson\.gz|ndjson\.zst)$/;
const WRITTEN = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-/;

export const isArchiveFile = (name: string): boolean => FILE.test(name);

/** Infinity when the name has none. */
export function parseWritten(name: string): number {
  const parts = WRITTEN.exec(name);
  if (!parts) return Number.POSITIVE_INFINITY;
  const [, year, month, day, hour, minute, second, ms] = parts;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
}

export const compareWritten: FileOrder = (a, b) => b.writtenAt - a.writtenAt || (a.name < b.name ? 1 : -1);

/**
 * Order by likelihood of holding rows of a time: written within it or soon after (newest first), then nearest
 * to it. @param to exclusive, Unix milliseconds
 */
export function nearestFirst(to: number): FileOrder {
  const end = to + WRITTEN_WITHIN_MS;
  const rank = (writtenAt: number): number => (writtenAt <= end ? end - writtenAt : writtenAt);
  return (a, b) => rank(a.writtenAt) - rank(b.writtenAt) || compareWritten(a, b);
}

/** Keeps the first files in order, with bounded memory. */
export class BoundedFiles<File extends Written> {
  readonly #max: number;
  readonly #order: FileOrder;
  readonly #after: Written | undefined;
  readonly #upTo: Written | undefined;
  #files: File[] = [];
  #limit: File | undefined;
  leftOut = 0;

  constructor({ max, order, after, upTo }: FileBounds) {
    this.#max = max;
    this.#order = order;
    this.#after = after;
    this.#upTo = upTo;
  }

  add(file: File): void {
    if (this.#after && (file.name === this.#after.name || this.#order(file, this.#after) < 0)) return;
    const last = this.#limit ?? this.#upTo;
    if (last && this.#order(file, last) > 0) {
      this.leftOut++;
      return;
    }
    this.#files.push(file);
    if (this.#files.length >= this.#max * 2) this.#trim();
  }

  take(): File[] {
    this.#trim();
    return this.#files.sort(this.#order);
  }

  #trim(): void {
    if (this.#files.length <= this.#max) return;
    this.#files.sort(this.#order);
    this.leftOut += this.#files.length - this.#max;
    this.#files.length = this.#max;
    this.#limit = this.#files.at(-1);
  }
}

/** An hour folder's files in portions: a million entries need too much memory. @throws system errors */
export async function* readFolder(path: string, name: string): AsyncGenerator<ArchiveFile[]> {
  let files: ArchiveFile[] = [];
  for await (const entry of await opendir(path, { bufferSize: ENTRIES_AT_ONCE })) {
    if (!entry.isFile() || !isArchiveFile(entry.name)) continue;
    const writtenAt = parseWritten(entry.name);
    files.push({ path: `${path}/${entry.name}`, name: `${name}/${entry.name}`, writtenAt });
    if (files.length < ENTRIES_AT_ONCE) continue;
    yield files;
    files = [];
  }
  yield files;
}
