import {
  EngineError,
  type EnginePort,
  type EngineProblem,
  type EngineReport,
  type EngineState,
} from '../../engine/port.ts';
import type { Clock } from '../clock.ts';

/** The engines of all sites behind one port; each has its own process and folder. */
export type SiteEngines = Omit<EnginePort, 'onReport'> & {
  /** `stopped` for an inactive site. */
  stateOf(siteId: string): EngineState;
  lastHeartbeatOf(siteId: string): number;
  /** The engine may still be starting afterwards. */
  open(siteId: string): Promise<void>;
  /** Undelivered events stay in its folder. */
  close(siteId: string): Promise<void>;
  onReport(listener: (report: EngineReport, siteId: string) => void): () => void;
};

type SiteEnginesOptions = {
  makeEngine: (siteId: string) => EnginePort;
  /** Remote engines do not count for this machine's state. */
  isRemote?: (siteId: string) => boolean;
  /** Unix milliseconds, for engines heard without reports. */
  heardAt?: (siteId: string) => number | undefined;
  active: readonly string[];
  clock: Clock;
  /** For a pipeline without an order so far. */
  siteOf: (pipelineId: string) => Promise<string | undefined>;
};

type Held = { engine: EnginePort; deaf: () => void };

const INACTIVE: EngineProblem = {
  errorName: 'SiteInactive',
  message: 'The site is inactive: it runs nothing',
  causes: ['Someone deactivated the site'],
  resolutions: ['Activate the site under Settings, Sites'],
};

export function createSiteEngines(options: SiteEnginesOptions): SiteEngines {
  const { makeEngine, isRemote = () => false, heardAt, active, clock, siteOf } = options;
  const engines = new Map<string, Held>();
  const placed = new Map<string, string>();
  const heartbeats = new Map<string, number>();
  const listeners = new Set<(report: EngineReport, siteId: string) => void>();
  const opened = new Set(active);
  const closing = new Map<string, Promise<void>>();
  let isStopping = false;

  const findEngine = (siteId: string): EnginePort => {
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
  for (const siteId of active) findEngine(siteId);

  const running = (siteId: string): EnginePort => {
    if (!opened.has(siteId)) throw new EngineError(INACTIVE);
    return findEngine(siteId);
  };

  return {
    /** `running` when every local engine runs, else the state of the first that does not. */
    get state() {
      const own = [...opened].filter((siteId) => !isRemote(siteId));
      const states = own.map((siteId) => findEngine(siteId).state);
      if (isStopping) return states.find((state) => state !== 'stopped') ?? 'stopped';
      return states.find((state) => state !== 'running') ?? 'running';
    },
    stateOf: (siteId) => (opened.has(siteId) ? findEngine(siteId).state : 'stopped'),
    lastHeartbeatOf: (siteId) => heardAt?.(siteId) ?? heartbeats.get(siteId) ?? 0,
    start: async () => {
      await Promise.all([...opened].map((siteId) => findEngine(siteId).start()));
    },
    open: async (siteId) => {
      // Two engines must not share a folder.
      await closing.get(siteId);
      if (isStopping || opened.has(siteId)) return;
      opened.add(siteId);
      // Rejects when stopped while starting, which is no failure.
      findEngine(siteId)
        .start()
        .catch(() => undefined);
    },
    close: async (siteId) => {
      opened.delete(siteId);
      const held = engines.get(siteId);
      // A stopped engine is never restarted.
      engines.delete(siteId);
      if (!held) return closing.get(siteId);
      const ended = held.engine.stop().then(held.deaf);
      closing.set(siteId, ended);
      await ended;
      if (closing.get(siteId) === ended) closing.delete(siteId);
    },
    expect(pipelines) {
      for (const [siteId, own] of Map.groupBy(pipelines, (one) => one.siteId))
        if (opened.has(siteId)) findEngine(siteId).expect(own);
    },
    deploy: async (plan, options) => {
      placed.set(plan.pipelineId, plan.siteId);
      await running(plan.siteId).deploy(plan, options);
    },
    remove: async (pipelineId, options) => {
      const siteId = placed.get(pipelineId) ?? (await siteOf(pipelineId));
      placed.delete(pipelineId);
      if (siteId !== undefined && opened.has(siteId)) await findEngine(siteId).remove(pipelineId, options);
    },
    tap(request, onEvents, onEnd) {
      const siteId = placed.get(request.pipelineId) ?? [...opened][0];
      if (siteId !== undefined && opened.has(siteId)) return findEngine(siteId).tap(request, onEvents, onEnd);
      queueMicrotask(() => onEnd(INACTIVE.message));
      return { stop: () => undefined };
    },
    preview: (request) => findEngine(request.siteId).preview(request),
    deadLetters: async (request) => running(request.siteId).deadLetters(request),
    testConnection: (request) => findEngine(request.siteId).testConnection(request),
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
