import { computeRate, RATE_SECONDS } from '../../contract/figures.ts';
import { fromCount } from '../../contract/parameters.ts';
import type { CounterHistory, CounterSample } from './live-counters.ts';

/** A total of one sample; undefined while it is not counted. */
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

/** Per second, now; undefined before two samples. A total that decreased was restarted and gives 0. */
export const computeLiveRate = (history: CounterHistory, read: ReadTotal): number | undefined =>
  computeRateAt(history, history.length - 1, read);

/** The same rate at each sample but the first, oldest first; the last one is the rate now. */
export const listLiveRates = (history: CounterHistory, read: ReadTotal): (number | null)[] =>
  history.slice(1).map((_, index) => computeRateAt(history, index + 1, read) ?? null);

/** What was counted up to a moment (Unix seconds). */
export type HeldHistory = { until: number; history: CounterHistory };

/**
 * What was counted when the totals beside it were, so that both are of one moment and stand or move together.
 * Undefined while there is too little of it for a rate.
 * @param held what was shown last; it stays as it is as long as the moment does
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

/**
 * Total of a source or destination over all pipelines: what a source received, which pipelines share, or what a
 * destination wrote.
 */
export const readConnection =
  (componentId: string, kind: 'source' | 'destination', unit: Unit): ReadTotal =>
  ({ pipelines }) => {
    const found = Object.values(pipelines).flatMap((components) => components[componentId] ?? []);
    if (found.length === 0) return undefined;
    if (kind === 'source') return Math.max(...found.map((one) => fromCount(one[`${unit}In`])));
    return found.reduce((sum, one) => sum + fromCount(one[`${unit}Out`]), 0);
  };
