import type { CollectorComponent } from './processors.ts';

/** Marks each component of a tap by its id. */
export const TAP = 'penstock-tap';

/** Service address for a node's events, and the agent's credential. */
export type TapTarget = { componentId: string; endpoint: string; authorization: string };

/** Accepts events without delay or failure, whatever happens behind it. */
export const TAP_BATCH: CollectorComponent = {
  type: 'batch',
  settings: { timeout: '500ms', send_batch_size: 20, send_batch_max_size: 20 },
};

/** One request at a time; drops events while four wait. */
export const toTapExporter = ({ endpoint, authorization }: TapTarget): CollectorComponent => ({
  type: 'otlphttp',
  settings: {
    logs_endpoint: endpoint,
    headers: { authorization },
    timeout: '5s',
    retry_on_failure: { enabled: false },
    sending_queue: { enabled: true, num_consumers: 1, queue_size: 4, block_on_overflow: false },
  },
});
