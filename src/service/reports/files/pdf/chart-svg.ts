import { parseHTML } from 'linkedom';
import { CHART_UNITS } from '../../../../charts/chart-unit.ts';
import { describeAverage, describeBucket, describePoints } from '../../../../charts/describe-bucket.ts';
import * as Plot from '../../../../charts/plot.ts';
import { RATE_UNITS, toRates } from '../../../../charts/rates.ts';
import { REPORT_UNITS, toReportSeries } from '../../../../charts/report-series.ts';
import { computeBucketMs, listTimes } from '../../../../charts/series-data.ts';
import { specifyChart } from '../../../../charts/specify-chart.ts';
import type { ChartSeries } from '../../../../charts/types.ts';
import type { ReportChart } from '../../../../contract/entities/report-document.ts';
import { formatReportTick } from '../../../../contract/reports/texts.ts';
import { resolveVariables } from '../look.ts';

const QUARTER = 900;
const HOUR = 3600;
const DAY = 86_400;
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60),
  ...[1, 2, 4, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 30].map((days) => days * DAY),
];

type Tick = { at: number; text: string };

/**
 * Round times of the zone: `14:30`, and days at midnight.
 * @param start Unix seconds, as `end`
 * @param most ticks; one at least
 */
export function listTimeTicks(start: number, end: number, timeZone: string, most: number): Tick[] {
  const step = STEPS.find((one) => (end - start) / one <= most) ?? 30 * DAY;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const ticks: Tick[] = [];
  // Zones differ by quarters of an hour.
  const width = Math.min(step, QUARTER);
  for (let at = Math.ceil(start / width) * width; at <= end; at += width) {
    const text = clock.format(at * 1000);
    const [hour = 0, minute = 0] = text.split(':').map(Number);
    const seconds = hour * HOUR + minute * 60;
    if (seconds % Math.min(step, DAY) === 0)
      ticks.push({ at, text: seconds === 0 ? formatReportTick(at, timeZone, false) : text });
  }
  const every = Math.max(1, Math.round(step / DAY));
  return ticks.filter((_, index) => index % every === 0);
}

export type PaperChart = {
  svg: string;
  series: readonly ChartSeries[];
  /** What is drawn, with its step: `Data processed, averaged over 1 day`. */
  caption: string;
  description: string;
};

type Size = { width: number; height: number; textScale: number };

function describeSeries(series: readonly ChartSeries[], unit: ReportChart['unit']): string {
  const { short, hasTotal } = CHART_UNITS[REPORT_UNITS[unit]];
  return series
    .map(({ label, points }) => {
      const values = points.map(({ value }) => value ?? 0);
      const most = `at most ${short(Math.max(0, ...values))}`;
      const sum = values.reduce((total, value) => total + value, 0);
      return hasTotal ? `${label}: ${short(sum)} in all, ${most}` : `${label}: ${most}`;
    })
    .join('; ');
}

export function drawChartSvg(chart: ReportChart, timeZone: string, size: Size): PaperChart {
  const amounts = toReportSeries(chart);
  const bucketMs = computeBucketMs(listTimes(amounts));
  const unit = REPORT_UNITS[chart.unit];
  const rateUnit = RATE_UNITS[unit as keyof typeof RATE_UNITS];
  const series = rateUnit ? toRates(amounts, bucketMs, undefined) : amounts;
  const describe = chart.unit === 'number' ? describePoints : rateUnit ? describeAverage : describeBucket;
  const { options } = specifyChart(Plot, {
    ...size,
    series,
    unit: rateUnit ?? unit,
    listTimeTicks: (start, end, _, most) =>
      listTimeTicks(start / 1000, end / 1000, timeZone, most).map(({ at, text }) => ({
        time: at * 1000,
        text,
      })),
  });
  const { document } = parseHTML('<html></html>');
  const drawn = Plot.plot({ ...options, document: document as unknown as Document });
  for (const sheet of drawn.querySelectorAll('style')) sheet.remove();
  const caption = `${chart.title}, ${describe(bucketMs)}`;
  return {
    svg: resolveVariables(drawn.outerHTML),
    series,
    caption,
    description: `${caption}. ${describeSeries(amounts, chart.unit)}.`,
  };
}
