import type { CallResponse } from '../../../../contract/calls/index.ts';
import type { ChartSeries, ChartTone } from '../../../widgets/charts/types.ts';

type Answer = CallResponse<'getPipelineOptimisations'>;
type Sink = { value: string; label: string };

/** The lines that can be told apart without colour: as many destinations are drawn at most. */
const TONES: readonly ChartTone[] = ['out', 'in', 'drop', 'fourth'];
export const MOST_LINES = TONES.length;

/** Every step of the covered range that has begun, in milliseconds: as wide as the chart of the volume. */
function stepsOf({ coverage }: Answer, nowMs: number): number[] {
  const { startUnixTimeSeconds, endUnixTimeSeconds, resolutionSeconds } = coverage;
  const steps: number[] = [];
  for (let at = startUnixTimeSeconds; at < endUnixTimeSeconds && at * 1000 <= nowMs; at += resolutionSeconds)
    steps.push(at * 1000);
  return steps;
}

/**
 * One line for each of the destinations, in their order; those beyond four have none (R2.4-49, R2.4-50). A step
 * in which nothing was delivered of what was meant for a destination is a gap; one without any says so.
 */
export function optimizationLines(answer: Answer, sinks: readonly Sink[], nowMs: number): ChartSeries[] {
  const steps = stepsOf(answer, nowMs);
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
