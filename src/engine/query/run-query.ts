import type { DuckDBConnection } from '@duckdb/node-api';
import type { BucketStores } from '../archive-search/bucket-store.ts';
import { ReadingLog } from '../archive-search/reading-log.ts';
import type { QueryAnswer, QueryColumn, QueryRequest, RowTable } from '../types/query.ts';
import type { Named } from './check-tree.ts';
import { createArchiveView } from './fields.ts';
import { createFileTable } from './file-table.ts';
import { ARCHIVE_COLUMNS, type ArchiveColumn, loadArchive } from './load-archive.ts';
import { QueryRefused } from './problems.ts';
import { QuerySession, toQueryProblem } from './session.ts';
import { quoteName, quoteText } from './sql-text.ts';

async function createRowTable(connection: DuckDBConnection, table: RowTable): Promise<void> {
  const columns = table.columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(', ');
  const into = quoteName(table.name);
  await connection.run(`create table ${into} (${columns})`);
  if (table.rows.length === 0) return;
  const values = table.columns.map(
    ({ type }, at) => `cast(json_extract_string(sent, ${quoteText(`$[${at}]`)}) as ${type})`,
  );
  const statement = await connection.prepare(
    `insert into ${into} select ${values.join(', ')} from (select unnest(from_json($1::json, '["json"]')) as sent)`,
  );
  statement.bindVarchar(1, JSON.stringify(table.rows));
  await statement.run();
  statement.destroySync();
}

export type QueryTools = {
  readonly tempFolder: string;
  readonly buckets?: BucketStores | undefined;
  readonly indexFolder?: string | undefined;
  /** Overrides how long a file must be unchanged before its index is trusted. */
  readonly settledMs?: number | undefined;
  readonly filesMax?: number | undefined;
};

/**
 * Checks a statement, loads its tables into memory, blocks all other access, and runs it.
 * @throws QueryRefused, QueryFailed
 */
export async function runQuery(request: QueryRequest, tools: QueryTools): Promise<QueryAnswer> {
  const session = await QuerySession.open();
  try {
    const begun = performance.now();
    const log = new ReadingLog();
    const { archives, rowTables, fileTables } = request;
    const names = [...archives, ...rowTables, ...fileTables].map(({ name }) => name);
    const named = await session.check(
      request.sql,
      new Set(names.map((name) => name.toLowerCase())),
      new Set(Object.keys(request.parameters)),
    );
    const isNamed = ({ name }: { name: string }) => named.tables.has(name.toLowerCase());
    const { connection } = session;
    for (const table of rowTables.filter(isNamed)) await createRowTable(connection, table);
    const { tempFolder } = tools;
    for (const table of fileTables.filter(isNamed))
      await createFileTable(table, { connection, log, tempFolder });
    for (const [at, table] of archives.filter(isNamed).entries()) {
      const into = `kept."${at}"`;
      const { from, to } = request;
      const columns = chooseColumns(named);
      await loadArchive(table, into, { ...tools, connection, from, to, log, columns });
      await createArchiveView(connection, into, table.name, named.takesAll ? undefined : named.columns);
    }
    const read = performance.now();
    await session.lock();
    const result = await readResult(session, request);
    return {
      ...result,
      tables: names.filter((name) => named.tables.has(name.toLowerCase())),
      reading: log.summarize(),
      readMs: Math.round(read - begun),
      runMs: Math.round(performance.now() - read),
    };
  } catch (error) {
    throw toQueryProblem(error, request.sql);
  } finally {
    session.close();
  }
}

/** A name that is no archive column may be an event field. */
function chooseColumns({ columns, takesAll }: Named): ReadonlySet<ArchiveColumn> {
  if (takesAll) return new Set(ARCHIVE_COLUMNS);
  const chosen = ARCHIVE_COLUMNS.filter((name) => name === 'received' || columns.has(name));
  const hasFields = [...columns].some((name) => !ARCHIVE_COLUMNS.includes(name as ArchiveColumn));
  return new Set(hasFields ? [...chosen, 'event' as const] : chosen);
}

type Result = Pick<QueryAnswer, 'columns' | 'rows' | 'hasMore'>;

async function readResult(session: QuerySession, request: QueryRequest): Promise<Result> {
  const { maxRows, maxBytes } = request;
  const prepared = await session.prepare(request.sql, request.parameters);
  const reader = await prepared.streamAndReadUntil(maxRows + 1);
  const columns: QueryColumn[] = reader
    .columnNames()
    .map((name, at) => ({ name, type: reader.columnType(at).toString() }));
  const readers = columns.map(({ type }) => chooseReader(type));
  const rows: unknown[][] = [];
  let bytes = 0;
  for (const values of reader.getRowsJson()) {
    if (rows.length === maxRows) return { columns, rows, hasMore: true };
    const row = values.map((value, at) => (value === null ? null : (readers[at] ?? keep)(value)));
    bytes += JSON.stringify(row).length;
    if (bytes > maxBytes && rows.length === 0) throw QueryRefused.rowTooLarge(maxBytes);
    if (bytes > maxBytes) return { columns, rows, hasMore: true };
    rows.push(row);
  }
  return { columns, rows, hasMore: !reader.done };
}

const keep = (value: unknown): unknown => value;
/** Integers arrive as strings; unsafe ones stay so. */
const readWhole = (value: unknown): unknown => (Number.isSafeInteger(Number(value)) ? Number(value) : value);
const readDecimal = (value: unknown): unknown => (String(value).length <= 15 ? Number(value) : value);
const readTime = (value: unknown): unknown => `${String(value).replace(' ', 'T').replace(/\+00$/, '')}Z`;

function chooseReader(type: string): (value: unknown) => unknown {
  if (/^U?(BIGINT|HUGEINT)$/.test(type)) return readWhole;
  if (type.startsWith('DECIMAL')) return readDecimal;
  if (/^TIMESTAMP(_S|_MS|_NS)?( WITH TIME ZONE)?$/.test(type)) return readTime;
  return keep;
}
