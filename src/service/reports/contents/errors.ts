import type { ErrorEntry, Point } from '../../../contract/entities/analytics.ts';
import { sumOpen, tallyErrors } from '../../../contract/error-tally.ts';
import { formatCount, formatExact, formatFigure } from '../../../contract/figures.ts';
import { chartResolutionSeconds } from '../../../contract/limits.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { formatReportMoment } from '../../../contract/reports/texts.ts';
import { counted } from '../../../contract/values.ts';
import {
  type ContentInput,
  type ContentParts,
  describeRest,
  figureColumn,
  type ReportFigure,
  ROWS_MAX,
  readPipelines,
  textCell,
  textColumn,
  toRangeQuery,
} from './content.ts';

const LEVELS: Record<string, string> = { ERROR: 'Error', WARN: 'Warning' };

function sumSeries(
  errors: readonly ErrorEntry[],
  level: string,
  { start, end }: ContentInput['span'],
  step: number,
): Point[] {
  const at = new Map<number, number>();
  for (const one of errors)
    if (one.errorLevel === level)
      for (const { unixTimeSeconds, value } of one.series.timeSeriesTuple)
        at.set(unixTimeSeconds, (at.get(unixTimeSeconds) ?? 0) + value);
  const points: Point[] = [];
  for (let time = Math.floor(start / step) * step; time < end; time += step)
    points.push({ unixTimeSeconds: time, value: at.get(time) ?? 0 });
  return points;
}

const countFigure = (label: string, count: number, detail: string, isBad: boolean): ReportFigure => ({
  label,
  text: formatFigure(formatCount(count)),
  value: count,
  detail,
  tone: isBad && count > 0 ? 'bad' : 'plain',
});

export async function composeErrors(input: ContentInput): Promise<ContentParts> {
  const { callAs, siteId, siteName, span, timeZone } = input;
  const resolution = Math.max(60, chartResolutionSeconds(span.end - span.start));
  const { errorDetails } = (
    await callAs('listSiteErrors', { path: { siteId }, query: { ...toRangeQuery(span), resolution } })
  ).data;
  const names = new Map((await readPipelines(input)).map(({ id, name }) => [id, name]));
  const tally = tallyErrors(errorDetails);
  const open = sumOpen(tally);
  const rows = errorDetails
    .filter(({ errorLevel }) => errorLevel in LEVELS)
    .sort((a, b) => fromCount(b.count) - fromCount(a.count) || a.errorName.localeCompare(b.errorName));
  const [worst] = rows;
  const warnings = sumSeries(rows, 'WARN', span, resolution);
  return {
    summary: worst
      ? `${siteName} counted ${counted(rows.length, 'kind')} of ${rows.length === 1 ? 'error' : 'errors'}. The most frequent: ${worst.errorName} in ${worst.nodeName}, ${formatExact(fromCount(worst.count))} times.`
      : `${siteName} counted no errors in this time.`,
    notes: describeRest(rows.length, 'errors'),
    figures: [
      countFigure(
        'Not acknowledged',
        open.occurrences,
        open.kinds > 0 ? counted(open.kinds, 'kind') : 'None',
        true,
      ),
      countFigure(
        'Errors',
        tally.errors.occurrences,
        `${counted(tally.errors.kinds, 'kind')}, not acknowledged`,
        true,
      ),
      countFigure(
        'Warnings',
        tally.warnings.occurrences,
        `${counted(tally.warnings.kinds, 'kind')}, not acknowledged`,
        false,
      ),
      countFigure(
        'Acknowledged',
        tally.acknowledged.occurrences,
        counted(tally.acknowledged.kinds, 'kind'),
        false,
      ),
    ],
    chart: {
      title: 'Errors over time',
      unit: 'count',
      resolutionSeconds: resolution,
      series: [
        { name: 'Errors', points: sumSeries(rows, 'ERROR', span, resolution) },
        ...(warnings.some(({ value }) => value > 0) ? [{ name: 'Warnings', points: warnings }] : []),
      ],
    },
    columns: [
      textColumn('Error', 4),
      textColumn('Component', 3),
      textColumn('Pipeline', 3),
      textColumn('Level', 1.6),
      figureColumn('Count', 'count', 1.5),
      textColumn('Last seen', 3),
      textColumn('Acknowledged by', 2.6),
    ],
    tables: [
      {
        title: 'Errors by count',
        empty: 'No errors.',
        rows: rows
          .slice(0, ROWS_MAX)
          .map((one) => [
            textCell(one.errorName),
            textCell(one.nodeName),
            textCell(names.get(one.pipelineId) ?? 'A deleted pipeline'),
            textCell(LEVELS[one.errorLevel] ?? one.errorLevel),
            { text: formatExact(fromCount(one.count)), value: fromCount(one.count) },
            textCell(formatReportMoment(one.lastOccurrenceUnixTimeSeconds, timeZone)),
            textCell(one.acknowledgedBy),
          ]),
      },
    ],
  };
}
