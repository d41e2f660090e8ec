import type { CollectorComponent } from './processors.ts';
import { type Settings, Unrenderable } from './refusal.ts';
import type { Shape } from './shape.ts';

/** The extension that keeps positions and what waits on the disk of the agent. */
export const STORAGE = 'file_storage/penstock';

/** An environment variable that agents need. */
export type NeededVariable = { name: string; purpose: string };

export type RenderedSource = {
  receiver: CollectorComponent;
  /** Make an event of a record. */
  processors: CollectorComponent[];
  shape: Shape;
  /** What differs from an engine, and changes no event. */
  notes: string[];
  variables: NeededVariable[];
};

export type RenderedDestination = {
  exporter: CollectorComponent;
  notes: string[];
  variables: NeededVariable[];
  /** Make of an event what is sent. @throws Unrenderable */
  shapeRecords(shape: Shape): CollectorComponent[];
};

/** @param variable the environment variable for a secret of the node */
export type RenderSource = (settings: Settings, variable: string) => RenderedSource;
export type RenderDestination = (settings: Settings, variable: string) => RenderedDestination;

type Buffer = { mode?: string; maxBytes?: number; whenFull?: string };
type Batching = { maxEvents?: number; maxBytes?: number; timeoutMs?: number };

/**
 * What waits for a destination, on the disk of the agent.
 * @param usual batches of the destination where they are not set
 * @throws Unrenderable for a buffer in memory
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
