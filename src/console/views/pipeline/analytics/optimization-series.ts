import type { CallResponse } from '../../../../contract/calls/index.ts';
import type { ChartSeries, ChartTone } from '../../../components/widgets/charts/types.ts';

type Answer = CallResponse<'getPipelineOptimisations'>;

type Sink = { value: string; label: string };

/** Only these four are distinguishable without color, so at most four destinations are drawn. */
const TONES: readonly ChartTone[] = ['out', 'in', 'drop', 'fourth'];

export const MOST_LINES = TONES.length;

/** Start of every elapsed step, in milliseconds, aligned with the volume chart. */
function listStepStarts({ coverage }: Answer, nowMs: number): number[] {
  const { startUnixTimeSeconds, endUnixTimeSeconds, resolutionSeconds } = coverage;
  const steps: number[] = [];
  for (let at = startUnixTimeSeconds; at < endUnixTimeSeconds && at * 1000 <= nowMs; at += resolutionSeconds)
    steps.push(at * 1000);
  return steps;
}

/** One line per destination, at most four. A step without deliveries to a destination is a gap. */
export function buildOptimizationLines(answer: Answer, sinks: readonly Sink[], nowMs: number): ChartSeries[] {
  const steps = listStepStarts(answer, nowMs);
  const bySink = new Map(
    answer.pipelineSinksOptimisationSeries.map((one) => [one.sinkId, one.percentDataOptimisedSeries]),
  );
  return sinks.slice(0, MOST_LINES).map(({ value, label }, index) => {
    const tuple = bySink.get(value)?.timeSeriesTuple ?? [];
    const values = new Map(tuple.map((point) => [point.unixTimeSeconds * 1000, point.value]));
    return {
      id: value,
      label: tuple.length === 0 ? `${label}, nothing delivered` : label,
      tone: TONES[index] ?? 'out',
      area: index === 0,
      points: steps.map((time) => ({ time, value: values.get(time) ?? null })),
    };
  });
}
