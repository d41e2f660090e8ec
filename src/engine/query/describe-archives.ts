import { describeFault } from '../archive-search/faults.ts';
import { FieldMerger, FieldSummary } from '../archive-search/field-summary.ts';
import { readIndexedFields, SETTLED_MS } from '../archive-search/file-index.ts';
import { readRecords } from '../archive-search/file-records.ts';
import { type ArchiveFile, compareWritten, HOUR_FILES_MAX } from '../archive-search/list-folder.ts';
import { listFiles, listHours, toLocalPath } from '../archive-search/listing.ts';
import { describeBadLines } from '../archive-search/read-file.ts';
import { ReadingLog } from '../archive-search/reading-log.ts';
import type { ArchiveDescription, ArchiveTable } from '../types/query.ts';
import { describeColumns } from './fields.ts';
import { readSize } from './load-archive.ts';
import type { QueryTools } from './run-query.ts';

const HOUR_MS = 3_600_000;
const INDEXES_MAX = 5000;
/** Newest small files without an index that are read. */
const SAMPLE_FILES = 8;
const SAMPLE_BYTES = 32 << 20;
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };
const BOUNDS = { max: HOUR_FILES_MAX, order: compareWritten };

/** Fields come from indexes; only some of the newest files are opened. */
export async function describeArchives(
  archives: readonly ArchiveTable[],
  tools: QueryTools,
): Promise<ArchiveDescription[]> {
  const described: ArchiveDescription[] = [];
  for (const table of archives) described.push(await describeArchive(table, tools));
  return described;
}

async function describeArchive(
  table: ArchiveTable,
  { buckets, indexFolder, settledMs = SETTLED_MS }: QueryTools,
): Promise<ArchiveDescription> {
  const log = new ReadingLog();
  const fields = new FieldMerger();
  const sample: ArchiveFile[] = [];
  let sampled = 0;
  let looked = 0;
  let described = 0;
  let fileCount = 0;
  let bytes = 0;
  const withFiles: number[] = [];
  for (const hour of await listHours(table.folders, EVER, log, buckets)) {
    const before = log.leftOutCount;
    const files = await Promise.all((await listFiles(hour, log, BOUNDS)).map(readSize));
    if (files.length > 0) withFiles.push(hour.start);
    fileCount += files.length + log.leftOutCount - before;
    for (const file of files) {
      bytes += file.size;
      const isAsked = indexFolder !== undefined && looked++ < INDEXES_MAX;
      const known = isAsked ? readIndexedFields(indexFolder, file, settledMs) : undefined;
      if (known) {
        fields.add(known);
        described++;
      } else if (sample.length < SAMPLE_FILES && sampled + file.size <= SAMPLE_BYTES) {
        sample.push(file);
        sampled += file.size;
      }
    }
  }
  for (const isWhole of await Promise.all(sample.map((file) => summarize(file, fields, log))))
    if (isWhole) described++;
  const merged = fields.finish();
  const [last] = withFiles;
  const first = withFiles.at(-1);
  return {
    name: table.name,
    fileCount,
    bytes,
    from: first ?? 0,
    to: last === undefined ? 0 : last + HOUR_MS,
    columns: describeColumns(merged),
    describedFileCount: described,
    hasMoreFields: merged.hasMore,
    reading: log.summarize(),
  };
}

/** Adds a file's fields. @returns false when a part was unreadable, which is noted */
async function summarize(file: ArchiveFile, fields: FieldMerger, log: ReadingLog): Promise<boolean> {
  const summary = new FieldSummary();
  let bad = 0;
  let isWhole = true;
  try {
    for await (const block of readRecords(await toLocalPath(file), 0)) {
      for (const { record } of block.records) summary.add(record);
      bad += block.bad;
    }
  } catch (error) {
    isWhole = false;
    log.failed(file.name, describeFault(error));
  }
  if (bad > 0) log.failed(file.name, describeBadLines(bad));
  fields.add(summary.finish());
  return isWhole && bad === 0;
}
