import { PIPELINE_STATUSES, type PipelineStatus } from '../../contract/enums.ts';
import { ContractError } from '../../contract/errors.ts';
import { EngineError, type EnginePort, type EngineProblem, type PlanMode } from '../../engine/port.ts';
import { problemText } from '../analytics/errors.ts';
import { createMutex } from '../analytics/mutex.ts';
import type { Clock } from '../ids.ts';
import type { Hub } from '../live/hub.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/index.ts';
import type { NodeRow, PipelineRow } from '../store/schema.ts';
import type { Sealer } from '../store/sealing.ts';
import { buildPlan, modeOf } from './plan.ts';
import { createQueues } from './queues.ts';
import { publishStatus, transition } from './transitions.ts';

const DRAIN_MS = 10_000;
const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 60_000;

/** A change of a source or sink, to be tried on what runs before it is stored. */
export type Change = { pipelineIds: string[]; node: NodeRow; store: () => Promise<number> };

/** Carries out what was asked of pipelines and keeps what should run running. */
export type Lifecycle = {
  /** Makes everything run again as it was, finishes what was interrupted. */
  start(): Promise<void>;
  /** Nothing new begins; what the engine is doing fails or ends by itself. */
  beginStop(): void;
  /** Carries out the pending action of a pipeline; call it once the action is stored. */
  enqueue(pipelineId: string): void;
  /**
   * Applies a change to every deployed pipeline that is concerned, then stores it; when one refuses,
   * those changed are put back and nothing is stored.
   */
  reapply(prepare: () => Promise<Change>): Promise<number>;
  /** A pipeline stopped by itself. */
  failed(pipelineId: string, problem: EngineProblem): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
};

type Tools = { store: Store; engine: EnginePort; sealer: Sealer; hub: Hub; clock: Clock; log: Log };

const problemOf = (error: unknown): EngineProblem =>
  error instanceof EngineError
    ? error.problem
    : {
        errorName: 'ENGINE_FAILED',
        message: error instanceof Error ? error.message : 'The engine did not answer',
        causes: ['The engine process stopped or did not answer in time'],
        resolutions: ['Try again; the service log says more'],
      };

export function createLifecycle(tools: Tools): Lifecycle {
  const { store, engine, sealer, hub, clock, log } = tools;
  const queues = createQueues();
  const patches = createMutex();
  const retries = new Map<string, { delayMs: number; timer: NodeJS.Timeout }>();
  let stopping = false;

  const run = async (pipeline: PipelineRow, version: number, mode: PlanMode, override?: NodeRow) =>
    engine.deploy(await buildPlan(store, sealer, { pipeline, version, mode, override }));

  const forgetRetry = (pipelineId: string) => {
    const retry = retries.get(pipelineId);
    if (retry) clearTimeout(retry.timer);
    retries.delete(pipelineId);
  };

  const deploy = async (row: PipelineRow) => {
    const version = row.pending_graph_version;
    const formerMode = modeOf(row.previous_status as PipelineStatus);
    await transition(tools, row.id, { type: 'engine.queued' });
    await transition(tools, row.id, { type: 'engine.started' });
    try {
      await run(row, version, 'run');
    } catch (error) {
      // What a stop interrupts stays pending and is carried out at the next start.
      if (stopping) return;
      const lastError = problemText(problemOf(error));
      const after = await transition(tools, row.id, { type: 'engine.failed' }, { lastError });
      // Rolled back means the earlier version runs, also when it was paused or bypassed before.
      if (after?.status === 'ROLLED_BACK' && formerMode !== 'run') await keepRunning(row.id);
      return;
    }
    forgetRetry(row.id);
    await transition(
      tools,
      row.id,
      { type: 'engine.deployed', version },
      { lastError: '', also: (tx) => tx.versions.setDeployedAt(row.id, version, clock()) },
    );
  };

  const changeMode = async (row: PipelineRow, mode: 'pause' | 'bypass') => {
    try {
      await run(row, row.deployed_graph_version, mode);
    } catch (error) {
      // What a stop interrupts stays pending and is carried out at the next start.
      if (stopping) return;
      const lastError = problemText(problemOf(error));
      await transition(tools, row.id, { type: 'engine.failed' }, { lastError });
      return;
    }
    await transition(tools, row.id, { type: mode === 'pause' ? 'engine.paused' : 'engine.bypassed' });
  };

  const remove = async (row: PipelineRow) => {
    await transition(tools, row.id, { type: 'engine.queued' });
    await transition(tools, row.id, { type: 'engine.started' });
    try {
      if (row.deployed_graph_version > 0) await engine.remove(row.id, { drainMs: DRAIN_MS });
    } catch (error) {
      // What a stop interrupts stays pending and is carried out at the next start.
      if (stopping) return;
      const lastError = problemText(problemOf(error));
      await transition(tools, row.id, { type: 'engine.failed' }, { lastError });
      return;
    }
    forgetRetry(row.id);
    await transition(tools, row.id, { type: 'engine.deleted' }, { lastError: '' });
  };

  const carryOut = async (pipelineId: string): Promise<void> => {
    const row = await store.pipelines.find(pipelineId);
    switch (stopping ? 'NOP' : row?.pending_action) {
      case 'DEPLOY':
        return row && deploy(row);
      case 'PAUSE':
        return row && changeMode(row, 'pause');
      case 'BYPASS':
        return row && changeMode(row, 'bypass');
      case 'DELETE':
        return row && remove(row);
      case 'CANCEL':
        await transition(tools, pipelineId, { type: 'engine.cancelled' });
    }
  };

  const enqueue = (pipelineId: string): void => {
    queues
      .run(pipelineId, () => carryOut(pipelineId))
      .catch((error: unknown) => log.error({ err: error, pipelineId }, 'carrying out an action failed'));
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
    const timer = setTimeout(() => void queues.run(pipelineId, () => keepRunning(pipelineId)), delayMs);
    timer.unref();
    retries.set(pipelineId, { delayMs, timer });
  };

  /** Runs the deployed version as its status says; a failure is shown and tried again. */
  const keepRunning = async (pipelineId: string): Promise<void> => {
    const row = await store.pipelines.find(pipelineId);
    if (!row || stopping || row.deployed_graph_version === 0) return;
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
      await setLastError(pipelineId, problemText(problemOf(error)));
      retryLater(pipelineId);
    }
  };

  const affected = async (change: Change): Promise<PipelineRow[]> => {
    const { rows } = await store.pipelines.list({ ids: change.pipelineIds });
    return rows.filter((row) => row.deployed_graph_version > 0 && modeOf(row.status as PipelineStatus));
  };

  const applyChange = async (change: Change): Promise<number> => {
    const changed: PipelineRow[] = [];
    const apply = async (row: PipelineRow, override?: NodeRow) => {
      const mode = modeOf(row.status as PipelineStatus);
      if (mode) await run(row, row.deployed_graph_version, mode, override);
    };
    const putBack = async () => {
      for (const row of changed) {
        await apply(row).catch((error: unknown) =>
          log.error({ err: error }, 'putting a pipeline back failed'),
        );
      }
    };
    for (const row of change.pipelineIds.length === 0 ? [] : await affected(change)) {
      try {
        await apply(row, change.node);
        changed.push(row);
      } catch (error) {
        await putBack();
        throw new ContractError('CONFLICT', problemText(problemOf(error)), {
          details: [
            { field: 'config', rule: 'engine_refused', message: `'${row.name}' cannot run with this` },
          ],
        });
      }
    }
    try {
      return await change.store();
    } catch (error) {
      await putBack();
      throw error;
    }
  };

  return {
    start: async () => {
      const { rows } = await store.pipelines.list({
        statuses: PIPELINE_STATUSES.filter((status) => status !== 'DELETED'),
      });
      for (const row of rows) {
        queues
          .run(row.id, () => keepRunning(row.id))
          .catch((error: unknown) => log.error({ err: error }, 'start'));
        if (row.pending_action !== 'NOP') enqueue(row.id);
      }
    },
    beginStop() {
      stopping = true;
      for (const pipelineId of [...retries.keys()]) forgetRetry(pipelineId);
    },
    enqueue,
    reapply: (prepare) =>
      patches(async () => {
        const change = await prepare();
        return queues.runAll(change.pipelineIds, () => applyChange(change));
      }),
    failed(pipelineId, problem) {
      setLastError(pipelineId, problemText(problem)).catch((error: unknown) =>
        log.error({ err: error, pipelineId }, 'storing a failure failed'),
      );
      retryLater(pipelineId);
    },
    settled: queues.settled,
  };
}
