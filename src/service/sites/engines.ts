import {
  EngineError,
  type EnginePort,
  type EngineProblem,
  type EngineReport,
  type EngineState,
} from '../../engine/port.ts';
import type { Clock } from '../ids.ts';

/**
 * The engines of all sites behind the port of one: each order goes to the engine of the site it concerns. A
 * site's engine is a process of its own, with its own folder.
 */
export type SiteEngines = Omit<EnginePort, 'onReport'> & {
  /** Of one site; of an inactive one `stopped`. */
  stateOf(siteId: string): EngineState;
  /** Unix milliseconds of the last sign of life of a site's engine; 0 when there was none. */
  lastHeartbeatOf(siteId: string): number;
  /** Starts the engine of a site that was made or became active; it may still be starting afterwards. */
  open(siteId: string): Promise<void>;
  /** Ends the engine of a site; what its destinations had not yet taken stays in its folder. */
  close(siteId: string): Promise<void>;
  onReport(listener: (report: EngineReport, siteId: string) => void): () => void;
};

export type SiteEnginesOptions = {
  /** Makes the engine of a site, not started. */
  makeEngine: (siteId: string) => EnginePort;
  /** True for a site whose engine runs on another machine: whether it is there is no matter of this service. */
  isRemote?: (siteId: string) => boolean;
  /** Sites whose engines run from the start. */
  active: readonly string[];
  clock: Clock;
  /** The site of a pipeline that no order was about yet. */
  siteOf: (pipelineId: string) => Promise<string | undefined>;
};

type Held = { engine: EnginePort; deaf: () => void };

const INACTIVE: EngineProblem = {
  errorName: 'SiteInactive',
  message: 'The site is not active: it runs nothing',
  causes: ['Somebody made the site inactive'],
  resolutions: ['Activate the site under Settings, Sites'],
};

export function createSiteEngines(options: SiteEnginesOptions): SiteEngines {
  const { makeEngine, isRemote = () => false, active, clock, siteOf } = options;
  const engines = new Map<string, Held>();
  const placed = new Map<string, string>();
  const heartbeats = new Map<string, number>();
  const listeners = new Set<(report: EngineReport, siteId: string) => void>();
  const opened = new Set(active);
  const closing = new Map<string, Promise<void>>();
  let isStopping = false;

  const of = (siteId: string): EnginePort => {
    const known = engines.get(siteId);
    if (known) return known.engine;
    const engine = makeEngine(siteId);
    const deaf = engine.onReport((report) => {
      if (report.type !== 'state' || report.state === 'running') heartbeats.set(siteId, clock());
      for (const listener of listeners) listener(report, siteId);
    });
    engines.set(siteId, { engine, deaf });
    return engine;
  };
  for (const siteId of active) of(siteId);

  const running = (siteId: string): EnginePort => {
    if (!opened.has(siteId)) throw new EngineError(INACTIVE);
    return of(siteId);
  };

  return {
    /** `running` while every engine of this machine that should run does, else how the first of the others fares. */
    get state() {
      const own = [...opened].filter((siteId) => !isRemote(siteId));
      const states = own.map((siteId) => of(siteId).state);
      if (isStopping) return states.find((state) => state !== 'stopped') ?? 'stopped';
      return states.find((state) => state !== 'running') ?? 'running';
    },
    stateOf: (siteId) => (opened.has(siteId) ? of(siteId).state : 'stopped'),
    lastHeartbeatOf: (siteId) => heartbeats.get(siteId) ?? 0,
    start: async () => {
      await Promise.all([...opened].map((siteId) => of(siteId).start()));
    },
    open: async (siteId) => {
      // Two engines never share a folder.
      await closing.get(siteId);
      if (isStopping || opened.has(siteId)) return;
      opened.add(siteId);
      // It rejects when the engine is ended before it ran, which is no failure.
      of(siteId)
        .start()
        .catch(() => undefined);
    },
    close: async (siteId) => {
      opened.delete(siteId);
      const held = engines.get(siteId);
      // An engine that ended does not start again: the next one is made anew.
      engines.delete(siteId);
      // It may be ending already.
      if (!held) return closing.get(siteId);
      const ended = held.engine.stop().then(held.deaf);
      closing.set(siteId, ended);
      await ended;
      if (closing.get(siteId) === ended) closing.delete(siteId);
    },
    deploy: async (plan, options) => {
      placed.set(plan.pipelineId, plan.siteId);
      await running(plan.siteId).deploy(plan, options);
    },
    remove: async (pipelineId, options) => {
      const siteId = placed.get(pipelineId) ?? (await siteOf(pipelineId));
      placed.delete(pipelineId);
      // On an inactive site nothing runs.
      if (siteId !== undefined && opened.has(siteId)) await of(siteId).remove(pipelineId, options);
    },
    tap(request, onEvents, onEnd) {
      const siteId = placed.get(request.pipelineId) ?? [...opened][0];
      if (siteId !== undefined && opened.has(siteId)) return of(siteId).tap(request, onEvents, onEnd);
      queueMicrotask(() => onEnd(INACTIVE.message));
      return { stop: () => undefined };
    },
    preview: (request) => of(request.siteId).preview(request),
    testConnection: (request) => of(request.siteId).testConnection(request),
    onReport(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: async () => {
      isStopping = true;
      await Promise.all([...closing.values(), ...[...engines.values()].map(({ engine }) => engine.stop())]);
    },
  };
}
