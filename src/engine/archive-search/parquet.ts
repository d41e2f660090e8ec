import { readFile, stat } from 'node:fs/promises';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type FileMetaData, parquetMetadata, parquetReadObjects } from 'hyparquet';
import type { ArchiveRecord } from './record.ts';

/** Files are read as a whole; archives write far smaller ones. */
const FILE_MAX_BYTES = 256 << 20;
const COLUMNS = ['received', 'source', 'sourceId', 'origin', 'message', 'event'];

const compressors = {
  GZIP: (bytes: Uint8Array) => gunzipSync(bytes),
  ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes),
};
/** Microseconds as numbers. */
const parsers = { timestampFromMicroseconds: (micros: bigint) => Number(micros) };

/** The Parquet reader's own messages do not help people. */
const CUT_SHORT = 'It is cut short or damaged, and was left out';
const DAMAGED = 'It is damaged; what came before was read';

function readMetadata(buffer: ArrayBuffer): FileMetaData {
  try {
    return parquetMetadata(buffer);
  } catch (error) {
    throw new Error(CUT_SHORT, { cause: error });
  }
}

type Row = Record<string, unknown>;

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function toRecord(row: Row): ArchiveRecord | undefined {
  const { received } = row;
  const message = readText(row.message);
  const text = message ?? readText(row.event);
  if (typeof received !== 'number' || text === undefined) return undefined;
  return {
    micros: received,
    text,
    isText: message !== undefined,
    source: readText(row.source) ?? '',
    sourceId: readText(row.sourceId) ?? '',
    origin: readText(row.origin) ?? '',
  };
}

type RowGroup = {
  readonly records: (ArchiveRecord | undefined)[];
  readonly bytes: number;
  readonly firstRow: number;
  readonly rowCount: number;
};

/**
 * Reads a Parquet file by row group, skipping those before `fromRow`.
 * @throws when truncated or of another kind
 */
export async function* readParquet(path: string, fromRow = 0): AsyncGenerator<RowGroup> {
  const { size } = await stat(path);
  if (size > FILE_MAX_BYTES) throw new Error(`It is larger than ${FILE_MAX_BYTES >> 20} MiB`);
  const bytes = await readFile(path);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  const metadata = readMetadata(buffer);
  const present = new Set(metadata.schema.map(({ name }) => name));
  const columns = COLUMNS.filter((name) => present.has(name));
  if (!columns.includes('received'))
    throw new Error('It is not a file of an archive: it has no column received');
  const rowCount = Number(metadata.num_rows);
  let rowEnd = 0;
  for (const { num_rows, total_byte_size } of metadata.row_groups) {
    const rowStart = rowEnd;
    rowEnd += Number(num_rows);
    if (rowEnd <= fromRow) continue;
    const rows = await parquetReadObjects({
      file: buffer,
      metadata,
      columns,
      rowStart,
      rowEnd,
      compressors,
      parsers,
    }).catch((error: unknown) => {
      throw new Error(DAMAGED, { cause: error });
    });
    yield { records: rows.map(toRecord), bytes: Number(total_byte_size), firstRow: rowStart, rowCount };
  }
}
