import { computeRate } from '../../../../contract/figures.ts';
import type { ComponentCounters } from '../../../../contract/live.ts';
import { fromCount } from '../../../../contract/parameters.ts';
import type { CounterHistory } from '../../../api/live-counters.ts';

export type FlowUnit = 'bytes' | 'events';

export type NodeFlow = {
  /** Out per second. */
  rate: number | undefined;
  rateIn: number | undefined;
  /** Out relative to in over the last minute, in percent; undefined without input. */
  change: number | undefined;
  /** In and out over the last minute, or since watching began. */
  minuteIn: number;
  minuteOut: number;
  /** Seconds covered by `minuteIn` and `minuteOut`, at most 60. */
  seconds: number;
  /** Out per second, one value per second. */
  spark: readonly (number | null)[];
  totals: ComponentCounters;
};

const RATE_SECONDS = 5;

type Pick = (counters: ComponentCounters) => number;
const OUT: Record<FlowUnit, Pick> = {
  bytes: (counters) => fromCount(counters.bytesOut),
  events: (counters) => fromCount(counters.eventsOut),
};
const IN: Record<FlowUnit, Pick> = {
  bytes: (counters) => fromCount(counters.bytesIn),
  events: (counters) => fromCount(counters.eventsIn),
};

/** Since the component first ran. */
export const getTotalOut = (counters: ComponentCounters, unit: FlowUnit): number => OUT[unit](counters);
export const getTotalIn = (counters: ComponentCounters, unit: FlowUnit): number => IN[unit](counters);

type Sample = { at: number; counters: ComponentCounters };

const toCount = ({ at, counters }: Sample, pick: Pick) => ({ at, total: pick(counters) });

function computeFlowRate(samples: readonly Sample[], pick: Pick): number | undefined {
  const last = samples.at(-1);
  const first = last && (samples.findLast((one) => last.at - one.at >= RATE_SECONDS) ?? samples[0]);
  return last && first && computeRate(toCount(first, pick), toCount(last, pick));
}

function computeSpark(samples: readonly Sample[], pick: Pick): (number | null)[] {
  return samples.slice(1).map((sample, index) => {
    const former = samples[index];
    return (former && computeRate(toCount(former, pick), toCount(sample, pick))) ?? null;
  });
}

/** Increase of a total over the last minute; 0 after a counter reset. */
const computeRise = (samples: readonly Sample[], pick: Pick): number => {
  const [first, last] = [samples[0], samples.at(-1)];
  return first && last ? Math.max(0, pick(last.counters) - pick(first.counters)) : 0;
};

/** Metrics by componentId. */
export function computeFlows(
  history: CounterHistory,
  pipelineId: string,
  unit: FlowUnit,
): ReadonlyMap<string, NodeFlow> {
  const latest = history.at(-1)?.pipelines[pipelineId] ?? {};
  return new Map(
    Object.entries(latest).map(([componentId, totals]) => {
      const samples = history.flatMap(({ at, pipelines }) => {
        const counters = pipelines[pipelineId]?.[componentId];
        return counters ? [{ at, counters }] : [];
      });
      const minuteIn = computeRise(samples, IN[unit]);
      const minuteOut = computeRise(samples, OUT[unit]);
      return [
        componentId,
        {
          rate: computeFlowRate(samples, OUT[unit]),
          rateIn: computeFlowRate(samples, IN[unit]),
          change: minuteIn > 0 ? 100 * (minuteOut / minuteIn - 1) : undefined,
          minuteIn,
          minuteOut,
          seconds: Math.round((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)),
          spark: computeSpark(samples, OUT[unit]),
          totals,
        },
      ];
    }),
  );
}

/** Undefined while no rate is known. */
export const addRates = (rates: readonly (number | undefined)[]): number | undefined => {
  const known = rates.filter((rate) => rate !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, rate) => sum + rate, 0);
};
