import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { describeFault } from '../archive-search/faults.ts';
import { LINE_MAX_BYTES } from '../archive-search/lines.ts';
import type { ReadingLog } from '../archive-search/reading-log.ts';
import { FileFault } from '../files/csv-reader.ts';
import { readTable } from '../files/read-table.ts';
import type { FileTable } from '../types/query.ts';
import { quoteName, quoteText } from './sql-text.ts';

const WRITE_CHARACTERS = 1 << 20;

type FileTools = {
  readonly connection: DuckDBConnection;
  readonly log: ReadingLog;
  readonly tempFolder: string;
};

/** Writes rows as lines of JSON: DuckDB's CSV reader guesses. */
async function writeRows(path: string, table: FileTable, log: ReadingLog): Promise<void> {
  const isText = table.columns.map(({ type }) => type === 'VARCHAR');
  const out = openSync(path, 'wx', 0o600);
  let text = '';
  const flush = () => {
    writeSync(out, text);
    text = '';
  };
  try {
    await readTable(table.path, (cells) => {
      const values = cells.map((cell, at) => (cell === '' && !isText[at] ? null : cell));
      text += `${JSON.stringify({ cells: values })}\n`;
      log.events++;
      if (text.length >= WRITE_CHARACTERS) flush();
      return true;
    });
  } catch (error) {
    log.failed(table.name, error instanceof FileFault ? error.message : describeFault(error));
  } finally {
    flush();
    closeSync(out);
  }
}

/** Loads an uploaded file. Unreadable parts are noted; the rows before them are kept. */
export async function createFileTable(
  table: FileTable,
  { connection, log, tempFolder }: FileTools,
): Promise<void> {
  const into = quoteName(table.name);
  const columns = table.columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');
  await connection.run(`create table ${into} (${columns})`);
  const path = join(tempFolder, `${randomUUID()}.ndjson`);
  try {
    await writeRows(path, table, log);
    const values = table.columns.map(({ type }, at) => `cells[${at + 1}]::${type}`).join(', ');
    const read = `read_ndjson(${quoteText(path)}, columns = {cells: 'varchar[]'}, maximum_object_size = ${LINE_MAX_BYTES})`;
    await connection.run(`insert into ${into} select ${values} from ${read}`);
    log.files++;
    log.bytes += table.sizeBytes;
  } finally {
    rmSync(path, { force: true });
  }
}
