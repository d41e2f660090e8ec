import { toCsvRecord } from '../../contract/csv.ts';
import type { LOG_EXPORT_FORMATS, LogRow } from '../../contract/entities/log-search.ts';
import { createFieldReader } from '../../contract/log-query/event-fields.ts';

export type ExportFormat = (typeof LOG_EXPORT_FORMATS)[number];
export type ExportText = {
  readonly type: string;
  readonly head: string;
  /** @param isFirst nothing was written before */
  rows(rows: readonly LogRow[], isFirst: boolean): string;
  readonly end: string;
};

/** The archives' format: one object with the event as received. */
function toLine({ text, metadata: { received, source, sourceId, isText } }: LogRow): string {
  const head = JSON.stringify({ received, source, sourceId }).slice(0, -1);
  return isText ? `${head},"message":${JSON.stringify(text)}}` : `${head},"event":${text}}`;
}

function toCells(row: LogRow, columns: readonly string[]): string[] {
  const read = createFieldReader(row);
  const { received, source } = row.metadata;
  return [received, source, ...columns.map((column) => read(column) ?? ''), row.text];
}

/** @param columns CSV fields between time, source and event */
export function createExportText(format: ExportFormat, columns: readonly string[]): ExportText {
  switch (format) {
    case 'NDJSON':
      return {
        type: 'application/x-ndjson',
        head: '',
        rows: (rows) => rows.map((row) => `${toLine(row)}\n`).join(''),
        end: '',
      };
    case 'JSON':
      return {
        type: 'application/json',
        head: '[',
        rows: (rows, isFirst) =>
          rows.map((row, at) => `${isFirst && at === 0 ? '' : ','}\n${toLine(row)}`).join(''),
        end: '\n]\n',
      };
    case 'CSV':
      return {
        type: 'text/csv; charset=utf-8',
        head: toCsvRecord(['Time', 'Source', ...columns, 'Event']),
        rows: (rows) => rows.map((row) => toCsvRecord(toCells(row, columns))).join(''),
        end: '',
      };
  }
}
