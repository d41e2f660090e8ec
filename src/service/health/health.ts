import type { EngineReport, EngineState } from '../../engine/port.ts';
import type { Clock } from '../ids.ts';
import type { Hub } from '../live/hub.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import { createHealthTracker, type HealthChange, type KnownEventAt, type NodeHealth } from './tracker.ts';

/** Of an engine in these states nothing is known. */
const GONE: readonly EngineState[] = ['stopped', 'disconnected'];

/** How what runs fares: takes the engine's reports, and tells who watches a site when something changes. */
export type HealthWatch = {
  take(report: EngineReport, siteId: string): void;
  /** Every node that runs. */
  read(): NodeHealth[];
};

type Tools = {
  store: Store;
  hub: Hub;
  log: Log;
  /** A clock that nobody sets. */
  steady: Clock;
  knownEventAt: KnownEventAt;
};

export function createHealthWatch({ store, hub, log, steady, knownEventAt }: Tools): HealthWatch {
  /** One per engine: the counters of each tell of all that runs there. */
  const trackers = new Map<string, ReturnType<typeof createHealthTracker>>();
  const tell = async (changes: readonly HealthChange[]) => {
    const ids = new Set(changes.map(({ pipelineId }) => pipelineId));
    for (const pipelineId of ids) {
      const pipeline = await store.pipelines.find(pipelineId);
      if (pipeline) hub.publish({ type: 'health.changed', siteId: pipeline.site_id, pipelineId });
    }
  };
  return {
    take: (report, siteId) => {
      if (report.type === 'state' && GONE.includes(report.state)) trackers.delete(siteId);
      const tracker = trackers.get(siteId) ?? createHealthTracker(steady, knownEventAt);
      trackers.set(siteId, tracker);
      const changes = tracker.take(report);
      if (changes.length === 0) return;
      tell(changes).catch((error: unknown) => log.error({ err: error }, 'telling a change of health failed'));
    },
    read: () => [...trackers.values()].flatMap((tracker) => tracker.read()),
  };
}
