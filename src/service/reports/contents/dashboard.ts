import {
  chooseParameters,
  formatNumber,
  isNumber,
  isTime,
  PANEL_ROWS,
  toBars,
  toFigures,
  toLines,
  toText,
} from '../../../contract/dashboards/answers.ts';
import { SHIPPED_DASHBOARDS } from '../../../contract/dashboards/shipped.ts';
import type { DashboardContent, DashboardPanel } from '../../../contract/entities/dashboard.ts';
import type { QueryColumn, QueryResult, SavedQuery } from '../../../contract/entities/query.ts';
import type {
  ReportCell,
  ReportChart,
  ReportColumn,
  ReportPanel,
} from '../../../contract/entities/report-document.ts';
import { ContractError } from '../../../contract/errors.ts';
import { formatReportMoment } from '../../../contract/reports/texts.ts';
import { counted } from '../../../contract/values.ts';
import {
  type ContentInput,
  type ContentParts,
  figureColumn,
  noCell,
  type ReportFigure,
  ROWS_MAX,
  textColumn,
  toRangeQuery,
} from './content.ts';

type Shown = {
  dashboard: Pick<DashboardContent, 'name' | 'variables' | 'panels'>;
  queries: readonly SavedQuery[];
};
type Made = { figures: ReportFigure[]; panel?: ReportPanel; isMissing: boolean };

/** @returns undefined for a deleted one */
async function readDashboard({ callAs, dashboardId, siteId }: ContentInput): Promise<Shown | undefined> {
  const shipped = SHIPPED_DASHBOARDS.find(({ id }) => id === dashboardId);
  if (shipped) return { dashboard: shipped, queries: [] };
  try {
    const { data } = await callAs('getDashboard', { path: { dashboardId } });
    return data.dashboard.siteId === siteId ? data : undefined;
  } catch (error) {
    if (error instanceof ContractError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_FAILED'))
      return undefined;
    throw error;
  }
}

function toCell(column: QueryColumn, value: unknown, timeZone: string): ReportCell {
  if (value === null || value === undefined) return noCell;
  if (typeof value === 'number') return { text: formatNumber(value), value };
  const text = toText(value);
  const at = isTime(column) ? Date.parse(text) : Number.NaN;
  return { text: Number.isNaN(at) ? text : formatReportMoment(Math.floor(at / 1000), timeZone), value: text };
}

const toColumn = (column: QueryColumn): ReportColumn =>
  isNumber(column) ? figureColumn(column.name, '', 1.5) : textColumn(column.name, isTime(column) ? 2 : 3);

function findStep(times: readonly number[]): number {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const steps = sorted.slice(1).map((time, at) => time - (sorted[at] ?? 0));
  return steps.length === 0 ? 60 : Math.min(...steps);
}

function toChart(title: string, result: QueryResult): ReportChart | string {
  const drawn = toLines(result);
  if ('problem' in drawn) return drawn.problem;
  const series = drawn.data.map(({ label, points }) => ({
    name: label,
    points: points.flatMap(([time, value]) =>
      value === null ? [] : { unixTimeSeconds: Math.floor(time / 1000), value },
    ),
  }));
  if (series.some(({ points }) => points.some(({ value }) => value < 0)))
    return 'The chart of a report has no values below zero';
  const times = series.flatMap(({ points }) => points.map(({ unixTimeSeconds }) => unixTimeSeconds));
  return { title, unit: 'number', resolutionSeconds: findStep(times), series };
}

/** Marks the bar column, or says why there are no bars. */
function markBars(columns: ReportColumn[], result: QueryResult): ReportColumn[] | string {
  const drawn = toBars(result);
  if ('problem' in drawn) return drawn.problem;
  if (drawn.data.bars.some(({ value }) => value < 0)) return 'The bars of a report have no values below zero';
  const { measure } = drawn.data;
  const at = result.columns.findIndex((column) => column.name === measure && isNumber(column));
  return columns.map((column, index) => (index === at ? { ...column, width: 3, hasBars: true } : column));
}

function toPanel({ title, chart }: DashboardPanel, result: QueryResult, timeZone: string): ReportPanel {
  const { columns, rows, hasMore } = result;
  const isDrawn = (chart === 'LINE' || chart === 'AREA') && rows.length > 0;
  const drawn = isDrawn ? toChart(title, result) : null;
  const plain = columns.map(toColumn);
  const marked = chart === 'BAR' && rows.length > 0 ? markBars(plain, result) : plain;
  const notes = [
    rows.length === 0 ? 'No row of this time range matches the query.' : '',
    ...[drawn, marked].map((one) => (typeof one === 'string' ? `It is shown as a table. ${one}.` : '')),
    hasMore || rows.length > ROWS_MAX
      ? `The table has the first ${ROWS_MAX} rows${hasMore ? '' : ` of ${rows.length}`}.`
      : '',
  ];
  return {
    title,
    chart: typeof drawn === 'string' ? null : drawn,
    columns: typeof marked === 'string' ? plain : marked,
    rows: rows
      .slice(0, ROWS_MAX)
      .map((row) => columns.map((column, at) => toCell(column, row[at], timeZone))),
    note: notes.filter(Boolean).join(' '),
  };
}

const toProblem = ({ title }: DashboardPanel, note: string): Made => ({
  figures: [],
  panel: { title, chart: null, columns: [], rows: [], note },
  isMissing: true,
});

async function makePanel(panel: DashboardPanel, shown: Shown, input: ContentInput): Promise<Made> {
  const { callAs, siteId, span, timeZone } = input;
  const sql = panel.queryId === '' ? panel.sql : shown.queries.find(({ id }) => id === panel.queryId)?.sql;
  if (sql === undefined) return toProblem(panel, 'Its saved query was deleted.');
  const range = toRangeQuery(span);
  let result: QueryResult;
  try {
    const body = {
      siteId,
      query: sql,
      timeRange: {
        startUnixTimeSeconds: range['timeRange.startUnixTimeSeconds'],
        endUnixTimeSeconds: range['timeRange.endUnixTimeSeconds'],
      },
      limit: PANEL_ROWS,
      parameters: { ...chooseParameters(sql, shown.dashboard.variables, {}) },
    };
    result = (await callAs('runQuery', { body })).data;
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    return toProblem(panel, `Its query gave no answer: ${error.message}.`.replace(/\.\.$/, '.'));
  }
  const figures = panel.chart === 'FIGURE' ? toFigures(result) : undefined;
  if (!figures || 'problem' in figures)
    return { figures: [], panel: toPanel(panel, result, timeZone), isMissing: false };
  return {
    figures: figures.data.map(({ name, at, value }) => {
      const column = result.columns[at];
      return {
        label: name,
        ...(column ? toCell(column, value, timeZone) : noCell),
        detail: panel.title,
        tone: 'plain' as const,
      };
    }),
    isMissing: false,
  };
}

const describeVariables = ({ variables }: Shown['dashboard']): string[] => {
  const set = variables.filter(({ value }) => value !== '');
  if (set.length === 0) return [];
  return [`With ${set.map(({ name, label, value }) => `${label || name} ${value}`).join(', ')}.`];
};

const NOTHING: ContentParts = { summary: '', notes: [], figures: [], chart: null, columns: [], tables: [] };

/**
 * A dashboard's panels, queried like its screen with the variables' defaults. Panels report their own
 * problems.
 */
export async function composeDashboard(input: ContentInput): Promise<ContentParts> {
  const shown = await readDashboard(input);
  if (!shown)
    return { ...NOTHING, summary: 'The dashboard of this report was deleted: choose another for it.' };
  const { dashboard } = shown;
  const made: Made[] = [];
  for (const panel of dashboard.panels) made.push(await makePanel(panel, shown, input));
  const missing = made.filter(({ isMissing }) => isMissing).length;
  const what = `${dashboard.name} of ${input.siteName}: ${counted(dashboard.panels.length, 'panel')}`;
  return {
    ...NOTHING,
    summary: missing === 0 ? `${what}.` : `${what}, ${missing} of them without an answer.`,
    notes: describeVariables(dashboard),
    figures: made.flatMap(({ figures }) => figures),
    panels: made.flatMap(({ panel }) => panel ?? []),
  };
}
