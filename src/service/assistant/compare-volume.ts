import { formatBytes, formatFigure } from '../../contract/figures.ts';
import type { KnownPipeline, Span, Tools } from './tools.ts';

type Totals = { input: number; output: number };

const START = 'timeRange.startUnixTimeSeconds';
const END = 'timeRange.endUnixTimeSeconds';

const inWords = (bytes: number): string => formatFigure(formatBytes(bytes));
const describe = ({ input, output }: Totals): string => `${inWords(input)} in and ${inWords(output)} out`;
const share = ({ input, output }: Totals): string => `${((1 - output / input) * 100).toFixed(1)} %`;

async function readTotals(
  pipeline: KnownPipeline | undefined,
  range: Span['range'],
  { call, siteId }: Pick<Tools, 'call' | 'siteId'>,
): Promise<Totals> {
  const pipelineIds = pipeline ? [pipeline.id] : undefined;
  const { data } = await call('getPipelineSummaries', {
    query: { siteId, pipelineIds, metricType: 'EVENTS_BYTES', ...range },
  });
  const rows = Object.values(data.pipelineSummaries);
  const sum = (read: (row: (typeof rows)[number]) => unknown) =>
    rows.reduce((total, row) => total + Number(read(row)), 0);
  return { input: sum((row) => row.totalInputDataBytes), output: sum((row) => row.totalOutputDataBytes) };
}

/** Compares savings with the preceding span, to see whether there is a change to explain. */
export async function compareVolume(
  pipeline: KnownPipeline | undefined,
  { range, words }: Span,
  tools: Pick<Tools, 'call' | 'siteId'>,
): Promise<string> {
  const start = range[START];
  const earlier = { [START]: start - (range[END] - start), [END]: start } as Span['range'];
  const [now, before] = await Promise.all([
    readTotals(pipeline, range, tools),
    readTotals(pipeline, earlier, tools),
  ]);
  const whose = pipeline ? `'${pipeline.name}'` : 'the site';
  if (now.input === 0) return `Nothing flowed through ${whose} in ${words}.`;
  const was = `Optimization of ${whose} was ${share(now)} in ${words}`;
  return before.input === 0
    ? `${was} (${describe(now)}). Nothing flowed in as long before.`
    : `${was}, and ${share(before)} in as long before (${describe(now)}, before ${describe(before)}).`;
}
