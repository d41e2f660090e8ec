import type { Clock } from './clock.ts';
import type { Hub } from './live/hub.ts';
import type { Log } from './log.ts';
import type { Store } from './store/index.ts';

const ORPHAN_SWEEP_MS = 5 * 60_000;
/** A newer transform may still get into a graph. */
const ORPHAN_AGE_MS = 10 * 60_000;
/** Until then a create may be repeated with its key, or get its graph. */
export const GRAPHLESS_AGE_MS = 24 * 3600_000;

type Tools = { store: Store; hub: Hub; clock: Clock; log: Log };

/** Removes what unfinished saves left, at start and every five minutes. */
export function createLeftoverSweep({ store, hub, clock, log }: Tools) {
  const sweepNow = async () => {
    const pipelines = await store.pipelines.sweepWithoutGraph(clock() - GRAPHLESS_AGE_MS);
    for (const { id, site_id: siteId, name } of pipelines) {
      log.info({ pipelineId: id, name }, 'a pipeline that never got a graph was removed');
      hub.publish({ type: 'entity.changed', siteId, entity: 'pipeline', id, change: 'deleted' });
    }
    await store.transforms.sweepOrphans(clock() - ORPHAN_AGE_MS);
  };
  const sweep = () =>
    sweepNow().catch((error: unknown) => log.error({ err: error }, 'sweeping what was not saved failed'));
  let timer: NodeJS.Timeout | undefined;
  return {
    start: async () => {
      await sweep();
      timer = setInterval(sweep, ORPHAN_SWEEP_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
