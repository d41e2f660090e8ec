import { computeSaving, type Delivery, type PipelineSummary } from '../../../contract/entities/analytics.ts';
import { fromCount, toCount } from '../../../contract/parameters.ts';

type Volume = Pick<PipelineSummary, 'totalInputDataBytes' | 'totalOutputDataBytes' | 'undeliveredDataBytes'>;

export const toDelivery = (summary: Volume): Delivery => ({
  input: fromCount(summary.totalInputDataBytes),
  output: fromCount(summary.totalOutputDataBytes),
  undelivered: summary.undeliveredDataBytes,
});

export function sumSummaries(summaries: readonly PipelineSummary[]): PipelineSummary {
  const sum = (read: (one: PipelineSummary) => number | string) =>
    summaries.reduce((total, one) => total + fromCount(read(one)), 0);
  const volume = {
    totalInputDataBytes: toCount(sum((one) => one.totalInputDataBytes)),
    totalOutputDataBytes: toCount(sum((one) => one.totalOutputDataBytes)),
    undeliveredDataBytes: sum((one) => one.undeliveredDataBytes),
  };
  return {
    ...volume,
    percentDataOptimized: computeSaving(toDelivery(volume))?.percent ?? null,
    processingErrors: toCount(sum((one) => one.processingErrors)),
    eventsIn: toCount(sum((one) => one.eventsIn)),
    eventsOut: toCount(sum((one) => one.eventsOut)),
    eventsDropped: toCount(sum((one) => one.eventsDropped)),
  };
}
