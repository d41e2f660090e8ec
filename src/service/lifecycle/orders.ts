import type { DeploymentOutcome, DeploymentPhase } from '../../contract/entities/deployment.ts';
import type { PipelineStatus } from '../../contract/enums.ts';
import type { DeployOptions, DeployStep, EngineProblem } from '../../engine/port.ts';
import { addNodeName, formatProblem, toEngineProblem } from '../engine-problems.ts';
import type { Repositories } from '../store/index.ts';
import type { PipelineRow } from '../store/schema.ts';
import { type Carrying, createCarrying, makeTimeOutProblem } from './carrying.ts';
import type { Deployments } from './deployments.ts';
import { toPlanMode } from './plan.ts';
import type { Running } from './running.ts';
import { settle, transition } from './transitions.ts';

const DRAIN_MS = 10_000;

const STEP_PHASES: Record<DeployStep, DeploymentPhase> = {
  waiting: 'QUEUED',
  validating: 'VALIDATING',
  starting: 'STARTING',
  draining: 'DRAINING',
};

const DOING: Record<DeploymentPhase, string> = {
  QUEUED: 'waiting for other pipelines',
  VALIDATING: 'checking the configuration',
  STARTING: 'starting nodes',
  DRAINING: 'ending',
};

type OrderTools = Running['tools'] & {
  running: Running;
  deployments: Deployments;
  timeLimitOf: (siteId: string) => number;
  /** A stop leaves orders pending until the next start. */
  isStopping: () => boolean;
};

export type Orders = {
  carryOut(pipelineId: string): Promise<void>;
  cancel(pipelineId: string): void;
};

const decideOutcome = (after: PipelineRow, wasCancelled: boolean): DeploymentOutcome => {
  if (wasCancelled) return 'CANCELLED';
  return after.status === 'ROLLED_BACK' ? 'ROLLED_BACK' : 'FAILED';
};

export function createOrders(tools: OrderTools): Orders {
  const { store, engine, clock, running, deployments, timeLimitOf, isStopping } = tools;
  const carried = new Map<string, Carrying>();

  const begin = async (row: PipelineRow): Promise<Carrying> => {
    const carrying = createCarrying(timeLimitOf(row.site_id));
    carried.set(row.id, carrying);
    // The cancel may have been stored before this order could be cancelled.
    const stored = await store.pipelines.find(row.id);
    if (stored?.pending_action === 'CANCEL') carrying.cancel();
    return carrying;
  };

  /** A failure during a cancel counts as cancelled. */
  const storeFailure = async (row: PipelineRow, problem: EngineProblem) => {
    const lastError = formatProblem(await addNodeName(store, problem));
    const after = await settle(tools, row.id, (stored) => {
      const wasCancelled = stored.pending_action === 'CANCEL';
      return {
        event: { type: wasCancelled ? 'engine.cancelled' : 'engine.failed' },
        lastError: wasCancelled ? undefined : lastError,
        also: (tx: Repositories, ended: PipelineRow) =>
          deployments.storeEnd(tx, row.id, decideOutcome(ended, wasCancelled), wasCancelled ? '' : lastError),
      };
    });
    await deployments.tell(row.id);
    return after;
  };

  const deploy = async (row: PipelineRow) => {
    const version = row.pending_graph_version;
    const formerMode = toPlanMode(row.previous_status as PipelineStatus);
    const isForced = (await deployments.begin(row.id))?.is_forced === 1;
    const carrying = await begin(row);
    let doing: DeploymentPhase = 'VALIDATING';
    const options: DeployOptions = {
      isForced,
      signal: carrying.signal,
      onStep: (step) => {
        const phase = STEP_PHASES[step];
        if (phase === doing) return;
        carrying.hold(step === 'waiting');
        doing = phase;
        deployments.reach(row.id, phase);
      },
    };
    await transition(tools, row.id, { type: 'engine.queued' });
    await transition(tools, row.id, { type: 'engine.started' });
    deployments.reach(row.id, 'VALIDATING');
    try {
      await carrying.ended(running.run(row, version, 'run', { options }));
    } catch (error) {
      if (isStopping()) return;
      const isLate = carrying.isLate();
      const problem = isLate
        ? makeTimeOutProblem(timeLimitOf(row.site_id), DOING[doing])
        : toEngineProblem(error);
      const after = await storeFailure(row, problem);
      // A rollback runs the earlier version, even if it was paused. A forced restart may have left nodes
      // stopped.
      const wasStopped = after?.status === 'ROLLED_BACK' && formerMode !== 'run';
      if (wasStopped || isForced || isLate) await running.keep(row.id);
      return;
    } finally {
      carried.delete(row.id);
    }
    running.forgetRetry(row.id);
    await settle(tools, row.id, () => ({
      event: { type: 'engine.deployed', version },
      lastError: '',
      also: async (tx) => {
        await tx.versions.setDeployedAt(row.id, version, clock());
        await deployments.storeEnd(tx, row.id, 'DEPLOYED', '');
      },
    }));
    await deployments.tell(row.id);
  };

  const changeMode = async (row: PipelineRow, mode: 'pause' | 'bypass') => {
    const carrying = await begin(row);
    const { signal } = carrying;
    try {
      await carrying.ended(running.run(row, row.deployed_graph_version, mode, { options: { signal } }));
    } catch (error) {
      if (isStopping()) return;
      const what = mode === 'pause' ? 'pausing' : 'bypassing';
      const problem = carrying.isLate()
        ? makeTimeOutProblem(timeLimitOf(row.site_id), what)
        : toEngineProblem(error);
      await storeFailure(row, problem);
      return;
    } finally {
      carried.delete(row.id);
    }
    await transition(tools, row.id, { type: mode === 'pause' ? 'engine.paused' : 'engine.bypassed' });
  };

  const remove = async (row: PipelineRow) => {
    await transition(tools, row.id, { type: 'engine.queued' });
    const begun = await transition(tools, row.id, { type: 'engine.started' });
    if (begun?.pending_action === 'CANCEL') return finishCancelled(row);
    try {
      if (row.deployed_graph_version > 0) await engine.remove(row.id, { drainMs: DRAIN_MS });
    } catch (error) {
      if (isStopping()) return;
      await storeFailure(row, toEngineProblem(error));
      return;
    }
    running.forgetRetry(row.id);
    await settle(tools, row.id, () => ({
      event: { type: 'engine.deleted' },
      lastError: '',
      also: (tx) => tx.samples.removeOf(row.id),
    }));
  };

  const finishCancelled = async (row: PipelineRow) => {
    await settle(tools, row.id, () => ({
      event: { type: 'engine.cancelled' },
      also: (tx) => deployments.storeEnd(tx, row.id, 'CANCELLED', ''),
    }));
    await deployments.tell(row.id);
  };

  return {
    cancel: (pipelineId) => carried.get(pipelineId)?.cancel(),
    carryOut: async (pipelineId) => {
      const row = await store.pipelines.find(pipelineId);
      if (!row || isStopping()) return;
      // Stays pending until the engine connects.
      if (row.pending_action !== 'CANCEL' && tools.isAway?.(row.site_id)) return;
      switch (row.pending_action) {
        case 'DEPLOY':
          return deploy(row);
        case 'PAUSE':
          return changeMode(row, 'pause');
        case 'BYPASS':
          return changeMode(row, 'bypass');
        case 'DELETE':
          return remove(row);
        case 'CANCEL':
          return finishCancelled(row);
      }
    },
  };
}
