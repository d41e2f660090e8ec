import { opendir } from 'node:fs/promises';
import type { ArchiveObject } from './bucket-store.ts';

export type ArchiveFile = {
  /** Of an object in a bucket its address: `toLocalPath` tells where it can be read. */
  readonly path: string;
  readonly object?: ArchiveObject | undefined;
  /** Unique among all roots, and shown to people. */
  readonly name: string;
  /** When it was written (Unix milliseconds), by its name. */
  readonly writtenAt: number;
};

type Written = { readonly name: string; readonly writtenAt: number };

/** Which files of an hour come first; no two are equal. */
export type FileOrder = (a: Written, b: Written) => number;

/** How many files of an hour are taken up, and which ones where there are more. */
export type FileBounds = {
  readonly max: number;
  readonly order: FileOrder;
  /** Files up to this one are passed over. */
  readonly after?: Written | undefined;
  /** Files behind this one are left out. */
  readonly upTo?: Written | undefined;
  /** Unix milliseconds after which no further name is read. */
  readonly until?: number | undefined;
};

/** Of many small files, each is written soon after its events came. */
const WRITTEN_WITHIN_MS = 60_000;
/** Of an hour, in one search or query. */
export const HOUR_FILES_MAX = 100_000;
/** Entries that the system is asked for at a time. */
const ENTRIES_AT_ONCE = 1024;

const FILE = /^(?!\.).*\.(?:parquet|ndjson|ndjson\.gz|ndjson\.zst)$/;
const WRITTEN = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-/;

export const isArchiveFile = (name: string): boolean => FILE.test(name);

/** Infinity for a name that does not say it. */
export function parseWritten(name: string): number {
  const parts = WRITTEN.exec(name);
  if (!parts) return Number.POSITIVE_INFINITY;
  const [, year, month, day, hour, minute, second, ms] = parts;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
}

/** Those written last come first. */
export const compareWritten: FileOrder = (a, b) => b.writtenAt - a.writtenAt || (a.name < b.name ? 1 : -1);

/**
 * Those that most likely hold rows of a time come first: those written in it or soon after, the newest first, then
 * those nearest to it. @param to Unix milliseconds; it does not belong to the time
 */
export function nearestFirst(to: number): FileOrder {
  const end = to + WRITTEN_WITHIN_MS;
  const rank = (writtenAt: number): number => (writtenAt <= end ? end - writtenAt : writtenAt);
  return (a, b) => rank(a.writtenAt) - rank(b.writtenAt) || compareWritten(a, b);
}

/** Of too many files, keeps those that come first. Memory stays bounded however many come. */
export class BoundedFiles<File extends Written> {
  readonly #max: number;
  readonly #order: FileOrder;
  readonly #after: Written | undefined;
  readonly #upTo: Written | undefined;
  #files: File[] = [];
  /** What comes behind it was not kept. */
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

  /** In their order. */
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

/** Files of the folder of an hour, some at a time: a million entries need more memory than there may be. @throws system errors */
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
