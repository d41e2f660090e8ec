import { escapeCsvCell } from '../../../contract/csv.ts';
import type { ReportCell, ReportDocument, ReportPanel } from '../../../contract/entities/report-document.ts';

/** Panels have their own columns, so each value is a line with panel, row and column. Values are exact. */
function renderPanels(
  panels: readonly ReportPanel[],
  { figures }: ReportDocument,
  span: readonly string[],
): string[][] {
  const toValue = ({ value }: ReportCell) =>
    typeof value === 'string' ? escapeCsvCell(value) : String(value ?? '');
  return [
    ['from', 'to', 'panel', 'row', 'column', 'value'],
    ...figures.map((figure) => [
      ...span,
      escapeCsvCell(figure.detail),
      '1',
      escapeCsvCell(figure.label),
      toValue(figure),
    ]),
    ...panels.flatMap(({ title, columns, rows }) =>
      rows.flatMap((row, index) =>
        row.map((cell, at) => [
          ...span,
          escapeCsvCell(title),
          String(index + 1),
          escapeCsvCell(columns[at]?.name ?? ''),
          toValue(cell),
        ]),
      ),
    ),
  ];
}

const toText = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;

/**
 * A report's tables one below the other with exact values and times (RFC 4180). A byte order mark identifies
 * UTF-8 to spreadsheets.
 */
export function renderCsv(document: ReportDocument): string {
  const { columns, tables, startUnixTimeSeconds, endUnixTimeSeconds } = document;
  const toTime = (seconds: number) => new Date(seconds * 1000).toISOString();
  const span = [toTime(startUnixTimeSeconds), toTime(endUnixTimeSeconds)];
  if (document.panels) return toText(renderPanels(document.panels, document, span));
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
  return toText([head.map(escapeCsvCell), ...rows]);
}
