import type { ReportChart, ReportDocument } from '../../../contract/entities/report-document.ts';
import { formatBytes, formatCount, formatFigure } from '../../../contract/figures.ts';
import { formatReportTick } from '../../../contract/reports/texts.ts';
import { REPORT_COLORS as COLORS, pickSeriesColor } from './look.ts';

/** More are summed, so that a month has a row per day. */
const ROWS_MAX = 31;
/** More series are summed. */
const SERIES_MAX = 3;
const DAY_SECONDS = 86_400;
const SUM_NAME = 'Total';

type Row = { at: number; values: number[] };

/** Consecutive amounts, summed when there are too many. */
function sumRows({ series, resolutionSeconds }: ReportChart): { rows: Row[]; seconds: number } {
  const times = series.flatMap(({ points }) => points.map(({ unixTimeSeconds }) => unixTimeSeconds));
  if (times.length === 0) return { rows: [], seconds: resolutionSeconds };
  const first = Math.min(...times);
  const steps = Math.round((Math.max(...times) - first) / resolutionSeconds) + 1;
  const seconds = resolutionSeconds * Math.ceil(steps / ROWS_MAX);
  const count = Math.ceil((steps * resolutionSeconds) / seconds);
  const rows = Array.from(
    { length: count },
    (_, index): Row => ({ at: first + index * seconds, values: series.map(() => 0) }),
  );
  for (const [index, { points }] of series.entries())
    for (const { unixTimeSeconds, value } of points) {
      const row = rows[Math.floor((unixTimeSeconds - first) / seconds)];
      if (row) row.values[index] = (row.values[index] ?? 0) + value;
    }
  return { rows, seconds };
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** @param share of the width; zero draws nothing */
export const renderBar = (share: number, color: string, height: number): string =>
  share <= 0
    ? ''
    : `<table role="presentation" width="${Math.max(1, Math.round(100 * share))}%" style="border-collapse:collapse;margin:1px 0"><tr><td bgcolor="${color}" style="background:${color};height:${height}px;line-height:${height}px;font-size:1px;padding:0">&nbsp;</td></tr></table>`;

/**
 * Bars in a table, since mail programs show neither scripts nor drawings.
 * @param toHtml escapes
 * @returns empty for values that do not add up, or without any
 */
export function renderChart(
  chart: ReportChart,
  { timeZone }: Pick<ReportDocument, 'timeZone'>,
  toHtml: (text: string) => string,
): string {
  const { rows, seconds } = sumRows(chart);
  if (chart.unit === 'number' || rows.length === 0) return '';
  const isSummed = chart.unit === 'count' || chart.series.length > SERIES_MAX;
  const names = isSummed ? [SUM_NAME] : chart.series.map(({ name }) => name);
  const shown = rows.map(({ at, values }) => ({ at, values: isSummed ? [total(values)] : values }));
  const highest = Math.max(...shown.flatMap(({ values }) => values));
  if (highest <= 0) return '';
  const format = (value: number) =>
    formatFigure(chart.unit === 'bytes' ? formatBytes(value) : formatCount(value));
  const pickColor = (index: number) => (isSummed ? COLORS.accent : pickSeriesColor(chart.unit, index));
  const head = ['', '', ...names]
    .map((name, index) => {
      const color = index < 2 ? COLORS.quiet : pickColor(index - 2);
      return `<th scope="col" style="text-align:${index < 2 ? 'left' : 'right'};padding:4px 8px;color:${color};font-weight:600;font-size:12px;white-space:nowrap">${toHtml(name)}</th>`;
    })
    .join('');
  const body = shown
    .map(({ at, values }) => {
      const bars = values.map((value, index) => renderBar(value / highest, pickColor(index), 8)).join('');
      const figures = values
        .map(
          (value) =>
            `<td style="padding:3px 8px;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums">${toHtml(format(value))}</td>`,
        )
        .join('');
      const time = formatReportTick(at, timeZone, seconds % DAY_SECONDS !== 0);
      return `<tr><th scope="row" style="padding:3px 8px 3px 0;text-align:left;font-weight:400;white-space:nowrap;color:${COLORS.quiet}">${toHtml(time)}</th><td width="100%" style="padding:3px 0">${bars}</td>${figures}</tr>`;
    })
    .join('');
  return `<h2 style="font-size:16px;margin:28px 0 8px">${toHtml(chart.title)}</h2><table style="width:100%;border-collapse:collapse;font-size:12px"><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}
