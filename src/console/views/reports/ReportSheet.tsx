import { useMemo } from 'react';
import { REPORT_UNITS, toReportSeries } from '../../../charts/report-series.ts';
import type {
  ReportCell,
  ReportColumn,
  ReportDocument,
  ReportPanel,
  ReportTable,
} from '../../../contract/entities/report-document.ts';
import { findBarShare, listFilledColumns } from '../../../contract/reports/columns.ts';
import { formatReportMoment, formatReportSpan } from '../../../contract/reports/texts.ts';
import { LineChart } from '../../components/widgets/charts/line-chart.tsx';
import { MetricStrip } from '../../components/widgets/metrics/metric-strip.tsx';
import { DataTable } from '../../components/widgets/table/data-table.tsx';
import { getRowHeight } from '../../components/widgets/table/row-height.ts';
import type { Column } from '../../components/widgets/table/types.ts';
import * as css from './reports.css.ts';

type Row = { id: string; cells: readonly ReportCell[] };

const ROWS_SHOWN = 12;
const getRowId = ({ id }: Row) => id;
const getRowName = ({ cells }: Row) => cells[0]?.text ?? '';
/** In narrow panels the last columns fold into the row. */
const FOLDS = [0, 0, 0, 420, 540, 660, 780];

function toColumns(columns: readonly ReportColumn[], rows: ReportTable['rows']): Column<Row>[] {
  return columns.map(({ name, align, width }, index) => ({
    id: name,
    header: name,
    align,
    width: `minmax(${index === 0 ? 130 : 84}px, ${width}fr)`,
    ...(FOLDS[index] ? { shownFrom: FOLDS[index] } : {}),
    value: ({ cells }) => cells[index]?.value ?? undefined,
    text: ({ cells }) => cells[index]?.text ?? '',
    cell: ({ cells }) => {
      const text = cells[index]?.text ?? '';
      const share = findBarShare(columns, rows, index, cells[index]);
      if (share === undefined) return text;
      return (
        <span className={css.bar}>
          <span className={css.barTrack}>
            <span className={css.barFill} style={{ width: `${100 * share}%` }} />
          </span>
          {text}
        </span>
      );
    },
  }));
}

function ReportTableView({
  table,
  document,
}: {
  table: ReportTable;
  document: Pick<ReportDocument, 'columns'>;
}) {
  const rows = useMemo(
    () => table.rows.map((cells, index): Row => ({ id: String(index), cells })),
    [table.rows],
  );
  const shown = useMemo(() => {
    const filled = listFilledColumns(document.columns, table.rows);
    const columns = toColumns(document.columns, table.rows);
    return filled.flatMap((at) => columns[at] ?? []);
  }, [document, table.rows]);
  const height = `calc(var(--row-header) + ${getRowHeight('comfortable') * Math.min(rows.length, ROWS_SHOWN)}px + 16px)`;
  return (
    <section aria-label={table.title} className={css.section}>
      <h3 className={css.heading}>{table.title}</h3>
      {rows.length === 0 ? (
        <p className={css.empty}>{table.empty}</p>
      ) : (
        <div className={css.room} style={{ height }}>
          <DataTable
            label={table.title}
            columns={shown}
            rows={rows}
            rowId={getRowId}
            rowLabel={getRowName}
            quietCursor
          />
        </div>
      )}
    </section>
  );
}

function PanelView({ panel }: { panel: ReportPanel }) {
  const { title, chart, rows, note } = panel;
  const series = useMemo(() => chart && toReportSeries(chart), [chart]);
  if (series)
    return (
      <div className={css.chart}>
        <LineChart title={title} series={series} unit="number" />
      </div>
    );
  return (
    <>
      <ReportTableView table={{ title, rows, empty: note }} document={panel} />
      {rows.length > 0 && note !== '' && <p className={css.empty}>{note}</p>}
    </>
  );
}

/** `612.4 GB` as value and unit. */
function toFigure(text: string) {
  const [value = '', unit = ''] = text.split(' ');
  return value === '—' ? undefined : { value, unit };
}

/** A report as stored; nothing is recomputed. */
export default function ReportSheet({ document }: { document: ReportDocument }) {
  const series = useMemo(() => document.chart && toReportSeries(document.chart), [document]);
  const { summary, figures, chart, tables, panels = [], notes, madeUnixTimeSeconds, timeZone } = document;
  return (
    <>
      <div className={css.lead}>
        <p className={css.span}>{formatReportSpan(document)}</p>
        <p className={css.summary}>{summary}</p>
      </div>
      <div className={css.figures}>
        {figures.length > 0 && (
          <MetricStrip
            label="Figures of the report"
            metrics={figures.map(({ label, text, detail, tone }) => ({
              id: label,
              label,
              figure: toFigure(text),
              sub: detail,
              ...(tone === 'bad' ? { tone: 'err' as const } : {}),
            }))}
          />
        )}
      </div>
      {chart && series && (
        <div className={css.chart}>
          <LineChart title={chart.title} series={series} unit={REPORT_UNITS[chart.unit]} />
        </div>
      )}
      {tables.map((table) => (
        <ReportTableView key={table.title} table={table} document={document} />
      ))}
      {panels.map((panel, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: panels may have one title
        <PanelView key={index} panel={panel} />
      ))}
      <div className={css.notes}>
        {notes.map((note) => (
          <p key={note} className={css.note}>
            {note}
          </p>
        ))}
        <p className={css.note}>
          Made {formatReportMoment(madeUnixTimeSeconds, timeZone)}, {timeZone}.
        </p>
      </div>
    </>
  );
}
