import type { PreviewOutcome } from '../../../../contract/calls/preview.ts';
import { counted } from '../../../../contract/values.ts';
import { formatPercentText } from '../../../components/version-changes/data-changes.ts';

export type ReductionRun = {
  key: string;
  name: string;
  eventCount: number;
  /** Undefined when nothing runs, or it cannot process the events. */
  running: PreviewOutcome | undefined;
  next: PreviewOutcome;
};

/** Percent by which output is less than input. */
export type ReductionLine = { key: string; before: string | undefined; after: string; on: string };

/** Skips runs without input. */
export function listReductionLines(runs: readonly ReductionRun[]): ReductionLine[] {
  return runs
    .filter(({ next }) => next.total.percentOptimized !== null)
    .map(({ key, name, eventCount, running, next }) => {
      const before = running?.total.percentOptimized ?? undefined;
      return {
        key,
        before: before === undefined ? undefined : formatPercentText(before),
        after: formatPercentText(next.total.percentOptimized),
        on: `on ${counted(eventCount, 'event')} of ${name}`,
      };
    });
}
