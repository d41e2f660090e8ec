import type { SnapshotFrom } from 'xstate';
import type { deploymentWatchMachine } from './deployment-watch.machine.ts';

export type DeploymentWatchSnapshot = SnapshotFrom<typeof deploymentWatchMachine>;

export const selectIsOverdue = (snapshot: DeploymentWatchSnapshot): boolean =>
  snapshot.matches({ polling: { inAction: { timing: 'overdue' } } });
