import { computeRate, RATE_SECONDS } from '../../contract/figures.ts';
import { fromCount } from '../../contract/parameters.ts';
import type { CounterHistory, CounterSample } from './live-counters.ts';

/** A total of one sample; undefined if not counted. */
export type ReadTotal = (sample: CounterSample) => number | undefined;
type Unit = 'bytes' | 'events';

function computeRateAt(history: CounterHistory, index: number, read: ReadTotal): number | undefined {
  const last = history[index];
  const now = last && read(last);
  if (!last || now === undefined) return undefined;
  let first: { at: number; total: number } | undefined;
  for (let before = index - 1; before >= 0; before--) {
    const sample = history[before]!;
    const total = read(sample);
    if (total === undefined) break;
    first = { at: sample.at, total };
    if (last.at - sample.at >= RATE_SECONDS) break;
  }
  return first && computeRate(first, { at: last.at, total: now });
}

/** Current rate per second; undefined before two samples. A decreased total was restarted and gives 0. */
export const computeLiveRate = (history: CounterHistory, read: ReadTotal): number | undefined =>
  computeRateAt(history, history.length - 1, read);

/** The rate at each sample but the first, oldest first. */
export const listLiveRates = (history: CounterHistory, read: ReadTotal): (number | null)[] =>
  history.slice(1).map((_, index) => computeRateAt(history, index + 1, read) ?? null);

/** Counts up to a moment (Unix seconds). */
export type HeldHistory = { until: number; history: CounterHistory };

/**
 * History up to the moment of the displayed totals, so that both change together. Undefined while too short
 * for a rate.
 * @param held the previous result, kept while the moment is unchanged
 */
export function holdHistory(
  held: HeldHistory | undefined,
  history: CounterHistory,
  until: number,
): HeldHistory | undefined {
  if (held?.until === until) return held;
  const counted = history.filter(({ at }) => at <= until);
  return counted.length < 2 ? undefined : { until, history: counted };
}

/** A source or destination's total over all pipelines: received (pipelines share sources), or written. */
export const readConnection =
  (componentId: string, kind: 'source' | 'destination', unit: Unit): ReadTotal =>
  ({ pipelines }) => {
    const found = Object.values(pipelines).flatMap((components) => components[componentId] ?? []);
    if (found.length === 0) return undefined;
    if (kind === 'source') return Math.max(...found.map((one) => fromCount(one[`${unit}In`])));
    return found.reduce((sum, one) => sum + fromCount(one[`${unit}Out`]), 0);
  };
