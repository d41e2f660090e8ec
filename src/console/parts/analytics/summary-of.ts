import { type PipelineSummary, percentOptimized } from '../../../contract/entities/analytics.ts';
import { fromCount, toCount } from '../../../contract/parameters.ts';

/** Share saved by several pipelines together; one of which it is not known counts neither way. */
export function percentOfAll(summaries: readonly PipelineSummary[]): number | null {
  let [input, due] = [0, 0];
  for (const { percentDataOptimized: percent, totalInputDataBytes } of summaries) {
    if (percent === null) continue;
    const own = fromCount(totalInputDataBytes);
    input += own;
    due += own * (1 - percent / 100);
  }
  return percentOptimized(input, due);
}

/** As much more than this share of the input is told, in percent: the figures of one moment never quite agree. */
const TOLD_FROM = 2;

/**
 * What reached the destinations and is not written: in the metric of the summary, as what was written so far tells.
 * Undefined when there is next to nothing; null when nothing was delivered at all.
 */
export function undeliveredOf(summary: PipelineSummary | undefined): number | null | undefined {
  if (!summary || summary.eventsIn === '0') return undefined;
  const { percentDataOptimized: percent } = summary;
  if (percent === null) return null;
  const input = fromCount(summary.totalInputDataBytes);
  const waiting = input * (1 - percent / 100) - fromCount(summary.totalOutputDataBytes);
  return waiting * 100 > input * TOLD_FROM ? Math.round(waiting) : undefined;
}

/** Several pipelines as one: the sums, and the share saved of all of them. */
export function summaryOf(summaries: readonly PipelineSummary[]): PipelineSummary {
  const sum = (read: (one: PipelineSummary) => string) =>
    summaries.reduce((total, one) => total + fromCount(read(one)), 0);
  return {
    percentDataOptimized: percentOfAll(summaries),
    processingErrors: toCount(sum((one) => one.processingErrors)),
    totalInputDataBytes: toCount(sum((one) => one.totalInputDataBytes)),
    totalOutputDataBytes: toCount(sum((one) => one.totalOutputDataBytes)),
    eventsIn: toCount(sum((one) => one.eventsIn)),
    eventsOut: toCount(sum((one) => one.eventsOut)),
    eventsDropped: toCount(sum((one) => one.eventsDropped)),
  };
}
