import type { EngineReport, EngineState } from '../../engine/port.ts';
import type { Clock } from '../clock.ts';
import type { Hub } from '../live/hub.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import { createHealthTracker, type KnownEventAt, type NodeHealth } from './tracker.ts';

type Tracker = ReturnType<typeof createHealthTracker>;

const GONE: readonly EngineState[] = ['stopped', 'disconnected'];

export type HealthWatch = {
  take(report: EngineReport, siteId: string): void;
  read(): NodeHealth[];
  readStarting(siteId: string): readonly string[];
};

type Tools = {
  store: Store;
  hub: Hub;
  log: Log;
  steady: Clock;
  knownEventAt: KnownEventAt;
  others?: () => readonly NodeHealth[];
};

export function createHealthWatch({
  store,
  hub,
  log,
  steady,
  knownEventAt,
  others = () => [],
}: Tools): HealthWatch {
  /** By site and engine process: each report covers everything in it. */
  const trackers = new Map<string, Map<number, Tracker>>();
  const starting = new Map<string, Map<number, readonly string[]>>();
  const readStarting = (siteId: string) => [...(starting.get(siteId)?.values() ?? [])].flat();
  const noteStarting = (report: EngineReport, siteId: string): string[] => {
    const before = readStarting(siteId);
    if (report.type === 'state' && report.state !== 'running') starting.delete(siteId);
    if (report.type === 'counters') {
      const ofSite = starting.get(siteId) ?? new Map<number, readonly string[]>();
      starting.set(siteId, ofSite.set(report.worker ?? 0, report.starting ?? []));
    }
    const now = readStarting(siteId);
    return before.join() === now.join() ? [] : [...before, ...now];
  };
  const publish = async (ids: ReadonlySet<string>) => {
    for (const pipelineId of ids) {
      const pipeline = await store.pipelines.find(pipelineId);
      if (pipeline) hub.publish({ type: 'health.changed', siteId: pipeline.site_id, pipelineId });
    }
  };
  return {
    take: (report, siteId) => {
      if (report.type === 'state' && GONE.includes(report.state)) trackers.delete(siteId);
      const ofSite = trackers.get(siteId) ?? new Map<number, Tracker>();
      trackers.set(siteId, ofSite);
      if (report.type === 'counters') {
        const { worker = 0 } = report;
        if (!ofSite.has(worker)) ofSite.set(worker, createHealthTracker(steady, knownEventAt));
      }
      // Errors do not name their process; the others forget them.
      const takes = report.type === 'counters' ? [ofSite.get(report.worker ?? 0)] : [...ofSite.values()];
      const changes = takes.flatMap((tracker) => tracker?.take(report) ?? []);
      const ids = new Set([...changes.map(({ pipelineId }) => pipelineId), ...noteStarting(report, siteId)]);
      if (ids.size === 0) return;
      publish(ids).catch((error: unknown) =>
        log.error({ err: error }, 'reporting a change of health failed'),
      );
    },
    read: () => {
      const nodes = [...trackers.values()].flatMap((ofSite) =>
        [...ofSite.values()].flatMap((tracker) => tracker.read()),
      );
      // A pipeline that just moved is in the reports of both processes.
      const own = new Map(nodes.map((node) => [`${node.pipelineId}/${node.componentId}`, node]));
      return [...own.values(), ...others()];
    },
    readStarting,
  };
}
