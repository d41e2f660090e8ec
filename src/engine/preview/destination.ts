import type { EventForm } from '../components/types.ts';
import type { Batch } from '../event/batch.ts';
import { decodeBatch } from '../event/encode.ts';
import { type BatchPool, liveEvents } from '../topology/batch-pool.ts';
import type { ComponentCell } from '../topology/cell.ts';
import type { Taker } from '../topology/flow.ts';
import type { Recorder } from './recorder.ts';

type Parts = {
  readonly nodeId: string;
  readonly cell: ComponentCell;
  readonly form: EventForm;
  readonly pool: BatchPool;
  readonly recorder: Recorder;
};

/** Stands where a destination would: writes each event as the destination would, and sends it nowhere. */
export function shownDestination({ nodeId, cell, form, pool, recorder }: Parts): Taker {
  const take = (batch: Batch) => {
    for (const event of liveEvents(batch)) {
      const isText = batch.isRawText(event);
      const text = batch.bytesOf(event).toString();
      const bytes = form === 'text' ? batch.size(event) : batch.ndjsonSize(event);
      cell.eventsOut++;
      cell.bytesOut += bytes;
      recorder.enter(nodeId, text, isText);
      // Text that is wrapped differs from what came in; all else is written as it came.
      recorder.close(nodeId, [form === 'text' ? text : batch.toJsonText(event)], isText);
    }
  };
  return {
    take(batch, stored, events, bytes) {
      cell.eventsIn += events;
      cell.bytesIn += bytes;
      const own = batch ?? (stored ? decodeBatch(stored, pool.take()) : null);
      if (!own) return;
      take(own);
      pool.release(own);
    },
  };
}
