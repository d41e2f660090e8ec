import type { DuckDBConnection } from '@duckdb/node-api';
import { chooseFieldType, KINDS } from '../archive-search/field-kinds.ts';
import { FIELDS_MAX, type IndexedFields } from '../archive-search/field-summary.ts';
import type { DescribedColumn } from '../types/query.ts';
import { ARCHIVE_COLUMNS, ARCHIVE_TYPES } from './load-archive.ts';
import { quoteName, quotePointer } from './sql-text.ts';

/** DuckDB reads an integer beyond 64 bits as DOUBLE; converted to text, it keeps its digits. */
const KINDS_OF_TYPES: Record<string, number> = {
  NULL: 0,
  BOOLEAN: KINDS.boolean,
  OBJECT: KINDS.nested,
  ARRAY: KINDS.nested,
  UBIGINT: KINDS.whole,
  BIGINT: KINDS.whole,
  DOUBLE: KINDS.whole,
};

const writeField = (field: string, type: string): string => {
  const path = quotePointer(field);
  const value = type === 'json' ? `event->${path}` : `event->>${path}`;
  return `${type === 'varchar' || type === 'json' ? `(${value})` : `try_cast(${value} as ${type})`} as ${quoteName(field)}`;
};

/** Fields of any event of the table, including late ones. */
async function listFields(connection: DuckDBConnection, table: string): Promise<string[]> {
  const read = await connection.runAndReadAll(
    `select distinct unnest(json_keys(event)) from ${table} where json_type(event) = 'OBJECT' limit 5000`,
  );
  return read.getRows().map(([name]) => String(name));
}

/** Fields that become columns. @param needed in lower case; undefined means all */
function chooseNames(names: readonly string[], needed: ReadonlySet<string> | undefined): string[] {
  const taken = new Set<string>(ARCHIVE_COLUMNS);
  const chosen: string[] = [];
  for (const name of names.toSorted()) {
    const key = name.toLowerCase();
    // Column names ignore case, and SQL ends at a NUL.
    if (
      name === '' ||
      name.includes('\0') ||
      taken.has(key) ||
      (needed && !needed.has(key)) ||
      chosen.length === FIELDS_MAX
    )
      continue;
    taken.add(key);
    chosen.push(name);
  }
  return chosen;
}

/**
 * Fields as columns, with a type that fits all values.
 * @param table as SQL names it
 * @param needed in lower case; undefined means all
 */
async function listTypedFields(
  connection: DuckDBConnection,
  table: string,
  needed: ReadonlySet<string> | undefined,
): Promise<{ field: string; type: string }[]> {
  const fields: { field: string; type: string }[] = [];
  for (const field of chooseNames(await listFields(connection, table), needed))
    fields.push({ field, type: await findType(connection, table, field) });
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
  const kinds = [
    ...known.map((type) => KINDS_OF_TYPES[type] ?? KINDS.text),
    isWide === true ? KINDS.wide : 0,
    isRounded === true ? KINDS.rounded : 0,
    isHuge === true ? KINDS.huge : 0,
    hasFraction === true ? KINDS.fraction : 0,
  ];
  return chooseFieldType(kinds.reduce((all, one) => all | one));
}

/** Names that DuckDB resolves itself where no column has them. */
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
 * Creates the view people query, with a column for each needed field.
 * @param table as SQL names it
 * @param needed in lower case; undefined means all
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

const SYSTEM_COLUMNS: readonly DescribedColumn[] = ARCHIVE_COLUMNS.map((name) => ({
  name,
  type: ARCHIVE_TYPES[name].toUpperCase(),
}));

export function describeColumns({ fields, textBytes, objectBytes }: IndexedFields): DescribedColumn[] {
  const sizes = new Map([
    ['message', textBytes],
    ['event', objectBytes],
  ]);
  const bySize = (column: DescribedColumn): DescribedColumn => {
    const bytes = sizes.get(column.name);
    return bytes === undefined || bytes === 0 ? column : { ...column, bytes };
  };
  const byName = new Map(fields.map((field) => [field.name, field]));
  const named = chooseNames([...byName.keys()], undefined).flatMap((name) => byName.get(name) ?? []);
  return [
    ...SYSTEM_COLUMNS.map(bySize),
    ...named.map(({ name, kinds, bytes }) => ({ name, type: chooseFieldType(kinds).toUpperCase(), bytes })),
  ];
}
