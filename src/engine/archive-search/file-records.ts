import { stat } from 'node:fs/promises';
import { NEWLINE } from '../event/bytes.ts';
import { readLineBlocks } from './lines.ts';
import { readParquet } from './parquet.ts';
import { type ArchiveRecord, parseRecord } from './record.ts';

/** Records of one file in order. `line` counts from 0, also for Parquet rows. */
export type RecordBlock = {
  readonly records: readonly { readonly record: ArchiveRecord; readonly line: number }[];
  readonly bad: number;
  readonly nextLine: number;
  /** Share of the file read, 0 to 1; undefined if unknown. */
  readonly share: number | undefined;
};

const BLOCK_RECORDS = 1000;

/**
 * Reads a file from a line on. Records before damage are yielded before the error.
 * @throws system and zlib errors, or an Error naming the damage
 */
export const readRecords = (path: string, fromLine: number): AsyncGenerator<RecordBlock> =>
  path.endsWith('.parquet') ? readRows(path, fromLine) : readLines(path, fromLine);

async function* readRows(path: string, fromLine: number): AsyncGenerator<RecordBlock> {
  for await (const { records, firstRow, rowCount } of readParquet(path, fromLine)) {
    for (let at = Math.max(0, fromLine - firstRow); at < records.length; at += BLOCK_RECORDS) {
      const part = records.slice(at, at + BLOCK_RECORDS);
      const first = firstRow + at;
      const nextLine = first + part.length;
      yield {
        records: part.flatMap((record, i) => (record ? { record, line: first + i } : [])),
        bad: part.filter((record) => record === undefined).length,
        nextLine,
        share: nextLine / rowCount,
      };
    }
  }
}

async function* readLines(path: string, fromLine: number): AsyncGenerator<RecordBlock> {
  const size = path.endsWith('.ndjson') ? (await stat(path)).size : undefined;
  let line = 0;
  let readBytes = 0;
  for await (const { bytes, isTorn } of readLineBlocks(path)) {
    const share = () => (size === undefined || size === 0 ? undefined : Math.min(1, readBytes / size));
    if (isTorn) {
      const record = parseRecord(bytes.toString());
      if (!record) throw new Error('Its last line is cut short; what came before was read');
      readBytes += bytes.length;
      if (line++ >= fromLine)
        yield { records: [{ record, line: line - 1 }], bad: 0, nextLine: line, share: share() };
      continue;
    }
    let records: { record: ArchiveRecord; line: number }[] = [];
    let bad = 0;
    for (let from = 0; from < bytes.length; line++) {
      const end = bytes.indexOf(NEWLINE, from);
      if (line >= fromLine && end > from) {
        const record = parseRecord(bytes.toString('utf8', from, end));
        if (record) records.push({ record, line });
        else bad++;
      }
      readBytes += end + 1 - from;
      from = end + 1;
      if (records.length < BLOCK_RECORDS) continue;
      yield { records, bad, nextLine: line + 1, share: share() };
      records = [];
      bad = 0;
    }
    if (records.length > 0 || bad > 0) yield { records, bad, nextLine: line, share: share() };
  }
}
