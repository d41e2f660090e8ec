import type { SnapshotFrom } from 'xstate';
import { displayOf } from '../pipeline-lifecycle/pipeline-lifecycle.selectors.ts';
import type { deploymentWatchMachine } from './deployment-watch.machine.ts';

export type DeploymentWatchSnapshot = SnapshotFrom<typeof deploymentWatchMachine>;

/** Text of the 'pending action' badge, or undefined when none shows (R4-28, R2.4-22). */
export const selectPendingBadge = (snapshot: DeploymentWatchSnapshot): string | undefined =>
  snapshot.matches({ polling: 'inAction' }) && snapshot.context.last
    ? displayOf(snapshot.context.last).label
    : undefined;

/** An action is under way whose end was not heard of in time. */
export const selectIsOverdue = (snapshot: DeploymentWatchSnapshot): boolean =>
  snapshot.matches({ polling: { inAction: { timing: 'overdue' } } });

export const selectIsPolling = (snapshot: DeploymentWatchSnapshot): boolean => snapshot.matches('polling');

/** Last status that was read; it stays when a read fails (R4-131). */
export const selectLastRead = (snapshot: DeploymentWatchSnapshot) => snapshot.context.last;
