import type { ComponentCounters } from '../../../contract/live.ts';
import type { CounterHistory } from '../../api/live-counters.ts';

type Read = (componentId: string, counters: ComponentCounters) => number;

const total = (sample: CounterHistory[number], read: Read): number => {
  let sum = 0;
  for (const components of Object.values(sample.pipelines)) {
    for (const [id, counters] of Object.entries(components)) sum += read(id, counters);
  }
  return sum;
};

/** Per second between neighbouring samples of the live counters, oldest first; a restart shows as a gap of 0. */
export function ratesOf(history: CounterHistory, read: Read): number[] {
  return history.slice(1).map((sample, index) => {
    const former = history[index]!;
    const seconds = sample.at - former.at;
    return seconds <= 0 ? 0 : Math.max(0, (total(sample, read) - total(former, read)) / seconds);
  });
}
