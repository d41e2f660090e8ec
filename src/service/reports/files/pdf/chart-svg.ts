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
import { resolveVariables } from '../look.ts';
import { listTimeTicks } from './ticks.ts';

export type PaperChart = {
  svg: string;
  series: readonly ChartSeries[];
  /** What is drawn, with its step: `Data processed, averaged over 1 day`. */
  caption: string;
  /** For those who do not see it. */
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

/** A chart of a report by the specification of the screens, drawn without a browser. */
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
