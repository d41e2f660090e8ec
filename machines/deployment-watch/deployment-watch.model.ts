import { defineModel } from '../model.ts';
import { deploymentWatchMachine, type StatusRead } from './deployment-watch.machine.ts';

const read = (
  status: StatusRead['status'],
  pendingAction: StatusRead['pendingAction'],
  deployedGraphVersion = 1,
) => ({
  type: 'status.read' as const,
  read: { status, pendingAction, deployedGraphVersion },
});

export const deploymentWatchModel = defineModel({
  name: 'deployment watch',
  machine: deploymentWatchMachine,
  vocabulary: [
    read('DEFAULT', 'NOP', 0),
    read('DEFAULT', 'DEPLOY', 0),
    read('DEPLOYED', 'NOP'),
    read('DEPLOYED', 'DEPLOY'),
    read('DEPLOYED', 'PAUSE'),
    read('ROLLED_BACK', 'NOP'),
    read('FAILED', 'NOP', 0),
    read('PAUSED', 'NOP'),
    { type: 'deploy.scheduled', deployedGraphVersion: 1 },
    { type: 'status.failed' },
    { type: 'watch.stop' },
    { type: 'xstate.after.runningInterval.deploymentWatch.polling.running' },
    { type: 'xstate.after.inActionInterval.deploymentWatch.polling.inAction.reading.waiting' },
    { type: 'xstate.after.overdue.deploymentWatch.polling.inAction.timing.inTime' },
    { type: 'window.blurred' },
    { type: 'window.focused' },
  ],
  key: ({ value, context: { deploying, wasDeployedBefore, isStale, isFocused, last } }) =>
    `${JSON.stringify(value)} ${last ? `${last.status}+${last.pendingAction}` : '-'}${deploying ? ' deploying' : ''}${wasDeployedBefore ? ' again' : ''}${isStale ? ' stale' : ''}${isFocused ? '' : ' blurred'}`,
});
