import {
  computeOptimized,
  computePercentOptimized,
  type PipelineSummary,
} from '../../contract/entities/analytics.ts';
import type { DataVolumeMetric } from '../../contract/enums.ts';
import { toCount } from '../../contract/parameters.ts';
import type { Waiting } from './analytics.ts';
import type { Volume } from './volume.ts';

type VolumeFields = Omit<PipelineSummary, 'processingErrors'>;

export const isCountedInEvents = (metric: DataVolumeMetric): boolean => metric === 'EVENTS_COUNT';

export const pickWaiting = (waiting: readonly Waiting[], metric: DataVolumeMetric): number =>
  waiting.reduce((sum, one) => sum + (isCountedInEvents(metric) ? one.events : one.bytes), 0);

/**
 * Volume of a pipeline or component over a range.
 * @param waiting at the end of the range
 */
export function toVolumeFields(
  volume: Volume,
  events: Volume,
  waiting: readonly Waiting[],
  metric: DataVolumeMetric,
): VolumeFields {
  return {
    totalInputDataBytes: toCount(volume.input),
    totalOutputDataBytes: toCount(volume.output),
    totalDroppedDataBytes: toCount(volume.dropped),
    totalWaitingDataBytes: toCount(pickWaiting(waiting, metric)),
    totalDeadLetterDataBytes: toCount(volume.deadLetters),
    totalLostDataBytes: toCount(volume.lost),
    optimizedDataBytes: computeOptimized(volume),
    percentDataOptimized: computePercentOptimized(volume),
    eventsIn: toCount(events.input),
    eventsOut: toCount(events.output),
    eventsDropped: toCount(events.dropped),
    eventsWaiting: toCount(waiting.reduce((sum, one) => sum + one.events, 0)),
    eventsDeadLetter: toCount(events.deadLetters),
    eventsLost: toCount(events.lost),
  };
}
