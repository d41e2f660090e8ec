import { formatNumber, isNumber, isTime, toText } from '../../../contract/dashboards/answers.ts';
import type { QueryColumn, QueryResult } from '../../../contract/entities/query.ts';
import type { Column } from '../../components/widgets/table/types.ts';
import { Missing } from '../../components/widgets/text/missing.tsx';
import { escapeHiddenCharacters } from '../../components/widgets/text/visible-text.ts';
import { formatDateTime } from '../../lib/format.ts';
import * as css from './query.css.ts';

export type ResultRow = { readonly id: string; readonly values: readonly unknown[] };

/** The expanded row shows more of a long value. */
const SHOWN_LETTERS = 300;

/** With milliseconds, if any. */
const formatMoment = (text: string): string => {
  const [, fraction = ''] = /\.(\d{1,3})/.exec(text) ?? [];
  return `${formatDateTime(new Date(text))}${Number(fraction) > 0 ? `.${fraction.padEnd(3, '0')}` : ''}`;
};

export function formatValue(column: QueryColumn, value: unknown): string {
  if (isTime(column) && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    return formatMoment(value);
  if (typeof value === 'number') return formatNumber(value);
  return escapeHiddenCharacters(toText(value));
}

const toSortable = (value: unknown): string | number | null =>
  value === null || value === undefined ? null : typeof value === 'number' ? value : toText(value);

export const toRows = ({ rows }: QueryResult): ResultRow[] =>
  rows.map((values, at) => ({ id: String(at + 1), values }));

export const buildResultColumns = ({ columns }: QueryResult): readonly Column<ResultRow>[] =>
  columns.map((column, at) => ({
    // Result columns may have equal names.
    id: `${at}:${column.name}`,
    header: column.name,
    width: isNumber(column) ? 'minmax(104px, 1fr)' : isTime(column) ? '188px' : 'minmax(136px, 2fr)',
    ...(isNumber(column) ? { align: 'end' as const } : {}),
    sortable: true,
    value: ({ values }) => toSortable(values[at]),
    text: ({ values }) => toText(values[at]),
    cell: ({ values }) =>
      values[at] === null || values[at] === undefined ? (
        <Missing />
      ) : (
        <span className={css.cell}>{formatValue(column, values[at]).slice(0, SHOWN_LETTERS)}</span>
      ),
  }));

/** All values of a row, untruncated. */
export function RowDetails({ row, columns }: { row: ResultRow; columns: readonly QueryColumn[] }) {
  return (
    <dl className={css.details}>
      {columns.map((column, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns may have one name
        <div key={at} className={css.detail}>
          <dt className={css.detailName}>{column.name}</dt>
          <dd className={css.detailValue}>
            {row.values[at] === null || row.values[at] === undefined ? <Missing /> : toText(row.values[at])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A list of objects; duplicate names get a number. */
export function toJsonText({ columns, rows }: QueryResult): string {
  const names: string[] = [];
  for (const { name } of columns) {
    let own = name;
    for (let n = 2; names.includes(own); n++) own = `${name}_${n}`;
    names.push(own);
  }
  const lines = rows.map((row) =>
    JSON.stringify(Object.fromEntries(names.map((name, at) => [name, row[at]]))),
  );
  return lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`;
}
