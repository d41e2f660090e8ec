import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ArchiveFolder } from '../types/archive-search.ts';
import { buildIndex } from './build-index.ts';
import { consultIndex, measureUnsettledMs, SETTLED_MS, type Wanted } from './file-index.ts';
import { GivingWay } from './give-way.ts';
import { type ArchiveFile, compareWritten } from './list-folder.ts';
import { collectFiles, listHours } from './listing.ts';
import { ReadingLog } from './reading-log.ts';

/** Smaller files are as quick to read as their index. */
export const FILE_MIN_BYTES = 1 << 16;
/** Typical compression of logs. */
const PACKED_FACTOR = 8;
/** Events may have waited this long for their destination. */
const LATE_MS = 7 * 86_400_000;
/** Names contain the time at which the file was begun. */
const WRITING_MS = 60_000;
/** Per hour: smaller files are indexed when first read. */
const FILES_MAX = 10_000;
const ANY: Wanted = {
  needles: undefined,
  span: { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY },
};

export type NewFiles = {
  /** On disk only: objects in buckets are indexed when first fetched. */
  readonly folders: readonly ArchiveFolder[];
  /** Unix milliseconds; older files are skipped. */
  readonly since: number;
};
export type IndexLimits = {
  /** Unix milliseconds; no file is begun later. */
  readonly deadline: number;
  readonly fileMinBytes?: number | undefined;
  readonly settledMs?: number | undefined;
};

const findChange = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

async function listNewFiles({ folders, since }: NewFiles): Promise<ArchiveFile[]> {
  const span = { from: since - LATE_MS, to: Number.POSITIVE_INFINITY };
  const found: ArchiveFile[] = [];
  for (const hour of await listHours(folders, span, new ReadingLog()))
    for (const one of hour.folders) {
      if (one.path === undefined || (findChange(one.path) ?? 0) < since - WRITING_MS) continue;
      const listed = await collectFiles(one, { max: FILES_MAX, order: compareWritten }).catch(
        () => undefined,
      );
      found.push(...(listed?.files ?? []).filter(({ writtenAt }) => writtenAt >= since - WRITING_MS));
    }
  return found;
}

export const hasIndex = (folder: string, file: ArchiveFile, settledMs: number): boolean =>
  consultIndex(folder, file, ANY, settledMs).kind !== 'missing';

const isLarge = (path: string, minBytes: number): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.size ?? 0) * (path.endsWith('.ndjson') ? 1 : PACKED_FACTOR) >=
  minBytes;

/**
 * Builds indexes of recent archive files, newest first. Damaged files are left to searches, which report
 * them.
 * @returns false when time ran out first
 */
export async function indexNewFiles(
  folder: string,
  wanted: NewFiles,
  { deadline, fileMinBytes = FILE_MIN_BYTES, settledMs = SETTLED_MS }: IndexLimits,
): Promise<boolean> {
  const way = new GivingWay();
  for (const file of await listNewFiles(wanted)) {
    if (Date.now() > deadline) return false;
    if (!isLarge(file.path, fileMinBytes)) continue;
    await delay(Math.min(settledMs, measureUnsettledMs(file, settledMs)));
    if (hasIndex(folder, file, settledMs)) continue;
    await buildIndex(folder, file, () => way.pause(), settledMs).catch(() => false);
  }
  return true;
}
