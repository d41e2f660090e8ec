import type { ComponentCounters } from '../../../contract/live.ts';
import { fromCount } from '../../../contract/parameters.ts';
import type { CounterHistory } from '../../api/live-counters.ts';

export type FlowUnit = 'bytes' | 'events';

/** What moves at one node: per second now, over the last minute, and since it first ran. */
export type NodeFlow = {
  /** Out per second. */
  rate: number | undefined;
  rateIn: number | undefined;
  /** Out against in over the last minute, in percent; undefined when nothing came in. */
  change: number | undefined;
  /** In and out over the last minute, or since it is watched. */
  minuteIn: number;
  minuteOut: number;
  /** Seconds that these two are of, at most a minute. */
  seconds: number;
  /** Out per second, second by second. */
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

/** Total in the unit since the component first ran. */
export const totalOut = (counters: ComponentCounters, unit: FlowUnit): number => OUT[unit](counters);
export const totalIn = (counters: ComponentCounters, unit: FlowUnit): number => IN[unit](counters);

type Sample = { at: number; counters: ComponentCounters };

function rateOf(samples: readonly Sample[], pick: Pick): number | undefined {
  const last = samples.at(-1);
  const first = last && (samples.findLast((one) => last.at - one.at >= RATE_SECONDS) ?? samples[0]);
  if (!last || !first || last.at <= first.at) return undefined;
  // Totals that fall back are those of a component that began anew.
  return Math.max(0, pick(last.counters) - pick(first.counters)) / (last.at - first.at);
}

function sparkOf(samples: readonly Sample[], pick: Pick): (number | null)[] {
  return samples.slice(1).map((sample, index) => {
    const former = samples[index];
    if (!former || sample.at <= former.at) return null;
    return Math.max(0, pick(sample.counters) - pick(former.counters)) / (sample.at - former.at);
  });
}

/** How much a total rose over the last minute; one that fell back is that of a component that began anew. */
const risen = (samples: readonly Sample[], pick: Pick): number => {
  const [first, last] = [samples[0], samples.at(-1)];
  return first && last ? Math.max(0, pick(last.counters) - pick(first.counters)) : 0;
};

/** Figures by componentId from the running totals of the last minute. */
export function flowsOf(
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
      const minuteIn = risen(samples, IN[unit]);
      const minuteOut = risen(samples, OUT[unit]);
      return [
        componentId,
        {
          rate: rateOf(samples, OUT[unit]),
          rateIn: rateOf(samples, IN[unit]),
          change: minuteIn > 0 ? 100 * (minuteOut / minuteIn - 1) : undefined,
          minuteIn,
          minuteOut,
          seconds: Math.round((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)),
          spark: sparkOf(samples, OUT[unit]),
          totals,
        },
      ];
    }),
  );
}

/** Sum of rates; undefined while none is known. */
export const sumRates = (rates: readonly (number | undefined)[]): number | undefined => {
  const known = rates.filter((rate) => rate !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, rate) => sum + rate, 0);
};
