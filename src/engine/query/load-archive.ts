import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { getErrorMessage } from '../../contract/values.ts';
import type { BucketStores } from '../archive-search/bucket-store.ts';
import { describeFault } from '../archive-search/faults.ts';
import { consultIndex, SETTLED_MS } from '../archive-search/file-index.ts';
import { EMPTY, LINE_MAX_BYTES, readLineBlocks } from '../archive-search/lines.ts';
import { type ArchiveFile, compareWritten, nearestFirst } from '../archive-search/list-folder.ts';
import { listHours, listPart, nameHour, toLocalPath } from '../archive-search/listing.ts';
import { describeBadLines } from '../archive-search/read-file.ts';
import type { ReadingLog } from '../archive-search/reading-log.ts';
import { getErrorCode } from '../components/shared/system-errors.ts';
import type { ArchiveTable } from '../types/query.ts';
import { QueryFailed } from './problems.ts';
import { quoteText, toTimestamp } from './sql-text.ts';

export const ARCHIVE_COLUMNS = ['received', 'source', 'source_id', 'message', 'event', 'origin'] as const;
export type ArchiveColumn = (typeof ARCHIVE_COLUMNS)[number];

const FILES_MAX = 50_000;
/** Read in one statement; compressed after each. */
const BATCH_FILES = 200;
const BATCH_BYTES = 64 << 20;
/** Objects per batch, few enough that none is evicted before it is read. */
const FETCHED_AT_ONCE = 256;

export type Loading = {
  readonly connection: DuckDBConnection;
  readonly from: number;
  readonly to: number;
  readonly log: ReadingLog;
  readonly buckets?: BucketStores | undefined;
  readonly indexFolder?: string | undefined;
  readonly filesMax?: number | undefined;
  readonly tempFolder: string;
  /** Columns the query needs; always with `received`. */
  readonly columns: ReadonlySet<ArchiveColumn>;
};

const READ_AS: Record<ArchiveColumn, string> = {
  received: 'try_cast(received as timestamp)',
  source: 'source',
  source_id: '"sourceId"',
  message: 'message',
  event: 'event',
  origin: 'origin',
};
const NAMES_IN_FILE: Record<ArchiveColumn, string> = {
  received: 'received',
  source: 'source',
  source_id: 'sourceId',
  message: 'message',
  event: 'event',
  origin: 'origin',
};
export const ARCHIVE_TYPES: Record<ArchiveColumn, string> = {
  received: 'timestamp',
  source: 'varchar',
  source_id: 'varchar',
  message: 'varchar',
  event: 'json',
  origin: 'json',
};
const TYPES_IN_LINES: Record<ArchiveColumn, string> = { ...ARCHIVE_TYPES, received: 'varchar' };

type SizedFile = ArchiveFile & { readonly size: number };

const toList = (files: readonly { readonly path: string }[]): string =>
  `[${files.map(({ path }) => quoteText(path)).join(', ')}]`;

const isOutOfMemory = (error: unknown): boolean =>
  /out of memory|failed to (allocate|pin)/i.test(getErrorMessage(error));

/** Why DuckDB could not read a file, without DuckDB's own hints. */
function describeReadFault(error: unknown): string {
  // DuckDB's errors have no code.
  if (getErrorCode(error) !== '') return describeFault(error);
  const text = getErrorMessage(error);
  if (/no files found|cannot open file|no such file/i.test(text)) return 'It is no longer there';
  if (/permission denied/i.test(text)) return 'The service may not read it';
  if (/magic bytes|footer|parquet/i.test(text)) return 'It is cut short or damaged, and was left out';
  if (/maximum_object_size/i.test(text))
    return `It has a line over ${LINE_MAX_BYTES >> 20} MiB, and was left out`;
  return text.split('\n')[0] ?? text;
}

/**
 * Loads a source's archive into a new table; unreadable parts are noted.
 * @param into as SQL names it
 */
export async function loadArchive(table: ArchiveTable, into: string, loading: Loading): Promise<void> {
  const { connection, from, to, log, buckets } = loading;
  await createArchiveTable(connection, into);
  const span = { from: from / 1000, to: to / 1000 };
  const filesMax = loading.filesMax ?? FILES_MAX;
  let left = filesMax;
  // Indexes may rule out some files of an hour.
  const bounds = { max: 2 * filesMax, order: nearestFirst(span.to) };
  for (const hour of await listHours(table.folders, span, log, buckets)) {
    const listed = await listPart(hour, log, bounds);
    const wanted = listed.files.sort(compareWritten).filter((file) => mayHoldRows(file, loading));
    const files = wanted.slice(0, left);
    left -= files.length;
    const leftOut = listed.leftOut + wanted.length - files.length;
    if (leftOut > 0) log.leftOut(nameHour(hour), files.length, leftOut);
    for (let at = 0; at < files.length; at += FETCHED_AT_ONCE)
      await loadFiles(await fetchFiles(files.slice(at, at + FETCHED_AT_ONCE), log), into, loading);
  }
}

async function createArchiveTable(connection: DuckDBConnection, into: string): Promise<void> {
  const columns = ARCHIVE_COLUMNS.map((name) => `${name} ${ARCHIVE_TYPES[name]}`).join(', ');
  await connection.run(`create table ${into} (file varchar, ${columns})`);
}

async function loadFiles(files: readonly SizedFile[], into: string, loading: Loading): Promise<void> {
  const listOf = (end: string) => files.filter(({ path }) => path.endsWith(end));
  for (const batch of toBatches(listOf('.parquet'))) await loadBatch(batch, into, loading, true);
  const lines = listOf('.ndjson');
  for (const { path, name } of lines.filter(({ size }) => size === 0)) {
    loading.log.files++;
    loading.log.failed(name, await stat(path).then(() => EMPTY, describeFault));
  }
  const written = lines.filter(({ size }) => size > 0);
  for (const batch of toBatches(written)) await loadBatch(batch, into, loading, false);
  for (const file of [...listOf('.gz'), ...listOf('.zst')]) await loadPacked(file, into, loading);
}

/** False when the index shows that all times lie outside. */
function mayHoldRows(file: ArchiveFile, { indexFolder, from, to }: Loading): boolean {
  if (indexFolder === undefined) return true;
  const wanted = { needles: undefined, span: { from, to } };
  return consultIndex(indexFolder, file, wanted, SETTLED_MS).kind !== 'skip';
}

async function fetchFiles(files: readonly ArchiveFile[], log: ReadingLog): Promise<SizedFile[]> {
  const found = await Promise.all(
    files.map(async (file) => {
      try {
        return await readSize({ ...file, path: await toLocalPath(file) });
      } catch (error) {
        log.failed(file.name, describeFault(error));
        return [];
      }
    }),
  );
  return found.flat();
}

/** A vanished file is detected when it is read. */
export async function readSize(file: ArchiveFile): Promise<SizedFile> {
  if (file.object) return { ...file, size: file.object.size };
  const found = await stat(file.path).catch(() => undefined);
  return { ...file, size: found?.size ?? 0 };
}

function* toBatches(files: readonly SizedFile[]): Generator<SizedFile[]> {
  let batch: SizedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && (batch.length === BATCH_FILES || bytes + file.size > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(file);
    bytes += file.size;
  }
  if (batch.length > 0) yield batch;
}

/** When one of several cannot be read, each is read alone. */
async function loadBatch(
  files: readonly SizedFile[],
  into: string,
  loading: Loading,
  isParquet: boolean,
): Promise<void> {
  const { connection, log } = loading;
  try {
    const statement = isParquet
      ? await writeParquetRead(files, loading)
      : writeLinesRead(files, loading.columns);
    await insert(statement, into, loading, (path) => files.find((file) => file.path === path)?.name ?? path);
    await connection.run('checkpoint');
    log.files += files.length;
    log.bytes += files.reduce((sum, { size }) => sum + size, 0);
  } catch (error) {
    if (isOutOfMemory(error)) throw QueryFailed.tooLarge();
    const [first] = files;
    if (files.length === 1 && first) {
      log.files++;
      log.failed(first.name, describeReadFault(error));
    } else for (const file of files) await loadBatch([file], into, loading, isParquet);
  }
}

/** Invalid rows are counted per file, then deleted. */
async function insert(
  read: string,
  into: string,
  { connection, from, to, log }: Loading,
  nameOf: (path: string) => string,
): Promise<void> {
  const isBad = 'received is null or (is_record is not true)';
  const done = await connection.run(
    `insert into ${into} select * exclude (is_record) replace (case when ${isBad} then null else received end as received)
      from (${read})
      where ${isBad} or (received >= ${toTimestamp(from)} and received < ${toTimestamp(to)})`,
  );
  log.events += done.rowsChanged;
  const bad = await connection.runAndReadAll(
    `select file, count(*)::integer from ${into} where received is null group by file order by file`,
  );
  for (const [file, count] of bad.getRows()) {
    log.events -= Number(count);
    log.failed(nameOf(String(file)), describeBadLines(Number(count)));
  }
  if (bad.currentRowCount > 0) await connection.run(`delete from ${into} where received is null`);
}

const IS_RECORD = '(message is not null or event is not null) as is_record';
const toSelected = (columns: ReadonlySet<ArchiveColumn>, present?: ReadonlySet<string>): string =>
  ARCHIVE_COLUMNS.map((name) =>
    columns.has(name) && (present === undefined || present.has(NAMES_IN_FILE[name]))
      ? `${READ_AS[name]} as ${name}`
      : `null::${ARCHIVE_TYPES[name]} as ${name}`,
  ).join(', ');

function writeLinesRead(
  files: readonly { readonly path: string }[],
  columns: ReadonlySet<ArchiveColumn>,
): string {
  const types = ARCHIVE_COLUMNS.map((name) => `"${NAMES_IN_FILE[name]}": '${TYPES_IN_LINES[name]}'`).join(
    ', ',
  );
  return `select filename as file, ${toSelected(columns)}, ${IS_RECORD}
    from read_ndjson(${toList(files)}, columns = {${types}}, filename = true, ignore_errors = true,
      compression = 'uncompressed', hive_partitioning = false,
      maximum_object_size = ${LINE_MAX_BYTES})`;
}

/** Older files of a source lack the origin column. */
async function writeParquetRead(
  files: readonly SizedFile[],
  { connection, columns }: Loading,
): Promise<string> {
  const read = `read_parquet(${toList(files)}, union_by_name = true, filename = true, hive_partitioning = false)`;
  const described = await connection.runAndReadAll(`describe select * from ${read}`);
  const present = new Set(described.getRows().map(([name]) => String(name)));
  if (!present.has('received')) throw new Error('It is not a file of an archive: it has no column received');
  const known = ['message', 'event'].filter((name) => present.has(name)).map((name) => `${name} is not null`);
  const isRecord = known.length === 0 ? 'false' : known.join(' or ');
  return `select filename as file, ${toSelected(columns, present)}, (${isRecord}) as is_record from ${read}`;
}

/** Decompressed here: DuckDB would silently omit what follows damage. */
async function loadPacked(file: SizedFile, into: string, loading: Loading): Promise<void> {
  const { connection, columns, log, tempFolder } = loading;
  const path = join(tempFolder, 'unpacked.ndjson');
  log.files++;
  log.bytes += file.size;
  try {
    const fault = await unpack(file.path, path);
    await insert(writeLinesRead([{ path }], columns), into, loading, () => file.name);
    await connection.run('checkpoint');
    if (fault !== undefined) log.failed(file.name, describeFault(fault));
  } catch (error) {
    if (isOutOfMemory(error)) throw QueryFailed.tooLarge();
    log.failed(file.name, describeReadFault(error));
  } finally {
    await rm(path, { force: true });
  }
}

/** @returns what ended it early; the file has what came before */
async function unpack(from: string, to: string): Promise<unknown> {
  const out = createWriteStream(to, { mode: 0o600 });
  const failed = new Promise<never>((_, reject) => out.once('error', reject));
  failed.catch(() => undefined);
  let fault: unknown;
  try {
    for await (const { bytes } of readLineBlocks(from))
      if (!out.write(bytes)) await Promise.race([once(out, 'drain'), failed]);
  } catch (error) {
    if (out.errored) throw error;
    fault = error;
  }
  await Promise.race([new Promise<void>((resolve) => out.end(resolve)), failed]);
  return fault;
}
