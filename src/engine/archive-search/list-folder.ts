import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
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

/** How many files of an hour are taken up, and which ones where there are more. */
export type FileBounds = {
  readonly max: number;
  /** In Unix milliseconds; `to` does not belong to it. */
  readonly span: { readonly to: number };
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

type Written = { readonly name: string; readonly writtenAt: number };

/** Those written last come first. */
export const compareWritten = (a: Written, b: Written): number =>
  b.writtenAt - a.writtenAt || (a.name < b.name ? 1 : -1);

/**
 * Of too many files, keeps those that most likely hold rows of the time asked for: those written in it or soon after,
 * the newest first, then those nearest to it. Memory stays bounded however many come.
 */
export class BoundedFiles<File extends Written> {
  readonly #max: number;
  readonly #end: number;
  #files: File[] = [];
  /** What is further away than this was not kept. */
  #limit = Number.POSITIVE_INFINITY;
  leftOut = 0;

  constructor({ max, span }: FileBounds) {
    this.#max = max;
    this.#end = span.to + WRITTEN_WITHIN_MS;
  }

  add(file: File): void {
    if (this.#rank(file) > this.#limit) {
      this.leftOut++;
      return;
    }
    this.#files.push(file);
    if (this.#files.length >= this.#max * 2) this.#trim();
  }

  /** Those written last come first. */
  take(): File[] {
    this.#trim();
    return this.#files.sort(compareWritten);
  }

  #trim(): void {
    if (this.#files.length <= this.#max) return;
    this.#files.sort((a, b) => this.#rank(a) - this.#rank(b) || compareWritten(a, b));
    this.leftOut += this.#files.length - this.#max;
    this.#files.length = this.#max;
    this.#limit = this.#rank(this.#files.at(-1)!);
  }

  #rank({ writtenAt }: File): number {
    return writtenAt <= this.#end ? this.#end - writtenAt : writtenAt;
  }
}

const EVER = { to: Number.POSITIVE_INFINITY };

export type ListedFolder = {
  readonly files: ArchiveFile[];
  readonly leftOut: number;
  /** The time was over before all names were read. */
  readonly isPart?: boolean;
};

/** Files of the folder of an hour; all of them without bounds. @throws system errors */
export async function listFolder(path: string, name: string, bounds?: FileBounds): Promise<ListedFolder> {
  const found = new BoundedFiles<Written>(bounds ?? { max: Number.POSITIVE_INFINITY, span: EVER });
  let count = 0;
  let isPart = false;
  // As a whole, the entries of a million files would need more memory than a search may have.
  for await (const entry of await opendir(path, { bufferSize: ENTRIES_AT_ONCE })) {
    isPart = ++count % ENTRIES_AT_ONCE === 0 && Date.now() > (bounds?.until ?? Number.POSITIVE_INFINITY);
    if (isPart) break;
    if (entry.isFile() && isArchiveFile(entry.name))
      found.add({ name: entry.name, writtenAt: parseWritten(entry.name) });
  }
  const files = found.take().map((file) => ({
    path: join(path, file.name),
    name: `${name}/${file.name}`,
    writtenAt: file.writtenAt,
  }));
  return { files, leftOut: found.leftOut, isPart };
}
