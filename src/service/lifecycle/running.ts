import type { PipelineStatus } from '../../contract/enums.ts';
import {
  type DeployOptions,
  EngineError,
  type EnginePort,
  type EngineProblem,
  type PlanMode,
} from '../../engine/port.ts';
import { problemText } from '../analytics/errors.ts';
import type { FileTools } from '../files/named.ts';
import type { Clock } from '../ids.ts';
import type { Hub } from '../live/hub.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import type { AssetRow, NodeRow, PipelineRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import type { DeploymentEnded } from './deployments.ts';
import { buildPlan, modeOf } from './plan.ts';
import type { Queues } from './queues.ts';
import { publishStatus } from './transitions.ts';

const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 60_000;

export type LifecycleTools = {
  store: Store;
  engine: EnginePort;
  sealer: Sealer;
  files: FileTools;
  hub: Hub;
  clock: Clock;
  log: Log;
  onDeploymentEnded?: DeploymentEnded | undefined;
  /** Orders for the site wait until its engine, on another machine, is connected; false when left out. */
  isAway?: ((siteId: string) => boolean) | undefined;
};

/** What went wrong, in the engine's words where it has some. */
export const problemOf = (error: unknown): EngineProblem =>
  error instanceof EngineError
    ? error.problem
    : {
        errorName: 'ENGINE_FAILED',
        message: error instanceof Error ? error.message : 'The engine did not answer',
        causes: ['The engine process stopped or did not answer in time'],
        resolutions: ['Try again; the service log says more'],
      };

/** Says which node it is about, by its name as it is now. */
export async function withNodeName(store: Store, problem: EngineProblem): Promise<EngineProblem> {
  const { nodeId, message } = problem;
  if (nodeId === undefined) return problem;
  const [connections, transforms] = await Promise.all([
    store.nodes.findMany([nodeId]),
    store.transforms.findMany([nodeId]),
  ]);
  const name = connections[0]?.name ?? transforms[0]?.name;
  return name === undefined || message.includes(`'${name}'`)
    ? problem
    : { ...problem, message: `'${name}': ${message}` };
}

export type RunDetails = {
  options?: DeployOptions;
  overrides?: readonly NodeRow[] | undefined;
  asset?: AssetRow | undefined;
};

/** Gives the engine its plans, and tries again what should run and does not. */
export type Running = {
  tools: LifecycleTools;
  /** @throws EngineError; what ran before still runs. */
  run(pipeline: PipelineRow, version: number, mode: PlanMode, details?: RunDetails): Promise<void>;
  /** Runs the deployed version as its status says; a failure is shown and tried again. */
  keep(pipelineId: string): Promise<void>;
  /** A pipeline stopped by itself: says why, and tries again. */
  failed(pipelineId: string, problem: EngineProblem): void;
  forgetRetry(pipelineId: string): void;
  /** Nothing is tried again any more. */
  stop(): void;
};

export function createRunning(tools: LifecycleTools, queues: Queues): Running {
  const { store, engine, hub, log } = tools;
  const retries = new Map<string, { delayMs: number; timer: NodeJS.Timeout }>();
  let stopping = false;

  const run: Running['run'] = async (pipeline, version, mode, { options, ...details } = {}) =>
    engine.deploy(await buildPlan(store, tools, { pipeline, version, mode, ...details }), options);

  const forgetRetry = (pipelineId: string) => {
    const retry = retries.get(pipelineId);
    if (retry) clearTimeout(retry.timer);
    retries.delete(pipelineId);
  };

  const setLastError = async (pipelineId: string, lastError: string) => {
    await store.pipelines.setLastError(pipelineId, lastError);
    const row = await store.pipelines.find(pipelineId);
    if (row) publishStatus(hub, row);
  };

  const retryLater = (pipelineId: string) => {
    const former = retries.get(pipelineId);
    if (former) clearTimeout(former.timer);
    const delayMs = Math.min(former ? former.delayMs * 2 : RETRY_FIRST_MS, RETRY_MAX_MS);
    const timer = setTimeout(() => void queues.run(pipelineId, () => keep(pipelineId)), delayMs);
    timer.unref();
    retries.set(pipelineId, { delayMs, timer });
  };

  const keep = async (pipelineId: string): Promise<void> => {
    const row = await store.pipelines.find(pipelineId);
    if (!row || stopping || row.deployed_graph_version === 0) return;
    if ((await store.sites.find(row.site_id))?.status !== 'ACTIVE') return;
    // What it runs it keeps running, and once it connects it is told all again.
    if (tools.isAway?.(row.site_id)) return;
    const inTransit = modeOf(row.status as PipelineStatus) === undefined;
    const mode = modeOf((inTransit ? row.previous_status : row.status) as PipelineStatus);
    if (!mode) return;
    try {
      await run(row, row.deployed_graph_version, mode);
      const failedBefore = retries.has(pipelineId);
      forgetRetry(pipelineId);
      if (failedBefore) await setLastError(pipelineId, '');
    } catch (error) {
      if (stopping) return;
      log.warn({ err: error, pipelineId }, 'a deployed pipeline does not start; trying again');
      await setLastError(pipelineId, problemText(await withNodeName(store, problemOf(error))));
      retryLater(pipelineId);
    }
  };

  return {
    tools,
    run,
    keep,
    forgetRetry,
    failed(pipelineId, problem) {
      const tell = async () => setLastError(pipelineId, problemText(await withNodeName(store, problem)));
      tell().catch((error: unknown) => log.error({ err: error, pipelineId }, 'storing a failure failed'));
      retryLater(pipelineId);
    },
    stop() {
      stopping = true;
      for (const pipelineId of [...retries.keys()]) forgetRetry(pipelineId);
    },
  };
}
