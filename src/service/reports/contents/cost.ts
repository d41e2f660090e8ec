import type { ReportCell, ReportTable } from '../../../contract/entities/report-document.ts';
import { formatBytes, formatFigure, formatMoney, formatPercent } from '../../../contract/figures.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { GIGABYTE, rankConnections, sumTotals } from '../../../contract/totals.ts';
import { counted } from '../../../contract/values.ts';
import {
  bytesCell,
  type ContentInput,
  type ContentParts,
  figureColumn,
  noCell,
  readPipelines,
  readPrice,
  textCell,
  textColumn,
  toRangeQuery,
} from './content.ts';

const MOST = 20;
const SOURCES_IN_CHART = 4;

type Price = Awaited<ReturnType<typeof readPrice>>;
type Row = { name: string; input: number | null; output: number | null };

const moneyCell = (bytes: number, price: Price): ReportCell => {
  if (!price) return noCell;
  const amount = (bytes / GIGABYTE) * price.pricePerGigabyte;
  return { text: formatFigure(formatMoney(amount, price.currency)), value: amount };
};

const shareCell = (bytes: number, whole: number): ReportCell => {
  const percent = whole > 0 ? (100 * bytes) / whole : null;
  return { text: formatFigure(formatPercent(percent)), value: percent };
};

/** Delivered data has to be stored and paid for; sources only have a share of the input. */
function buildTable(title: string, empty: string, rows: readonly Row[], price: Price): ReportTable {
  const sum = (pick: (row: Row) => number | null) => rows.reduce((total, row) => total + (pick(row) ?? 0), 0);
  const whole = { input: sum(({ input }) => input), output: sum(({ output }) => output) };
  return {
    title,
    empty,
    rows: rows
      .slice(0, MOST)
      .map(({ name, input, output }) => [
        textCell(name),
        input === null ? noCell : bytesCell(input),
        output === null ? noCell : bytesCell(output),
        output === null ? shareCell(input ?? 0, whole.input) : shareCell(output, whole.output),
        ...(price ? [output === null ? noCell : moneyCell(output, price)] : []),
      ]),
  };
}

export async function composeCost(input: ContentInput): Promise<ContentParts> {
  const { callAs, siteId, siteName, span } = input;
  const query = toRangeQuery(span);
  const { components } = (await callAs('getSiteComponentsDataProcessed', { path: { siteId }, query })).data;
  const { pipelineSummaries } = (await callAs('getPipelineSummaries', { query: { siteId, ...query } })).data;
  const { data: bySource } = await callAs('getSourceSeries', {
    path: { siteId },
    query: { ...query, limit: SOURCES_IN_CHART },
  });
  const price = await readPrice(input);
  const names = new Map((await readPipelines(input)).map(({ id, name }) => [id, name]));
  const totals = sumTotals(Object.values(pipelineSummaries));
  const destinations = rankConnections(components, 'SINK');
  const sources = rankConnections(components, 'SOURCE');
  const pipelines = Object.entries(pipelineSummaries)
    .map(([id, one]) => ({
      name: names.get(id) ?? 'A deleted pipeline',
      input: fromCount(one.totalInputDataBytes),
      output: fromCount(one.totalOutputDataBytes),
    }))
    .sort((a, b) => b.output - a.output || a.name.localeCompare(b.name));
  const [first] = destinations;
  const delivered = totals.totalOutputDataBytes;
  const amount = (bytes: number) => {
    const { text } = moneyCell(bytes, price);
    return price ? ` for about ${text}` : '';
  };
  const share =
    first && delivered > 0
      ? shareCell(
          first.bytes,
          destinations.reduce((sum, one) => sum + one.bytes, 0),
        )
      : undefined;
  const flowed = totals.totalInputDataBytes > 0;
  return {
    summary:
      delivered > 0 && first
        ? `${siteName} delivered ${formatFigure(formatBytes(delivered))}${amount(delivered)}. The most went to ${first.name}: ${formatFigure(formatBytes(first.bytes))}, ${share?.text ?? ''} of all.`
        : `${siteName} delivered no data in this time.`,
    notes: price
      ? []
      : ['No price per GB is set on the dashboard of the site, so amounts of money are left out.'],
    figures: [
      ...(price
        ? [
            {
              label: 'Cost of what was delivered',
              ...moneyCell(delivered, price),
              detail: `at ${price.pricePerGigabyte} ${price.currency} per GB`,
              tone: 'plain' as const,
            },
            ...(flowed && totals.percentDataOptimized !== null
              ? [
                  {
                    label: 'Estimated saving',
                    ...moneyCell(totals.optimizedDataBytes, price),
                    detail: `${formatFigure(formatPercent(totals.percentDataOptimized))} optimization`,
                    tone: 'good' as const,
                  },
                ]
              : []),
          ]
        : []),
      {
        label: 'Total Input',
        ...bytesCell(totals.totalInputDataBytes),
        detail: `from ${counted(sources.length, 'source')}`,
        tone: 'plain',
      },
      {
        label: 'Total Output',
        ...bytesCell(delivered),
        detail: `to ${counted(destinations.length, 'destination')}`,
        tone: 'plain',
      },
    ],
    chart: {
      title: 'Input by source',
      unit: 'bytes',
      resolutionSeconds: bySource.coverage.resolutionSeconds,
      series: [
        ...bySource.sources.map(({ name, inputDataSeries }) => ({
          name,
          points: inputDataSeries.timeSeriesTuple,
        })),
        ...(bySource.otherCount > 0
          ? [
              {
                name: counted(bySource.otherCount, 'other'),
                points: bySource.otherInputDataSeries.timeSeriesTuple,
              },
            ]
          : []),
      ],
    },
    columns: [
      textColumn('Name', 4),
      figureColumn('Data Input', 'bytes', 2),
      figureColumn('Data Output', 'bytes', 2),
      figureColumn('Share', 'percent', 1.5),
      ...(price ? [figureColumn('Cost', price.currency, 2)] : []),
    ],
    tables: [
      buildTable(
        'Destinations by output',
        'Nothing was delivered.',
        destinations.map(({ name, bytes }) => ({ name, input: null, output: bytes })),
        price,
      ),
      buildTable('Pipelines by output', 'No pipeline counted anything.', pipelines, price),
      buildTable(
        'Sources by input',
        'Nothing was received.',
        sources.map(({ name, bytes }) => ({ name, input: bytes, output: null })),
        price,
      ),
    ],
  };
}
