import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  StatementType,
} from '@duckdb/node-api';
import { getErrorMessage, isRecord } from '../../contract/values.ts';
import type { QueryRequest, SqlPlace } from '../types/query.ts';
import { checkTree, type Named, TOO_DEEP, TreeRefused } from './check-tree.ts';
import { QueryFailed, QueryRefused } from './problems.ts';

const MEMORY_LIMIT = '700MB';
const THREADS = '2';

/** Converts a byte offset (from 0) to line and column (from 1). */
export function findPlace(sql: string, byte: number | undefined): SqlPlace | undefined {
  if (byte === undefined) return undefined;
  const before = Buffer.from(sql).subarray(0, byte).toString();
  const line = before.split('\n').length;
  return { line, column: before.length - before.lastIndexOf('\n') };
}

/** DuckDB is set to write errors as JSON. */
function readError(error: unknown): { message: string; kind: string; at: number | undefined } {
  const text = getErrorMessage(error);
  try {
    const fault: unknown = JSON.parse(text.slice(text.indexOf('{')));
    if (!isRecord(fault)) throw error;
    const at = Number(fault.position);
    return {
      message: String(fault.exception_message ?? text),
      kind: String(fault.exception_type ?? ''),
      at: fault.position !== undefined && Number.isSafeInteger(at) ? at : undefined,
    };
  } catch {
    return { message: text, kind: /^([A-Z]\w+(?: \w+)*?) Error:/.exec(text)?.[1] ?? '', at: undefined };
  }
}

const ADVICE = /\n+(Possible solutions|LINE \d+:|See https?:).*$/s;

/**
 * DuckDB's message for a failed cast, also when `->>` bound to the comparison beside it. It may contain a
 * whole event.
 */
const JSON_CAST = /^(Malformed JSON|Failed to cast value).{0,120}/;
const BRACKETS =
  "-> and ->> bind less than =, and, or: put a nested field in brackets, as in (event->>'level') = 'error'";

/** A fault in the statement, or why there is no answer. */
export function toQueryProblem(error: unknown, sql: string): Error {
  if (error instanceof QueryRefused || error instanceof QueryFailed) return error;
  if (error instanceof TreeRefused) return new QueryRefused(error.message, findPlace(sql, error.at));
  const { message, kind, at } = readError(error);
  if (/out of memory/i.test(kind) || /failed to (allocate|pin)|Out of Memory/.test(message))
    return QueryFailed.tooLarge();
  const cast = sql.includes('->') ? JSON_CAST.exec(message)?.[0] : undefined;
  if (cast !== undefined) return new QueryRefused(`${cast}; ${BRACKETS}`, findPlace(sql, at));
  const missing = /^Referenced column "(.*?)" not found/.exec(message)?.[1];
  const said =
    missing === undefined
      ? message.replace(ADVICE, '').trim()
      : `There is no column ${missing}, and no event of this time has it as a field`;
  return new QueryRefused(said, findPlace(sql, at));
}

function bind(prepared: DuckDBPreparedStatement, at: number, parameters: QueryRequest['parameters']): void {
  const value = parameters[prepared.parameterName(at)];
  if (typeof value === 'string') prepared.bindVarchar(at, value);
  else if (Number.isSafeInteger(value)) prepared.bindBigInt(at, BigInt(value ?? 0));
  else prepared.bindDouble(at, value ?? 0);
}

export class QuerySession {
  readonly #instance: DuckDBInstance;
  readonly connection: DuckDBConnection;

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#instance = instance;
    this.connection = connection;
  }

  static async open(): Promise<QuerySession> {
    const instance = await DuckDBInstance.create(':memory:', {
      threads: THREADS,
      memory_limit: MEMORY_LIMIT,
    });
    const connection = await instance.connect();
    await connection.run(`
      set temp_directory = '';
      set autoinstall_known_extensions = false;
      set autoload_known_extensions = false;
      set allow_community_extensions = false;
      set preserve_insertion_order = false;
      set errors_as_json = true;
      set TimeZone = 'UTC';
      attach ':memory:' as archives (compress);
      use archives;
      create schema kept`);
    return new QuerySession(instance, connection);
  }

  /**
   * Afterwards nothing outside memory can be reached, and no setting changed
   * (https://duckdb.org/docs/stable/operations_manual/securing_duckdb/overview).
   */
  async lock(): Promise<void> {
    await this.connection.run('set enable_external_access = false; set lock_configuration = true');
  }

  /**
   * Parses the statement without running it.
   * @param tables in lower case
   * @param parameters names with a value
   * @throws QueryRefused unless it is one permitted SELECT
   */
  async check(sql: string, tables: ReadonlySet<string>, parameters: ReadonlySet<string>): Promise<Named> {
    const end = sql.indexOf('\0');
    // The parser would silently drop what follows.
    if (end >= 0)
      throw new QueryRefused(
        'A query has no character NUL',
        findPlace(sql, Buffer.byteLength(sql.slice(0, end))),
      );
    const statement = await this.connection.prepare('select json_serialize_sql($1::varchar)');
    statement.bindVarchar(1, sql);
    const [row] = (await statement.runAndReadAll()).getRows();
    statement.destroySync();
    // Numbers too large for JSON appear literally.
    const tree = String(row?.[0]).replaceAll(/"value":(?:-?Infinity|NaN)/g, '"value":null');
    const read: unknown = JSON.parse(tree);
    if (!isRecord(read)) throw new QueryRefused('The query could not be read');
    if (read.error === true) {
      const at = read.position === undefined ? undefined : Number(read.position);
      if (/expression depth limit/.test(String(read.error_message))) throw new QueryRefused(TOO_DEEP);
      const isOther = read.error_type === 'not implemented';
      throw new QueryRefused(
        isOther ? 'Only SELECT is available: a query reads, and changes nothing' : String(read.error_message),
        findPlace(sql, at),
      );
    }
    const statements = Array.isArray(read.statements) ? read.statements : [];
    if (statements.length !== 1)
      throw new QueryRefused(
        statements.length === 0
          ? 'The query is empty'
          : `A query is one statement; there are ${statements.length}`,
      );
    return checkTree(statements[0], tables, parameters);
  }

  /** Call after `check` and `lock`. @throws QueryRefused, QueryFailed */
  async prepare(sql: string, parameters: QueryRequest['parameters']) {
    const extracted = await this.connection.extractStatements(sql);
    if (extracted.count !== 1) throw new QueryRefused('A query is one statement');
    const prepared = await extracted.prepare(0);
    if (prepared.statementType !== StatementType.SELECT)
      throw new QueryRefused('Only SELECT is available: a query reads, and changes nothing');
    for (let at = 1; at <= prepared.parameterCount; at++) bind(prepared, at, parameters);
    return prepared;
  }

  close(): void {
    this.connection.closeSync();
    this.#instance.closeSync();
  }
}
