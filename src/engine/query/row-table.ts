import type { DuckDBConnection } from '@duckdb/node-api';
import type { RowTable } from '../types/query.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** Makes a table of rows that were sent. */
export async function createRowTable(connection: DuckDBConnection, table: RowTable): Promise<void> {
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
