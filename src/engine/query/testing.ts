import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { formatMicros } from '../archive-search/record.ts';
import type { ArchiveTable, QueryRequest } from '../types/query.ts';

export const SOURCE = '200000000000000001';
/** Microseconds. */
export const START = Date.UTC(2026, 10, 21, 20) * 1000;
export const HOUR = 3_600_000_000;

export type Format = 'ndjson' | 'ndjson.gz' | 'ndjson.zst' | 'parquet';
export type Made = { readonly micros: number; readonly event: string | object };

const toLine = ({ micros, event }: Made): string =>
  JSON.stringify({
    received: formatMicros(micros),
    source: 'web',
    sourceId: SOURCE,
    ...(typeof event === 'string' ? { message: event } : { event }),
  });

function encodeParquet(made: readonly Made[]): Buffer {
  const columns = [
    { name: 'received', data: made.map(({ micros }) => BigInt(micros)) },
    { name: 'source', data: made.map(() => 'web') },
    { name: 'sourceId', data: made.map(() => SOURCE) },
    { name: 'message', data: made.map(({ event }) => (typeof event === 'string' ? event : null)) },
    {
      name: 'event',
      data: made.map(({ event }) => (typeof event === 'string' ? null : JSON.stringify(event))),
    },
  ];
  const elements = columns.map(({ name }) =>
    name === 'received'
      ? ({ name, type: 'INT64', converted_type: 'TIMESTAMP_MICROS', repetition_type: 'REQUIRED' } as const)
      : ({ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' } as const),
  );
  const schema = [{ name: 'root', num_children: elements.length }, ...elements];
  return Buffer.from(parquetWriteBuffer({ columnData: columns, schema, rowGroupSize: 3 }));
}

export function encodeRecords(format: Format, made: readonly Made[]): Buffer {
  if (format === 'parquet') return encodeParquet(made);
  const text = Buffer.from(made.map((one) => `${toLine(one)}\n`).join(''));
  return format === 'ndjson' ? text : format === 'ndjson.gz' ? gzipSync(text) : zstdCompressSync(text);
}

let files = 0;

export function writeArchiveFile(root: string, name: string, bytes: Buffer | string, at = START): string {
  const time = new Date(at / 1000).toISOString();
  const [year, month, day, hour] = [
    time.slice(0, 4),
    time.slice(5, 7),
    time.slice(8, 10),
    time.slice(11, 13),
  ];
  files += 1;
  const number = String(files).padStart(6, '0');
  const path = join(
    root,
    `source=${SOURCE}-web/year=${year}/month=${month}/day=${day}/hour=${hour}`,
    `${year}${month}${day}T${hour}5959000Z-${number}-0123456789abcdef.${name}`,
  );
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return path;
}

export const makeTable = (root: string, name = 'web'): ArchiveTable => ({
  name,
  folders: [{ root, sourceId: SOURCE }],
});

export const makeRequest = (sql: string, more: Partial<QueryRequest> = {}): QueryRequest => ({
  sql,
  parameters: {},
  archives: [],
  rowTables: [],
  fileTables: [],
  from: START,
  to: START + HOUR,
  maxRows: 1000,
  maxBytes: 1_000_000,
  ...more,
});
