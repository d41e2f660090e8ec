import { PIPELINE_STATUSES } from '../../contract/enums.ts';
import type { EngineProblem } from '../../engine/port.ts';
import { createMutex } from '../mutex.ts';
import type { PipelineRow } from '../store/schema.ts';
import { applyChange, type Change } from './changes.ts';
import { createDeployments, type Deployments } from './deployments.ts';
import { createOrders } from './orders.ts';
import { createQueues } from './queues.ts';
import { createRunning, type LifecycleTools } from './running.ts';

export type { Change } from './changes.ts';

export type Lifecycle = {
  /** Also finishes interrupted actions. */
  start(): Promise<void>;
  resume(siteId: string): Promise<void>;
  beginStop(): void;
  /** Call once the pending action is stored. */
  enqueue(pipeline: Pick<PipelineRow, 'id' | 'pending_action'>): void;
  /** Applies a change to every affected pipeline, then stores it. A refusal reverts the others. */
  reapply<T>(prepare: () => Promise<Change<T>>): Promise<T>;
  failed(pipelineId: string, problem: EngineProblem): void;
  settled(): Promise<void>;
  deployments: Pick<Deployments, 'latest'>;
};

/** @param timeLimitOf a deployment of the site, in milliseconds */
export function createLifecycle(tools: LifecycleTools, timeLimitOf: (siteId: string) => number): Lifecycle {
  const { store, log } = tools;
  const queues = createQueues();
  const patches = createMutex();
  const deployments = createDeployments(tools);
  const running = createRunning(tools, queues);
  let stopping = false;
  const isStopping = () => stopping;
  const orders = createOrders({ ...tools, running, deployments, timeLimitOf, isStopping });

  const enqueue: Lifecycle['enqueue'] = ({ id: pipelineId, pending_action }) => {
    const report = (error: unknown) => log.error({ err: error, pipelineId }, 'carrying out an action failed');
    if (pending_action === 'CANCEL') orders.cancel(pipelineId);
    if (pending_action === 'DEPLOY') deployments.tell(pipelineId).catch(report);
    queues.run(pipelineId, () => orders.carryOut(pipelineId)).catch(report);
  };

  const resume = async (siteIds: string[] | undefined) => {
    const statuses = PIPELINE_STATUSES.filter((status) => status !== 'DELETED');
    const { rows } = await store.pipelines.list({ statuses, siteIds });
    // All before the first, since early events would miss the others.
    await running.expect(rows);
    for (const row of rows) {
      queues
        .run(row.id, () => running.keep(row.id))
        .catch((error: unknown) => log.error({ err: error }, 'start'));
      if (row.pending_action !== 'NOP') enqueue(row);
    }
  };

  return {
    start: () => resume(undefined),
    resume: (siteId) => resume([siteId]),
    beginStop() {
      stopping = true;
      running.stop();
    },
    enqueue,
    reapply: (prepare) =>
      patches(async () => {
        const change = await prepare();
        return queues.runAll(change.pipelineIds, () => applyChange(running, change));
      }),
    failed: running.handleFailure,
    settled: queues.settled,
    deployments,
  };
}
