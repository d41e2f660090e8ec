import type { ComponentCounters } from '../../../../contract/live.ts';
import { fromCount } from '../../../../contract/parameters.ts';
import type { CounterHistory } from '../../../api/live-counters.ts';
import { computeLiveRate, listLiveRates, type ReadTotal } from '../../../api/live-rates.ts';

export type FlowUnit = 'bytes' | 'events';

export type NodeFlow = {
  /** Out per second. */
  rate: number | undefined;
  rateIn: number | undefined;
  /** `rate` relative to `rateIn`, in percent; undefined without input. */
  change: number | undefined;
  /** In and out over the last minute, or since watching began. */
  minuteIn: number;
  minuteOut: number;
  /** Seconds covered by `minuteIn` and `minuteOut`, at most 60. */
  seconds: number;
  /** Out per second, one value per second; the last one is `rate`. */
  spark: readonly (number | null)[];
  sparkIn: readonly (number | null)[];
  totals: ComponentCounters;
};

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
      const readAt =
        (pick: Pick): ReadTotal =>
        ({ pipelines }) => {
          const counters = pipelines[pipelineId]?.[componentId];
          return counters && pick(counters);
        };
      const rate = computeLiveRate(history, readAt(OUT[unit]));
      const rateIn = computeLiveRate(history, readAt(IN[unit]));
      const minuteIn = computeRise(samples, IN[unit]);
      const minuteOut = computeRise(samples, OUT[unit]);
      return [
        componentId,
        {
          rate,
          rateIn,
          change: rateIn && rate !== undefined ? 100 * (rate / rateIn - 1) : undefined,
          minuteIn,
          minuteOut,
          seconds: Math.round((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0)),
          spark: listLiveRates(history, readAt(OUT[unit])),
          sparkIn: listLiveRates(history, readAt(IN[unit])),
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
