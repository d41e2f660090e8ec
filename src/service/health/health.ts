import type { EngineReport, EngineState } from '../../engine/port.ts';
import type { Clock } from '../clock.ts';
import type { Hub } from '../live/hub.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import { createHealthTracker, type HealthChange, type KnownEventAt, type NodeHealth } from './tracker.ts';

const GONE: readonly EngineState[] = ['stopped', 'disconnected'];

/** Takes the engine's reports and notifies watchers of changes. */
export type HealthWatch = {
  take(report: EngineReport, siteId: string): void;
  read(): NodeHealth[];
};

type Tools = {
  store: Store;
  hub: Hub;
  log: Log;
  /** A monotonic clock. */
  steady: Clock;
  knownEventAt: KnownEventAt;
};

export function createHealthWatch({ store, hub, log, steady, knownEventAt }: Tools): HealthWatch {
  /** One per engine: each report covers all that runs there. */
  const trackers = new Map<string, ReturnType<typeof createHealthTracker>>();
  const publish = async (changes: readonly HealthChange[]) => {
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
      publish(changes).catch((error: unknown) =>
        log.error({ err: error }, 'telling a change of health failed'),
      );
    },
    read: () => [...trackers.values()].flatMap((tracker) => tracker.read()),
  };
}
