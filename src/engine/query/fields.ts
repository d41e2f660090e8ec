import type { DuckDBConnection } from '@duckdb/node-api';
import type { QueryColumn } from '../types/query.ts';
import { ARCHIVE_COLUMNS, ARCHIVE_TYPES } from './load-archive.ts';
import { quoteName, quotePointer } from './sql-text.ts';

/** Fields of a source's events that become columns; others are reached by `event->>'name'`. */
const FIELDS_MAX = 500;
/** A whole number beyond 64 bits is a DOUBLE to DuckDB, whose text has its digits still. */
const NUMBERS = new Set(['UBIGINT', 'BIGINT', 'DOUBLE']);

/** Of the numbers of a field. */
type Numbers = {
  /** A whole one is beyond 64 bits, or beyond what a double holds, or beyond 128 bits. */
  readonly isWide: boolean;
  readonly isRounded: boolean;
  readonly isHuge: boolean;
  readonly hasFraction: boolean;
};

/** Of all types that a field has; what fits them all and loses nothing. */
function chooseType(types: readonly string[], { isWide, isRounded, isHuge, hasFraction }: Numbers): string {
  const known = types.filter((type) => type !== 'NULL');
  if (known.length === 0) return 'varchar';
  if (known.every((type) => NUMBERS.has(type))) {
    if (hasFraction) return isRounded ? 'varchar' : 'double';
    return isHuge ? 'varchar' : isWide ? 'hugeint' : 'bigint';
  }
  if (known.every((type) => type === 'BOOLEAN')) return 'boolean';
  if (known.every((type) => type === 'OBJECT' || type === 'ARRAY')) return 'json';
  return 'varchar';
}

const writeField = (field: string, type: string): string => {
  const path = quotePointer(field);
  const value = type === 'json' ? `event->${path}` : `event->>${path}`;
  return `${type === 'varchar' || type === 'json' ? `(${value})` : `try_cast(${value} as ${type})`} as ${quoteName(field)}`;
};

/** Fields in any event of the table, also those that appear late. */
async function listFields(connection: DuckDBConnection, table: string): Promise<string[]> {
  const read = await connection.runAndReadAll(
    `select distinct unnest(json_keys(event)) from ${table} where json_type(event) = 'OBJECT' limit 5000`,
  );
  return read.getRows().map(([name]) => String(name));
}

/**
 * The fields of its events as columns, with the type that fits all their values.
 * @param table as SQL names it
 * @param needed in small letters; undefined means all
 */
async function listTypedFields(
  connection: DuckDBConnection,
  table: string,
  needed: ReadonlySet<string> | undefined,
): Promise<{ field: string; type: string }[]> {
  const taken = new Set<string>(ARCHIVE_COLUMNS);
  const fields: { field: string; type: string }[] = [];
  for (const field of (await listFields(connection, table)).sort()) {
    const key = field.toLowerCase();
    // Names of columns do not tell capitals from small letters.
    if (field === '' || taken.has(key) || (needed && !needed.has(key)) || fields.length === FIELDS_MAX)
      continue;
    taken.add(key);
    fields.push({ field, type: await findType(connection, table, field) });
  }
  return fields;
}

async function findType(connection: DuckDBConnection, table: string, field: string): Promise<string> {
  const path = quotePointer(field);
  const read = await connection.runAndReadAll(
    `with numbers as (select json_type(event, ${path}) as type, event->>${path} as text from ${table}),
      whole as (select type, text, type in ('UBIGINT', 'BIGINT', 'DOUBLE') and regexp_full_match(text, '-?[0-9]+') as is_whole from numbers)
      select list(distinct type),
        bool_or(is_whole and try_cast(text as bigint) is null),
        bool_or(is_whole and (try_cast(text as hugeint) is null or abs(try_cast(text as hugeint)) > 9007199254740992)),
        bool_or(is_whole and try_cast(text as hugeint) is null),
        bool_or(type = 'DOUBLE' and not is_whole)
      from whole`,
  );
  const [types, isWide, isRounded, isHuge, hasFraction] = read.getRowsJson()[0] ?? [];
  const known = Array.isArray(types) ? types.flatMap((type) => (typeof type === 'string' ? type : [])) : [];
  return chooseType(known, {
    isWide: isWide === true,
    isRounded: isRounded === true,
    isHuge: isHuge === true,
    hasFraction: hasFraction === true,
  });
}

/** Names that mean something to DuckDB where no column has them. */
const NAMES_OF_DUCKDB = [
  'user',
  'current_user',
  'session_user',
  'current_role',
  'current_catalog',
  'current_database',
  'current_schema',
];

/**
 * Names the table as people do, with a column for each field of its events that is needed.
 * @param table as SQL names it
 * @param needed in small letters; undefined means all
 */
export async function createArchiveView(
  connection: DuckDBConnection,
  table: string,
  name: string,
  needed: ReadonlySet<string> | undefined,
): Promise<void> {
  const fields = await listTypedFields(connection, table, needed);
  const known = new Set(fields.map(({ field }) => field.toLowerCase()));
  const missing = NAMES_OF_DUCKDB.filter((one) => needed?.has(one) && !known.has(one));
  const all = [
    ...ARCHIVE_COLUMNS,
    ...fields.map(({ field, type }) => writeField(field, type)),
    ...missing.map((one) => `null::varchar as ${quoteName(one)}`),
  ].join(', ');
  await connection.run(`create view ${quoteName(name)} as select ${all} from ${table}`);
}

/** @param table as SQL names it */
export async function describeColumns(connection: DuckDBConnection, table: string): Promise<QueryColumn[]> {
  const fields = await listTypedFields(connection, table, undefined);
  return [
    ...ARCHIVE_COLUMNS.map((name) => ({ name, type: ARCHIVE_TYPES[name].toUpperCase() })),
    ...fields.map(({ field, type }) => ({ name: field, type: type.toUpperCase() })),
  ];
}
