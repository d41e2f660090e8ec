import { type PipelineSummary, percentOptimized } from '../../../contract/entities/analytics.ts';
import { fromCount, toCount } from '../../../contract/parameters.ts';

/** Several pipelines as one: the sums, and the share saved of all of them. */
export function summaryOf(summaries: readonly PipelineSummary[]): PipelineSummary {
  const sum = (read: (one: PipelineSummary) => string) =>
    summaries.reduce((total, one) => total + fromCount(read(one)), 0);
  const input = sum((one) => one.totalInputDataBytes);
  const output = sum((one) => one.totalOutputDataBytes);
  return {
    percentDataOptimized: percentOptimized(input, output),
    processingErrors: toCount(sum((one) => one.processingErrors)),
    totalInputDataBytes: toCount(input),
    totalOutputDataBytes: toCount(output),
    eventsIn: toCount(sum((one) => one.eventsIn)),
    eventsOut: toCount(sum((one) => one.eventsOut)),
    eventsDropped: toCount(sum((one) => one.eventsDropped)),
  };
}
