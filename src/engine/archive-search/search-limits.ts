import type { BucketStores } from './bucket-store.ts';
import type { Verdict } from './file-index.ts';
import type { IndexQueue } from './index-queue.ts';
import type { ArchiveFile } from './list-folder.ts';
import { type FileReading, readFile } from './read-file.ts';
import type { UnpackedFiles } from './unpacked-files.ts';

/** Extra time after the deadline for listing an hour's files. */
export const LISTING_GRACE_MS = 25_000;

export type SearchLimits = {
  /** Unix milliseconds; no hour is begun later. */
  readonly deadline: number;
  readonly filesMax?: number | undefined;
  readonly indexes?: IndexQueue | undefined;
  readonly unpacked?: UnpackedFiles | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly buckets?: BucketStores | undefined;
};

/** Reads a file unless its index rules out matches; requests a missing index. */
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
