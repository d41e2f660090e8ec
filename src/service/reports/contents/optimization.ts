import { NOTHING_COUNTED } from '../../../contract/entities/analytics.ts';
import { sumOpen, tallyErrors } from '../../../contract/error-tally.ts';
import {
  formatBytes,
  formatCount,
  formatExact,
  formatFigure,
  formatMoney,
  formatPercent,
} from '../../../contract/figures.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { GIGABYTE, sumTotals, type Totals } from '../../../contract/totals.ts';
import { counted } from '../../../contract/values.ts';
import {
  bytesCell,
  type ContentInput,
  type ContentParts,
  describeRest,
  figureColumn,
  type ReportFigure,
  ROWS_MAX,
  readPipelines,
  readPrice,
  textCell,
  textColumn,
  toFormerSpan,
  toRangeQuery,
} from './content.ts';

const readTotals = async ({ callAs, siteId }: ContentInput, span: ContentInput['span']) => {
  const query = { siteId, ...toRangeQuery(span) };
  return (await callAs('getPipelineSummaries', { query })).data.pipelineSummaries;
};

const describeFormer = (text: string, former: Totals): string =>
  former.totalInputDataBytes > 0 ? `${text} in the time before` : '';

function summarize(siteName: string, totals: Totals, money: string | undefined): string {
  const { totalInputDataBytes: input, totalOutputDataBytes: output, percentDataOptimized: percent } = totals;
  if (input === 0) return `${siteName} received no data in this time.`;
  const took = `${siteName} received ${formatFigure(formatBytes(input))} and delivered ${formatFigure(formatBytes(output))}`;
  if (percent === null) return `${took}.`;
  const saved = formatFigure(formatBytes(totals.optimizedDataBytes));
  if (totals.optimizedDataBytes <= 0) return `${took}: nothing was saved.`;
  return `${took}: ${formatFigure(formatPercent(percent))} or ${saved} was saved${money ? `, about ${money}` : ''}.`;
}

export async function composeOptimization(input: ContentInput): Promise<ContentParts> {
  const { callAs, siteId, siteName, span } = input;
  const range = toRangeQuery(span);
  const summaries = await readTotals(input, span);
  const totals = sumTotals(Object.values(summaries));
  const former = sumTotals(Object.values(await readTotals(input, toFormerSpan(span))));
  const { data: series } = await callAs('getSiteSeries', { path: { siteId }, query: range });
  const { errorDetails } = (await callAs('listSiteErrors', { path: { siteId }, query: range })).data;
  const price = await readPrice(input);
  const pipelines = await readPipelines(input);
  const failures = Map.groupBy(errorDetails, ({ pipelineId }) => pipelineId);
  const errors = sumOpen(tallyErrors(errorDetails));
  const flowed = totals.totalInputDataBytes > 0;
  const money =
    flowed && price && totals.percentDataOptimized !== null
      ? (totals.optimizedDataBytes / GIGABYTE) * price.pricePerGigabyte
      : undefined;
  const moneyText =
    money === undefined || !price ? undefined : formatFigure(formatMoney(money, price.currency));
  const bytesFigure = (
    label: string,
    name: 'totalInputDataBytes' | 'totalOutputDataBytes',
  ): ReportFigure => ({
    label,
    ...bytesCell(totals[name]),
    detail: describeFormer(formatFigure(formatBytes(former[name])), former),
    tone: 'plain',
  });
  const rows = pipelines
    .map((pipeline) => ({ pipeline, summary: summaries[pipeline.id] ?? NOTHING_COUNTED }))
    .sort((a, b) => fromCount(b.summary.totalInputDataBytes) - fromCount(a.summary.totalInputDataBytes));
  return {
    summary: summarize(siteName, totals, moneyText),
    notes: [
      ...describeRest(rows.length, 'pipelines'),
      ...(price ? [] : ['No price per GB is set on the dashboard of the site, so savings have no amount.']),
    ],
    figures: [
      {
        label: 'Optimization',
        text: formatFigure(flowed ? formatPercent(totals.percentDataOptimized) : undefined),
        value: flowed ? totals.percentDataOptimized : null,
        detail: describeFormer(formatFigure(formatPercent(former.percentDataOptimized)), former),
        tone: flowed && (totals.percentDataOptimized ?? 0) > 0 ? 'good' : 'plain',
      },
      ...(money === undefined || !price || moneyText === undefined
        ? []
        : [
            {
              label: 'Estimated saving',
              text: moneyText,
              value: money,
              detail: `at ${price.pricePerGigabyte} ${price.currency} per GB`,
              tone: 'plain' as const,
            },
          ]),
      bytesFigure('Total Input', 'totalInputDataBytes'),
      bytesFigure('Total Output', 'totalOutputDataBytes'),
      {
        label: 'Lost',
        ...bytesCell(totals.totalLostDataBytes),
        detail: totals.eventsLost > 0 ? counted(totals.eventsLost, 'event') : 'No loss',
        tone: totals.eventsLost > 0 ? 'bad' : 'plain',
      },
      {
        label: 'Pipeline Errors',
        text: formatFigure(formatCount(errors.occurrences)),
        value: errors.occurrences,
        detail: errors.kinds > 0 ? counted(errors.kinds, 'kind') : 'None',
        tone: errors.occurrences > 0 ? 'bad' : 'plain',
      },
    ],
    chart: {
      title: 'Data processed',
      unit: 'bytes',
      resolutionSeconds: series.coverage.resolutionSeconds,
      series: [
        { name: 'Input', points: series.inputDataSeries.timeSeriesTuple },
        { name: 'Output', points: series.outputDataSeries.timeSeriesTuple },
      ],
    },
    columns: [
      textColumn('Pipeline', 4),
      figureColumn('Data Input', 'bytes', 2),
      figureColumn('Data Output', 'bytes', 2),
      figureColumn('Saved', 'bytes', 2),
      figureColumn('Optimization', 'percent', 2),
      figureColumn('Errors', 'count', 1.4),
    ],
    tables: [
      {
        title: 'Pipelines by input',
        empty: 'There is no pipeline.',
        rows: rows.slice(0, ROWS_MAX).map(({ pipeline, summary }) => {
          const own = sumOpen(tallyErrors(failures.get(pipeline.id) ?? [])).occurrences;
          return [
            textCell(pipeline.name),
            bytesCell(fromCount(summary.totalInputDataBytes)),
            bytesCell(fromCount(summary.totalOutputDataBytes)),
            bytesCell(summary.optimizedDataBytes),
            {
              text: formatFigure(formatPercent(summary.percentDataOptimized)),
              value: summary.percentDataOptimized,
            },
            { text: formatExact(own), value: own },
          ];
        }),
      },
    ],
  };
}
