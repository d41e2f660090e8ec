import type { SnapshotFrom } from 'xstate';
import { displayOf } from '../pipeline-lifecycle/pipeline-lifecycle.selectors.ts';
import type { deploymentWatchMachine } from './deployment-watch.machine.ts';

export type DeploymentWatchSnapshot = SnapshotFrom<typeof deploymentWatchMachine>;

export const selectPendingBadge = (snapshot: DeploymentWatchSnapshot): string | undefined =>
  snapshot.matches({ polling: 'inAction' }) && snapshot.context.last
    ? displayOf(snapshot.context.last).label
    : undefined;

export const selectIsOverdue = (snapshot: DeploymentWatchSnapshot): boolean =>
  snapshot.matches({ polling: { inAction: { timing: 'overdue' } } });

export const selectIsPolling = (snapshot: DeploymentWatchSnapshot): boolean => snapshot.matches('polling');

/** Stays when a later read fails. */
export const selectLastRead = (snapshot: DeploymentWatchSnapshot) => snapshot.context.last;
