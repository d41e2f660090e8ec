import type { CollectorComponent } from './processors.ts';

/** Part of the id of each component of a tap, and of nothing else. */
export const TAP = 'penstock-tap';

/** Where the events of a node go besides: an address of the service, and what an agent shows it. */
export type TapTarget = { componentId: string; endpoint: string; authorization: string };

/** Takes what comes without making it wait and without a failure, whatever becomes of it behind. */
export const TAP_BATCH: CollectorComponent = {
  type: 'batch',
  settings: { timeout: '500ms', send_batch_size: 20, send_batch_max_size: 20 },
};

/** One request after the other; what comes while four wait is dropped. */
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
