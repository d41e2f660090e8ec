import type { ReportChart, ReportDocument } from '../../../../contract/entities/report-document.ts';
import { formatBytes, formatCount, formatFigure } from '../../../../contract/figures.ts';
import { REPORT_COLORS as COLORS, pickSeriesColor } from '../look.ts';
import { INNER_WIDTH, PAGE, type ReportPage } from './page.ts';
import { listTimeTicks, listValueTicks } from './ticks.ts';

const HEIGHT = 132;
const AXIS_WIDTH = 48;
const LEGEND_ROW = 14;
const LABEL = { size: 8, color: COLORS.quiet };
const HEADING = { size: 12.5, weight: 'bold' as const };
const LEGEND = { size: 8.5, color: COLORS.text };

const formatStep = (seconds: number): string => {
  if (seconds % 86_400 === 0) return seconds === 86_400 ? 'a day' : `${seconds / 86_400} days`;
  if (seconds % 3600 === 0) return seconds === 3600 ? 'an hour' : `${seconds / 3600} hours`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
};

function formatValue({ unit }: ReportChart, value: number): string {
  if (unit === 'number' && !Number.isInteger(value)) return String(Number(value.toPrecision(3)));
  return formatFigure(unit === 'bytes' ? formatBytes(value) : formatCount(value));
}

/** For those who do not see it. */
function describeChart(chart: ReportChart, caption: string): string {
  const sums = chart.series.map(({ name, points }) => {
    const sum = points.reduce((total, { value }) => total + value, 0);
    const [top] = points.toSorted((a, b) => b.value - a.value);
    // What is summed need not be an amount.
    if (chart.unit === 'number') return `${name}: at most ${formatValue(chart, top?.value ?? 0)}`;
    return `${name}: ${formatValue(chart, sum)} in all, at most ${formatValue(chart, top?.value ?? 0)}`;
  });
  return `${caption}. ${sums.join('; ')}.`;
}

type Span = Pick<ReportDocument, 'startUnixTimeSeconds' | 'endUnixTimeSeconds' | 'timeZone'>;

/** Where names stand, over as many rows as they need. */
function placeLegend(page: ReportPage, { series }: ReportChart) {
  let [x, row] = [0, 0];
  return series.map(({ name }) => {
    const shown = page.cut(name, 120, LEGEND);
    const width = 12 + page.measure(shown, LEGEND);
    if (x > 0 && x + width > INNER_WIDTH) [x, row] = [0, row + 1];
    const place = { shown, x: PAGE.margin + x, row };
    x += width + 16;
    return place;
  });
}

/** Amounts over time: lines of bytes, and columns of counts, one on another. */
export function drawChart(page: ReportPage, chart: ReportChart, span: Span): void {
  const { doc, root } = page;
  const isNumber = chart.unit === 'number';
  const caption = isNumber
    ? chart.title
    : `${chart.title}, per ${formatStep(chart.resolutionSeconds).replace(/^(an?|1) /, '')}`;
  const isStacked = chart.unit === 'count';
  const legend = placeLegend(page, chart);
  const legendHeight = ((legend.at(-1)?.row ?? 0) + 1) * LEGEND_ROW;
  page.need(HEIGHT + 62 + legendHeight);
  page.paragraph('H2', caption, HEADING, 6);
  const top = page.top() + 6 + legendHeight;
  const [left, right, bottom] = [PAGE.margin + AXIS_WIDTH, PAGE.margin + INNER_WIDTH, top + HEIGHT];
  const { endUnixTimeSeconds: end, timeZone } = span;
  // What began to count later has no points before, as on the screens.
  const first = Math.min(...chart.series.flatMap(({ points }) => points[0]?.unixTimeSeconds ?? []));
  const start = Math.max(span.startUnixTimeSeconds, Math.min(first, end - chart.resolutionSeconds));
  const step = chart.resolutionSeconds;
  const at = new Map<number, number>();
  for (const { points } of chart.series)
    for (const { unixTimeSeconds, value } of points)
      at.set(
        unixTimeSeconds,
        isStacked ? (at.get(unixTimeSeconds) ?? 0) + value : Math.max(at.get(unixTimeSeconds) ?? 0, value),
      );
  const ticks = listValueTicks(Math.max(0, ...at.values()), isStacked);
  const highest = ticks.at(-1) ?? 1;
  const toX = (time: number) =>
    left + ((Math.min(Math.max(time, start), end) - start) / (end - start)) * (right - left);
  const toY = (value: number) => bottom - (value / highest) * HEIGHT;

  root.add(
    doc.struct('Figure', { alt: describeChart(chart, caption) }, () => {
      for (const [index, { shown, x, row }] of legend.entries()) {
        const y = page.top() + row * LEGEND_ROW;
        doc.rect(x, y + 2.5, 8, 8).fill(pickSeriesColor(chart.unit, index));
        page.drawLine(shown, x + 12, y, LEGEND);
      }
      for (const value of ticks) {
        doc
          .moveTo(left, toY(value))
          .lineTo(right, toY(value))
          .lineWidth(0.5)
          .strokeColor(COLORS.line)
          .stroke();
        const text = formatValue(chart, value);
        page.drawLine(text, left - 8 - page.measure(text, LABEL), toY(value) - 5, LABEL);
      }
      for (const { at: time, text } of listTimeTicks(start, end, timeZone)) {
        const width = page.measure(text, LABEL);
        doc
          .moveTo(toX(time), bottom)
          .lineTo(toX(time), bottom + 3)
          .lineWidth(0.5)
          .strokeColor(COLORS.quiet)
          .stroke();
        page.drawLine(text, Math.min(toX(time) - width / 2, right - width), bottom + 6, LABEL);
      }
      const base = new Map<number, number>();
      for (const [index, { points }] of chart.series.entries()) {
        const color = pickSeriesColor(chart.unit, index);
        const inside = points.filter(
          ({ unixTimeSeconds }) => unixTimeSeconds + step > start && unixTimeSeconds < end,
        );
        if (isStacked) {
          for (const { unixTimeSeconds: time, value } of inside) {
            if (value <= 0) continue;
            const under = base.get(time) ?? 0;
            base.set(time, under + value);
            const width = Math.max(0.8, toX(time + step) - toX(time) - 0.6);
            doc.rect(toX(time), toY(under + value), width, toY(under) - toY(under + value)).fill(color);
          }
          continue;
        }
        const dots = inside.map(
          ({ unixTimeSeconds, value }) => [toX(unixTimeSeconds + step / 2), toY(value)] as const,
        );
        const [begin, ...rest] = dots;
        if (!begin) continue;
        doc.moveTo(...begin);
        for (const dot of rest) doc.lineTo(...dot);
        if (rest.length === 0) doc.lineTo(begin[0] + 1, begin[1]);
        doc.lineWidth(1.4).lineJoin('round').strokeColor(color).stroke();
      }
    }),
  );
  page.moveTo(bottom + 34);
}
