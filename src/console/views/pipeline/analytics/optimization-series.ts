import type { ChartSeries, ChartTone } from '../../../../charts/types.ts';
import type { CallResponse } from '../../../../contract/calls/index.ts';

type Answer = CallResponse<'getPipelineOptimisations'>;

type Sink = { value: string; label: string };

/** Further destinations repeat the colors with another dash. */
const TONES: readonly ChartTone[] = ['out', 'in', 'drop', 'fourth'];

/** Start of every elapsed step, in milliseconds, aligned with the volume chart. */
function listStepStarts({ coverage }: Answer, nowMs: number): number[] {
  const { startUnixTimeSeconds, endUnixTimeSeconds, resolutionSeconds } = coverage;
  const steps: number[] = [];
  for (let at = startUnixTimeSeconds; at < endUnixTimeSeconds && at * 1000 <= nowMs; at += resolutionSeconds)
    steps.push(at * 1000);
  return steps;
}

/** One line per destination. A step without deliveries to a destination is a gap. */
export function buildOptimizationLines(answer: Answer, sinks: readonly Sink[], nowMs: number): ChartSeries[] {
  const steps = listStepStarts(answer, nowMs);
  const bySink = new Map(
    answer.pipelineSinksOptimisationSeries.map((one) => [one.sinkId, one.percentDataOptimisedSeries]),
  );
  return sinks.map(({ value, label }, index) => {
    const tuple = bySink.get(value)?.timeSeriesTuple ?? [];
    const values = new Map(tuple.map((point) => [point.unixTimeSeconds * 1000, point.value]));
    return {
      id: value,
      label: tuple.length === 0 ? `${label}, nothing delivered` : label,
      tone: TONES[index % TONES.length] ?? 'out',
      variant: Math.max(0, index - TONES.length + 1),
      area: index === 0,
      points: steps.map((time) => ({ time, value: values.get(time) ?? null })),
    };
  });
}
