import {
  applyEvent,
  type LifecycleEvent,
  type LifecycleRow,
} from '../../../machines/pipeline-lifecycle/index.ts';
import type { PendingAction, PipelineStatus } from '../../contract/enums.ts';
import type { Hub } from '../live/hub.ts';
import type { Repositories, Store } from '../store/index.ts';
import type { LifecycleColumns } from '../store/pipelines.ts';
import type { PipelineRow } from '../store/schema.ts';

export const toLifecycleRow = (row: PipelineRow): LifecycleRow & { previousStatus: PipelineStatus } => ({
  status: row.status as PipelineStatus,
  pendingAction: row.pending_action as PendingAction,
  previousStatus: row.previous_status as PipelineStatus,
  deployedGraphVersion: row.deployed_graph_version,
  latestGraphVersion: row.latest_graph_version,
  pendingGraphVersion: row.pending_graph_version,
});

const toColumns = (row: LifecycleRow): LifecycleColumns => ({
  status: row.status,
  pending_action: row.pendingAction,
  previous_status: row.previousStatus ?? row.status,
  deployed_graph_version: row.deployedGraphVersion,
  latest_graph_version: row.latestGraphVersion,
  pending_graph_version: row.pendingGraphVersion ?? 0,
});

export const publishStatus = (hub: Hub, row: PipelineRow): void =>
  hub.publish({
    type: 'pipeline.status',
    siteId: row.site_id,
    pipelineId: row.id,
    status: row.status as PipelineStatus,
    pendingAction: row.pending_action as PendingAction,
    deployedGraphVersion: row.deployed_graph_version,
    latestGraphVersion: row.latest_graph_version,
    pendingGraphVersion: row.pending_graph_version,
    lastError: row.last_error,
  });

/** Events the state does not accept change nothing. */
export async function storeEvent(
  tx: Repositories,
  row: PipelineRow,
  event: LifecycleEvent,
  lastError?: string,
): Promise<PipelineRow> {
  const before = toLifecycleRow(row);
  const after = applyEvent(before, event);
  if (after === before) return row;
  const columns = toColumns(after);
  await tx.pipelines.setLifecycle(row.id, columns, lastError);
  return { ...row, ...columns, last_error: lastError ?? row.last_error };
}

type Settlement = {
  event: LifecycleEvent;
  lastError?: string | undefined;
  /** In the same transaction, with the new row. */
  also?: (tx: Repositories, after: PipelineRow) => Promise<void>;
};

/**
 * Decides by the stored row, stores the result in one transaction and publishes it.
 * @returns undefined for an unknown pipeline
 */
export async function settle(
  tools: { store: Store; hub: Hub },
  pipelineId: string,
  decide: (stored: PipelineRow) => Settlement,
): Promise<PipelineRow | undefined> {
  const row = await tools.store.transaction(async (tx) => {
    const stored = await tx.pipelines.find(pipelineId);
    if (!stored) return undefined;
    const { event, lastError, also } = decide(stored);
    const after = await storeEvent(tx, stored, event, lastError);
    await also?.(tx, after);
    return after;
  });
  if (row) publishStatus(tools.hub, row);
  return row;
}

export const transition = (
  tools: { store: Store; hub: Hub },
  pipelineId: string,
  event: LifecycleEvent,
  more: { lastError?: string } = {},
): Promise<PipelineRow | undefined> => settle(tools, pipelineId, () => ({ event, ...more }));
