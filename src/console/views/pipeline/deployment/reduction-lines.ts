import type { PreviewOutcome } from '../../../../contract/calls/preview.ts';
import { percentText } from '../versions/data-changes.ts';

/** What the same events become in the version that runs and in the one that is to be deployed. */
export type ReductionRun = {
  key: string;
  name: string;
  eventCount: number;
  /** Undefined where nothing runs yet, or the events cannot be run through what runs. */
  running: PreviewOutcome | undefined;
  next: PreviewOutcome;
};

/** One line of the reduction: a percentage of what the destinations would get less than came in. */
export type ReductionLine = { key: string; before: string | undefined; after: string; on: string };

/** Runs in which anything came in. */
export function reductionLines(runs: readonly ReductionRun[]): ReductionLine[] {
  return runs
    .filter(({ next }) => next.total.percentOptimized !== null)
    .map(({ key, name, eventCount, running, next }) => {
      const before = running?.total.percentOptimized ?? undefined;
      return {
        key,
        before: before === undefined ? undefined : percentText(before),
        after: percentText(next.total.percentOptimized),
        on: `on ${eventCount} ${eventCount === 1 ? 'event' : 'events'} of ${name}`,
      };
    });
}
