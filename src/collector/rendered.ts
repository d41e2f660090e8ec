import type { CollectorComponent } from './processors.ts';
import { type Settings, Unrenderable } from './refusal.ts';
import type { Shape } from './shape.ts';

/** Keeps positions and queues on the agent's disk. */
export const STORAGE = 'file_storage/penstock';

export type NeededVariable = { name: string; purpose: string };

export type RenderedSource = {
  receiver: CollectorComponent;
  /** From record to event. */
  processors: CollectorComponent[];
  shape: Shape;
  /** Differences from an engine that change no event. */
  notes: string[];
  variables: NeededVariable[];
};

export type RenderedDestination = {
  exporter: CollectorComponent;
  notes: string[];
  variables: NeededVariable[];
  /** From event to output. @throws Unrenderable */
  shapeRecords(shape: Shape): CollectorComponent[];
};

/** @param variable environment variable for a secret of the node */
export type RenderSource = (settings: Settings, variable: string) => RenderedSource;
export type RenderDestination = (settings: Settings, variable: string) => RenderedDestination;

type Buffer = { mode?: string; maxBytes?: number; whenFull?: string };
type Batching = { maxEvents?: number; maxBytes?: number; timeoutMs?: number };

/**
 * A destination's queue on the agent's disk.
 * @param usual default batches
 * @throws Unrenderable for a memory buffer
 */
export function takeSendingQueue(
  settings: Settings,
  usual: { maxEvents: number; timeoutMs: number },
  consumers: number,
): Record<string, unknown> {
  const { mode = 'disk', maxBytes = 268_435_456, whenFull = 'block' } = settings.take<Buffer>('buffer', {});
  if (mode !== 'disk')
    throw new Unrenderable(
      'A queue in the memory of a Collector loses what waits when it ends',
      "Choose 'On disk' for the buffer",
    );
  const { maxEvents, timeoutMs } = { ...usual, ...settings.take<Batching>('batch', {}) };
  return {
    enabled: true,
    storage: STORAGE,
    num_consumers: consumers,
    sizer: 'bytes',
    queue_size: maxBytes,
    block_on_overflow: whenFull === 'block',
    batch: {
      sizer: 'items',
      flush_timeout: `${Math.max(timeoutMs, 1)}ms`,
      min_size: maxEvents,
      max_size: maxEvents,
    },
  };
}
