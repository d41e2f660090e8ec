import { getNextSnapshot, type SnapshotFrom } from 'xstate';
import type { PendingAction, PipelineAction, PipelineStatus } from '../../src/contract/enums.ts';
import {
  getPendingVersion,
  type LifecycleEvent,
  type LifecycleUserEvent,
  pipelineLifecycleMachine,
} from './pipeline-lifecycle.machine.ts';
import { getDisplay, isInAction } from './pipeline-lifecycle.selectors.ts';

export type LifecycleSnapshot = SnapshotFrom<typeof pipelineLifecycleMachine>;

/** A contract `Pipeline` or a store row fits. */
export type LifecycleRow = {
  status: PipelineStatus;
  pendingAction: PendingAction;
  deployedGraphVersion: number;
  latestGraphVersion: number;
  pendingGraphVersion?: number;
  /** Stored while an action is in transit; otherwise derived. */
  previousStatus?: PipelineStatus | undefined;
};

const IN_TRANSIT: readonly PipelineStatus[] = ['TO_DEPLOY', 'DEPLOYING', 'TO_DELETE', 'DELETING', 'DELETED'];

function getPreviousStatus(row: LifecycleRow): PipelineStatus {
  if (!IN_TRANSIT.includes(row.status)) return row.status;
  if (row.previousStatus && !IN_TRANSIT.includes(row.previousStatus)) return row.previousStatus;
  return row.deployedGraphVersion > 0 ? 'DEPLOYED' : 'DEFAULT';
}

export function toLifecycleSnapshot(row: LifecycleRow): LifecycleSnapshot {
  return pipelineLifecycleMachine.resolveState({
    value: row.status,
    context: {
      pendingAction: row.pendingAction,
      deployedGraphVersion: row.deployedGraphVersion,
      latestGraphVersion: row.latestGraphVersion,
      pendingGraphVersion:
        row.pendingGraphVersion ?? getPendingVersion(row.deployedGraphVersion, row.latestGraphVersion),
      previousStatus: getPreviousStatus(row),
    },
  });
}

/** `graphVersion` is used by DEPLOY only. */
export function toLifecycleEvent(action: PipelineAction, graphVersion: number): LifecycleUserEvent {
  switch (action) {
    case 'DEPLOY':
      return { type: 'pipeline.deploy', graphVersion };
    case 'PAUSE':
      return { type: 'pipeline.pause' };
    case 'BYPASS':
      return { type: 'pipeline.bypass' };
    case 'DELETE':
      return { type: 'pipeline.delete' };
    case 'CANCEL':
      return { type: 'pipeline.cancel' };
  }
}

function deployReason(row: LifecycleRow, graphVersion: number): string {
  if (row.latestGraphVersion === 0) {
    return 'Pipeline has no saved version to deploy; save a draft first';
  }
  if (graphVersion > row.latestGraphVersion) {
    return `Version ${graphVersion} does not exist; the latest is ${row.latestGraphVersion}`;
  }
  return 'Invalid Graph version received or invalid pipeline id';
}

function describePending(row: LifecycleRow): string {
  const label = getDisplay(row).label;
  if (row.status === 'DELETING' || row.pendingAction === 'CANCEL' || row.pendingAction === 'NOP') {
    return `Pipeline is ${label}; wait until it ends`;
  }
  return `Pipeline is ${label}; wait until it ends or cancel`;
}

function runReason(row: LifecycleRow, verb: 'paused' | 'bypassed'): string {
  const label = getDisplay(row).label;
  if (row.status === 'PAUSED' || row.status === 'BYPASSED') {
    return label.toLowerCase() === verb
      ? `Pipeline is ${label} already`
      : `Pipeline is ${label}; deploy it before it can be ${verb}`;
  }
  return `Pipeline is ${label === 'Error' ? 'in error' : label}; only a deployed pipeline can be ${verb}`;
}

/**
 * Undefined when the event is possible.
 * @example findReason(row, { type: 'pipeline.pause' }) // 'Pipeline is Deploying; wait until it ends or
 * cancel'
 */
export function findReason(row: LifecycleRow, event: LifecycleEvent): string | undefined {
  if (toLifecycleSnapshot(row).can(event)) return undefined;
  if (row.status === 'DELETED') return 'Pipeline is Deleted; nothing can be done with it';
  if (event.type === 'pipeline.cancel') {
    if (row.status === 'DELETING') return 'Pipeline is Deleting; this can no longer be canceled';
    if (row.pendingAction === 'CANCEL') return 'Pipeline is Cancelling already';
    return 'Nothing to cancel: no action is pending';
  }
  if (isInAction(row) && event.type.startsWith('pipeline.')) return describePending(row);
  if (event.type === 'pipeline.deploy') return deployReason(row, event.graphVersion);
  if (event.type === 'pipeline.pause') return runReason(row, 'paused');
  if (event.type === 'pipeline.bypass') return runReason(row, 'bypassed');
  return `Pipeline is ${getDisplay(row).label}: '${event.type}' does not apply`;
}

/**
 * EDIT cannot start during an action, but a draft started earlier can be saved: versions are immutable.
 * RESUME deploys the deployed version again.
 */
export type PipelineIntent = PipelineAction | 'EDIT' | 'RESUME';

/** True, or why not. `graphVersion` is used by DEPLOY and defaults to the latest. */
export function canDo(row: LifecycleRow, intent: PipelineIntent, graphVersion?: number): true | string {
  if (intent === 'EDIT') {
    if (row.status === 'DELETED') return 'Pipeline is Deleted; it cannot be edited';
    return isInAction(row) ? describePending(row) : true;
  }
  if (intent === 'RESUME' && !isInAction(row) && row.status !== 'PAUSED' && row.status !== 'BYPASSED') {
    return `Pipeline is ${getDisplay(row).label}; only a paused or bypassed pipeline can be resumed`;
  }
  const version = intent === 'RESUME' ? row.deployedGraphVersion : (graphVersion ?? row.latestGraphVersion);
  const event = toLifecycleEvent(intent === 'RESUME' ? 'DEPLOY' : intent, version);
  return findReason(row, event) ?? true;
}

/**
 * Like `canDo`, but a deployed version needs force, and force needs an earlier deployment. For people only: the
 * service accepts the running version, since a client repeats a request whose answer was lost.
 */
export function canDeploy(row: LifecycleRow, version: number, isForced = false): true | string {
  if (isForced && row.deployedGraphVersion === 0) return 'Pipeline was never deployed';
  const may = canDo(row, 'DEPLOY', version);
  if (may !== true || isForced) return may;
  const runs = row.status === 'DEPLOYED' && version === row.deployedGraphVersion;
  return runs ? `v${version} is deployed already; edit the pipeline, or force the deployment` : true;
}

/** Returns the same row when the event is not accepted. */
export function applyEvent<Row extends LifecycleRow>(row: Row, event: LifecycleEvent): Row {
  const before = toLifecycleSnapshot(row);
  if (!before.can(event)) return row;
  const { value, context } = getNextSnapshot(pipelineLifecycleMachine, before, event);
  return { ...row, status: toStatus(value), ...context };
}

function toStatus(value: LifecycleSnapshot['value']): PipelineStatus {
  if (value === 'RETURNING') throw new Error('RETURNING is passed through, never a resting state');
  return value;
}
