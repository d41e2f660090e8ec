import { escapeCsvCell } from '../../../contract/csv.ts';
import type { ReportDocument } from '../../../contract/entities/report-document.ts';

/**
 * All tables of a report under one another with exact values, each row with the time it is of (RFC 4180). The mark
 * before it tells spreadsheets that it is UTF-8.
 */
export function renderCsv(document: ReportDocument): string {
  const { columns, tables, startUnixTimeSeconds, endUnixTimeSeconds } = document;
  const toTime = (seconds: number) => new Date(seconds * 1000).toISOString();
  const span = [toTime(startUnixTimeSeconds), toTime(endUnixTimeSeconds)];
  const head = [
    'from',
    'to',
    'table',
    ...columns.map(({ name, unit }) => (unit === '' || unit === 'count' ? name : `${name} (${unit})`)),
  ];
  const rows = tables.flatMap(({ title, rows: own }) =>
    own.map((row) => [
      ...span,
      escapeCsvCell(title),
      ...row.map(({ value }) => (typeof value === 'string' ? escapeCsvCell(value) : String(value ?? ''))),
    ]),
  );
  return `\uFEFF${[head.map(escapeCsvCell), ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
}
