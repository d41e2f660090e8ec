import type { PipelineStatus } from '../../contract/enums.ts';
import {
  type DeployOptions,
  type EnginePort,
  type EngineProblem,
  expectedOf,
  type PipelinePlan,
  type PlanMode,
} from '../../engine/port.ts';
import type { Clock } from '../clock.ts';
import { addNodeName, formatProblem, toEngineProblem } from '../engine-problems.ts';
import type { FileTools } from '../files/named.ts';
import type { Hub } from '../live/hub.ts';
import type { Log } from '../log.ts';
import { createRetries } from '../retries.ts';
import type { Store } from '../store/index.ts';
import type { AssetRow, NodeRow, PipelineRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import type { DeploymentEnded } from './deployments.ts';
import { buildPlan, toPlanMode } from './plan.ts';
import type { Queues } from './queues.ts';
import { publishStatus } from './transitions.ts';

export type LifecycleTools = {
  store: Store;
  engine: EnginePort;
  sealer: Sealer;
  files: FileTools;
  hub: Hub;
  clock: Clock;
  log: Log;
  onDeploymentEnded?: DeploymentEnded | undefined;
  isAway?: ((siteId: string) => boolean) | undefined;
};

type RunDetails = {
  options?: DeployOptions;
  overrides?: readonly NodeRow[] | undefined;
  assets?: readonly AssetRow[] | undefined;
};

/** Deploys to the engine and retries what should run. */
export type Running = {
  tools: LifecycleTools;
  /** @throws EngineError; the previous version still runs */
  run(pipeline: PipelineRow, version: number, mode: PlanMode, details?: RunDetails): Promise<void>;
  /** Announces pipelines before `keep` deploys them. */
  expect(pipelines: readonly PipelineRow[]): Promise<void>;
  /** A failure is shown and retried. */
  keep(pipelineId: string): Promise<void>;
  handleFailure(pipelineId: string, problem: EngineProblem): void;
  forgetRetry(pipelineId: string): void;
  stop(): void;
};

export function createRunning(tools: LifecycleTools, queues: Queues): Running {
  const { store, engine, hub, log } = tools;
  const retries = createRetries();
  let stopping = false;

  const run: Running['run'] = async (pipeline, version, mode, { options, ...details } = {}) =>
    engine.deploy(await buildPlan(store, tools, { pipeline, version, mode, ...details }), options);

  const setLastError = async (pipelineId: string, lastError: string) => {
    await store.pipelines.setLastError(pipelineId, lastError);
    const row = await store.pipelines.find(pipelineId);
    if (row) publishStatus(hub, row);
  };

  const retryLater = (pipelineId: string) =>
    retries.schedule(pipelineId, () => void queues.run(pipelineId, () => keep(pipelineId)));

  const expect: Running['expect'] = async (pipelines) => {
    const plans: PipelinePlan[] = [];
    for (const pipeline of pipelines) {
      const { deployed_graph_version: version, status, previous_status: before, site_id } = pipeline;
      const mode = toPlanMode(status as PipelineStatus) ?? toPlanMode(before as PipelineStatus);
      if (version === 0 || !mode || tools.isAway?.(site_id)) continue;
      // Without a plan it fails before the engine.
      const plan = await buildPlan(store, tools, { pipeline, version, mode }).catch(() => undefined);
      if (plan) plans.push(plan);
    }
    engine.expect(expectedOf(plans));
  };

  const keep = async (pipelineId: string): Promise<void> => {
    const row = await store.pipelines.find(pipelineId);
    if (!row || stopping || row.deployed_graph_version === 0) return;
    if ((await store.sites.find(row.site_id))?.status !== 'ACTIVE') return;
    // A remote engine keeps running, and gets everything when it connects.
    if (tools.isAway?.(row.site_id)) return;
    const inTransit = toPlanMode(row.status as PipelineStatus) === undefined;
    const mode = toPlanMode((inTransit ? row.previous_status : row.status) as PipelineStatus);
    if (!mode) return;
    try {
      await run(row, row.deployed_graph_version, mode);
      // Errors from before the start are only in the store; a rollback's stays.
      const wasStored = row.last_error !== '' && !inTransit && row.status !== 'ROLLED_BACK';
      const failedBefore = retries.has(pipelineId) || wasStored;
      retries.forget(pipelineId);
      if (failedBefore) await setLastError(pipelineId, '');
    } catch (error) {
      if (stopping) return;
      log.warn({ err: error, pipelineId }, 'a deployed pipeline does not start; trying again');
      await setLastError(pipelineId, formatProblem(await addNodeName(store, toEngineProblem(error))));
      retryLater(pipelineId);
    }
  };

  return {
    tools,
    run,
    expect,
    keep,
    forgetRetry: retries.forget,
    handleFailure(pipelineId, problem) {
      const tell = async () => setLastError(pipelineId, formatProblem(await addNodeName(store, problem)));
      tell().catch((error: unknown) => log.error({ err: error, pipelineId }, 'storing a failure failed'));
      retryLater(pipelineId);
    },
    stop() {
      stopping = true;
      retries.stop();
    },
  };
}
