import { compareWritten, HOUR_FILES_MAX } from '../archive-search/list-folder.ts';
import { listFiles, listHours } from '../archive-search/listing.ts';
import { ReadingLog } from '../archive-search/reading-log.ts';
import type { ArchiveDescription, ArchiveTable } from '../types/query.ts';
import { describeColumns } from './fields.ts';
import {
  ARCHIVE_COLUMNS,
  createArchiveTable,
  fetchFiles,
  loadFiles,
  readSize,
  type SizedFile,
} from './load-archive.ts';
import type { QueryTools } from './run-query.ts';
import { QuerySession } from './session.ts';

const HOUR_MS = 3_600_000;
/** Of the newest files, as far as they are small. */
const SAMPLE_FILES = 8;
const SAMPLE_BYTES = 32 << 20;
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };
const BOUNDS = { max: HOUR_FILES_MAX, order: compareWritten };

/** Size, time and fields of archives. Only some of the newest files are opened. */
export async function describeArchives(
  archives: readonly ArchiveTable[],
  tools: QueryTools,
): Promise<ArchiveDescription[]> {
  const session = await QuerySession.open();
  try {
    const described: ArchiveDescription[] = [];
    for (const [at, table] of archives.entries())
      described.push(await describeArchive(session, table, `kept."${at}"`, tools));
    return described;
  } finally {
    session.close();
  }
}

async function describeArchive(
  { connection }: QuerySession,
  table: ArchiveTable,
  into: string,
  { tempFolder, buckets }: QueryTools,
): Promise<ArchiveDescription> {
  const log = new ReadingLog();
  const newest: SizedFile[] = [];
  let sampled = 0;
  let fileCount = 0;
  let bytes = 0;
  const hours = await listHours(table.folders, EVER, log, buckets);
  const withFiles: number[] = [];
  for (const hour of hours) {
    const before = log.leftOutCount;
    const files = await Promise.all((await listFiles(hour, log, BOUNDS)).map(readSize));
    if (files.length > 0) withFiles.push(hour.start);
    fileCount += files.length + log.leftOutCount - before;
    for (const file of files) {
      bytes += file.size;
      if (newest.length === SAMPLE_FILES || sampled + file.size > SAMPLE_BYTES) continue;
      newest.push(file);
      sampled += file.size;
    }
  }
  await createArchiveTable(connection, into);
  await loadFiles(await fetchFiles(newest, log), into, {
    connection,
    from: 0,
    to: 253_402_300_799_000_000,
    log,
    tempFolder,
    columns: new Set(ARCHIVE_COLUMNS),
  });
  const columns = await describeColumns(connection, into);
  await connection.run(`drop table ${into}`);
  const [last] = withFiles;
  const first = withFiles.at(-1);
  return {
    name: table.name,
    fileCount,
    bytes,
    from: first ?? 0,
    to: last === undefined ? 0 : last + HOUR_MS,
    columns,
    reading: log.summarize(),
  };
}
