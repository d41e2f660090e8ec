import type { BucketStores } from './bucket-store.ts';
import type { Verdict } from './file-index.ts';
import type { IndexQueue } from './index-queue.ts';
import type { ArchiveFile } from './list-folder.ts';
import { type FileReading, readFile } from './read-file.ts';
import type { UnpackedFiles } from './unpacked-files.ts';

/** How much longer than to the deadline the files of an hour are listed. */
export const LISTING_GRACE_MS = 25_000;

export type SearchLimits = {
  /** Unix milliseconds after which no further hour is begun. */
  readonly deadline: number;
  /** Instead of the number of files of an hour that are read otherwise. */
  readonly filesMax?: number | undefined;
  /** Files that cannot hold a match are not opened. */
  readonly indexes?: IndexQueue | undefined;
  readonly unpacked?: UnpackedFiles | undefined;
  /** Ends the search with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** What opens archives in buckets. */
  readonly buckets?: BucketStores | undefined;
};

/** Reads a file, unless its index tells that it holds no match; asks for an index where there is none. */
export async function readByVerdict(
  file: ArchiveFile,
  verdict: Verdict | undefined,
  indexes: IndexQueue | undefined,
  reading: FileReading,
): Promise<void> {
  const { log } = reading;
  if (verdict?.kind === 'skip') {
    log.events += verdict.events;
    reading.onBlock?.();
    return;
  }
  const before = { bytes: log.bytes, unread: log.unreadCount };
  await readFile(file, reading);
  if (verdict?.kind === 'missing' && log.unreadCount === before.unread)
    indexes?.request(file, log.bytes - before.bytes);
}
