import { assign, emit, type SnapshotFrom, setup } from 'xstate';
import type { PendingAction, PipelineStatus } from '../../src/contract/enums.ts';
import {
  ACTION_OVERDUE_MS,
  POLL_STATUS_IN_ACTION_MS,
  POLL_STATUS_RUNNING_MS,
} from '../../src/contract/limits.ts';
import { isInAction, isRunning } from '../pipeline-lifecycle/pipeline-lifecycle.selectors.ts';

/** Status from a poll or from the live channel. */
export type StatusRead = {
  status: PipelineStatus;
  pendingAction: PendingAction;
  deployedGraphVersion: number;
};

export type DeploymentWatchContext = {
  last: StatusRead | undefined;
  deploying: boolean;
  wasDeployedBefore: boolean;
  /** The last read failed. */
  isStale: boolean;
  /** Polling pauses without focus. */
  isFocused: boolean;
};

export type DeploymentWatchEvent =
  /** A deploy was accepted: its end is reported even if no read saw it running. */
  | { type: 'deploy.scheduled'; deployedGraphVersion: number }
  | { type: 'status.read'; read: StatusRead }
  | { type: 'status.failed' }
  | { type: 'window.focused' }
  | { type: 'window.blurred' }
  | { type: 'watch.stop' };

export type DeploymentWatchEmitted =
  | { type: 'watch.refresh' }
  | { type: 'watch.toast'; status: 'error'; message: string }
  | { type: 'watch.poll' };

export const DEPLOY_FAILED_TEXT = 'Pipeline deployment failed!';

const isDeploying = (read: StatusRead): boolean =>
  read.pendingAction === 'DEPLOY' ||
  (read.pendingAction === 'NOP' && (read.status === 'TO_DEPLOY' || read.status === 'DEPLOYING'));

const setFocusedTo = (isFocused: boolean) => ({ type: 'setFocused' as const, params: { isFocused } });

/** Polls the status of a pipeline and reports how a deployment ended. */
export const deploymentWatchMachine = setup({
  types: {
    context: {} as DeploymentWatchContext,
    events: {} as DeploymentWatchEvent,
    emitted: {} as DeploymentWatchEmitted,
  },
  guards: {
    isInAction: ({ event }) => event.type === 'status.read' && isInAction(event.read),
    isRunning: ({ event }) => event.type === 'status.read' && isRunning(event.read),
    deployEnded: ({ context, event }) =>
      event.type === 'status.read' && context.deploying && !isInAction(event.read),
    /** The same action continues, so its timeout keeps counting. */
    goesOn: ({ context, event }) =>
      event.type === 'status.read' &&
      isInAction(event.read) &&
      context.last?.pendingAction === event.read.pendingAction,
    isFocused: ({ context }) => context.isFocused,
    lastIsRunning: ({ context }) => context.last !== undefined && isRunning(context.last),
    endedFailedAfterDeployed: ({ context }) =>
      context.wasDeployedBefore &&
      (context.last?.status === 'FAILED' || context.last?.status === 'ROLLED_BACK'),
  },
  actions: {
    keepRead: assign(({ context, event }) => {
      if (event.type !== 'status.read') return {};
      const begins = isDeploying(event.read) && !context.deploying;
      return {
        last: event.read,
        isStale: false,
        deploying: context.deploying || begins,
        wasDeployedBefore: begins ? event.read.deployedGraphVersion > 0 : context.wasDeployedBefore,
      };
    }),
    expectDeployment: assign(({ context, event }) =>
      event.type === 'deploy.scheduled' && !context.deploying
        ? { deploying: true, wasDeployedBefore: event.deployedGraphVersion > 0 }
        : {},
    ),
    setFocused: assign((_, params: { isFocused: boolean }) => params),
    markStale: assign({ isStale: true }),
    forgetDeployment: assign({ deploying: false, wasDeployedBefore: false }),
    refresh: emit({ type: 'watch.refresh' }),
    tellFailure: emit({ type: 'watch.toast', status: 'error', message: DEPLOY_FAILED_TEXT }),
    poll: emit({ type: 'watch.poll' }),
  },
  delays: {
    inActionInterval: POLL_STATUS_IN_ACTION_MS,
    runningInterval: POLL_STATUS_RUNNING_MS,
    overdue: ACTION_OVERDUE_MS,
  },
}).createMachine({
  id: 'deploymentWatch',
  context: {
    last: undefined,
    deploying: false,
    wasDeployedBefore: false,
    isStale: false,
    isFocused: true,
  },
  initial: 'idle',
  on: {
    'deploy.scheduled': { target: '.polling.inAction', actions: ['expectDeployment', 'poll'] },
    'status.read': [
      { guard: 'deployEnded', target: '.ended', actions: 'keepRead' },
      { guard: 'isInAction', target: '.polling.inAction', actions: 'keepRead' },
      { guard: 'isRunning', target: '.polling.running', actions: ['keepRead', 'forgetDeployment'] },
      { target: '.idle', actions: ['keepRead', 'forgetDeployment'] },
    ],
    'window.focused': { actions: setFocusedTo(true) },
    'window.blurred': { actions: setFocusedTo(false) },
  },
  states: {
    idle: {},
    polling: {
      initial: 'running',
      states: {
        running: {
          after: {
            runningInterval: [
              { guard: 'isFocused', target: 'running', reenter: true, actions: 'poll' },
              { target: 'running', reenter: true },
            ],
          },
        },
        inAction: {
          type: 'parallel',
          states: {
            reading: {
              initial: 'waiting',
              states: {
                waiting: {
                  after: {
                    inActionInterval: [
                      { guard: 'isFocused', target: 'waiting', reenter: true, actions: 'poll' },
                      { target: 'waiting', reenter: true },
                    ],
                  },
                },
              },
            },
            /** The deployment takes too long; reported instead of showing 'Deploying' forever. */
            timing: {
              initial: 'inTime',
              states: { inTime: { after: { overdue: 'overdue' } }, overdue: {} },
            },
          },
          on: { 'status.read': { guard: 'goesOn', actions: 'keepRead' } },
        },
      },
      on: {
        'window.focused': { actions: [setFocusedTo(true), 'poll'] },
        'status.failed': { actions: 'markStale' },
        'watch.stop': { target: 'idle', actions: 'forgetDeployment' },
      },
    },
    /** Transient: refresh once, and notify if the deployment failed. */
    ended: {
      exit: ['refresh', 'forgetDeployment'],
      always: [
        { guard: 'endedFailedAfterDeployed', target: 'settling', actions: 'tellFailure' },
        { target: 'settling' },
      ],
    },
    settling: {
      always: [{ guard: 'lastIsRunning', target: 'polling.running' }, { target: 'idle' }],
    },
  },
});

export type DeploymentWatchSnapshot = SnapshotFrom<typeof deploymentWatchMachine>;

export const selectIsOverdue = (snapshot: DeploymentWatchSnapshot): boolean =>
  snapshot.matches({ polling: { inAction: { timing: 'overdue' } } });
