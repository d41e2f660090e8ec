import type { FlowSeries, Series } from '../../../contract/entities/analytics.ts';
import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { Totals } from '../../../contract/totals.ts';
import { counted } from '../../../contract/values.ts';
import { formatByteRate, formatCount, formatFigure } from '../../lib/format.ts';
import type { PipelineFlow } from './flow-rates.ts';

type Spark = (number | null)[];

/** Only complete points: the one in progress would look like a drop. */
const listValues = ({ timeSeriesTuple }: Series, until: number): Spark =>
  timeSeriesTuple.filter(({ unixTimeSeconds }) => unixTimeSeconds < until).map(({ value }) => value);

/** Sparklines for the range of the totals. */
export function listSparks(series: FlowSeries | undefined, nowSeconds: number) {
  if (!series) return undefined;
  const { resolutionSeconds } = series.coverage;
  const until = Math.floor(nowSeconds / resolutionSeconds) * resolutionSeconds;
  const of = (one: Series) => listValues(one, until);
  return {
    optimization: of(series.percentDataOptimisedSeries),
    input: of(series.inputDataSeries),
    output: of(series.outputDataSeries),
    waiting: of(series.waitingDataSeries),
    lost: of(series.lostDataSeries),
  };
}

type Facts = {
  pipelines: readonly Pipeline[];
  flows: ReadonlyMap<string, PipelineFlow>;
  names: ReadonlyMap<string, string>;
};

/** The destination with most bytes waiting, and their pipeline. */
function findMostWaiting({ pipelines, flows, names }: Facts) {
  const waiting = pipelines.flatMap((pipeline) =>
    (flows.get(pipeline.id)?.sinks ?? []).map((sink) => ({ pipeline, ...sink })),
  );
  const [most] = waiting.toSorted((a, b) => b.waitingBytes - a.waitingBytes);
  return most && most.waitingBytes > 0
    ? { ...most, name: names.get(most.sinkId) ?? 'a destination' }
    : undefined;
}

const formatNow = (rate: number | undefined): string | undefined =>
  rate === undefined ? undefined : `${formatFigure(formatByteRate(rate))} now`;

/** Main cause of each total, in a few words. */
export function describeCauses(
  facts: Facts,
  totals: Totals | undefined,
  rates: { input: number | undefined; output: number | undefined },
) {
  const most = findMostWaiting(facts);
  const lost = totals?.eventsLost ?? 0;
  return {
    input: formatNow(rates.input),
    output: formatNow(rates.output),
    waiting: most && `${most.pipeline.name} for ${most.name}`,
    waitingAt: most,
    lost: lost > 0 ? `${formatFigure(formatCount(lost))} ${lost === 1 ? 'event' : 'events'}` : 'No loss',
    lostTone: lost > 0 ? ('err' as const) : undefined,
    deadLetters:
      totals && totals.eventsDeadLetter > 0 ? counted(totals.eventsDeadLetter, 'dead letter') : undefined,
  };
}
