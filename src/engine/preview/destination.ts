import type { EventForm } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import { decodeBatch } from '../event/encode.ts';
import { type BatchPool, liveEvents } from '../topology/batch-pool.ts';
import type { EventConsumer } from '../topology/flow.ts';
import type { ComponentMetrics } from '../topology/metrics.ts';
import type { Recorder } from './recorder.ts';

type Parts = {
  readonly nodeId: string;
  readonly metrics: ComponentMetrics;
  readonly form: EventForm;
  readonly pool: BatchPool;
  readonly recorder: Recorder;
};

/** Records what a destination would write, and sends nothing. */
export function shownDestination({ nodeId, metrics, form, pool, recorder }: Parts): EventConsumer {
  const take = (batch: Batch) => {
    for (const event of liveEvents(batch)) {
      const isText = batch.isRawText(event);
      const text = batch.bytesOf(event).toString();
      const bytes = form === 'text' ? batch.size(event) : batch.ndjsonSize(event);
      metrics.eventsOut++;
      metrics.bytesOut += bytes;
      recorder.enter(nodeId, text, isText);
      // Only wrapped text differs from the input.
      recorder.close(nodeId, [form === 'text' ? text : batch.toJsonText(event)], isText);
    }
  };
  return {
    take(batch, stored, events, bytes) {
      metrics.eventsIn += events;
      metrics.bytesIn += bytes;
      const own = batch ?? (stored ? decodeBatch(stored, pool.take()) : null);
      if (!own) return;
      take(own);
      pool.release(own);
    },
  };
}
