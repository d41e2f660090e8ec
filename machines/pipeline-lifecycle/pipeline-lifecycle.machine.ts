import { assign, setup } from 'xstate';
import type { PendingAction, PipelineStatus } from '../../src/contract/enums.ts';

/**
 * The state is the status, the pending action is context. Service and console share this machine, so they
 * agree on what is allowed.
 */
export type LifecycleContext = {
  pendingAction: PendingAction;
  /** 0 when none is deployed. */
  deployedGraphVersion: number;
  latestGraphVersion: number;
  /**
   * While a deploy is pending, the version being deployed; else the newest saved version if not deployed,
   * else 0.
   */
  pendingGraphVersion: number;
  /** Last stable status; a canceled or failed action returns to it. */
  previousStatus: PipelineStatus;
};

export type LifecycleUserEvent =
  | { type: 'pipeline.deploy'; graphVersion: number }
  | { type: 'pipeline.pause' }
  | { type: 'pipeline.bypass' }
  | { type: 'pipeline.delete' }
  | { type: 'pipeline.cancel' };

/** `queued`: the engine received the action; `started`: it is running; the others are outcomes. */
export type LifecycleEngineEvent =
  | { type: 'engine.queued' }
  | { type: 'engine.started' }
  | { type: 'engine.deployed'; version: number }
  | { type: 'engine.failed' }
  | { type: 'engine.paused' }
  | { type: 'engine.bypassed' }
  | { type: 'engine.deleted' }
  | { type: 'engine.cancelled' };

export type LifecycleEvent = LifecycleUserEvent | LifecycleEngineEvent;

export type LifecycleInput = { deployedGraphVersion: number; latestGraphVersion: number };

/** 0 when it is deployed. */
export const getPendingVersion = (deployed: number, latest: number): number =>
  latest > 0 && latest !== deployed ? latest : 0;

type Facts = { context: LifecycleContext };
const createPendingGuard =
  (...actions: PendingAction[]) =>
  ({ context }: Facts) =>
    actions.includes(context.pendingAction);
const createReturnGuard =
  (status: PipelineStatus) =>
  ({ context }: Facts) =>
    context.previousStatus === status;

const lifecycleSetup = setup({
  types: {
    context: {} as LifecycleContext,
    events: {} as LifecycleEvent,
    input: {} as LifecycleInput,
  },
  guards: {
    isIdle: createPendingGuard('NOP'),
    isDeployable: ({ context, event }) =>
      event.type === 'pipeline.deploy' &&
      context.pendingAction === 'NOP' &&
      Number.isInteger(event.graphVersion) &&
      event.graphVersion >= 1 &&
      event.graphVersion <= context.latestGraphVersion,
    isCancellable: createPendingGuard('DEPLOY', 'PAUSE', 'BYPASS', 'DELETE'),
    hasPending: createPendingGuard('DEPLOY', 'PAUSE', 'BYPASS', 'DELETE', 'CANCEL'),
    deployPending: createPendingGuard('DEPLOY'),
    deletePending: createPendingGuard('DELETE'),
    cancelPending: createPendingGuard('CANCEL'),
    // An outcome may arrive after a cancel; the engine's outcome wins.
    mayEndDeployed: createPendingGuard('DEPLOY', 'CANCEL'),
    mayEndPaused: createPendingGuard('PAUSE', 'CANCEL'),
    mayEndBypassed: createPendingGuard('BYPASS', 'CANCEL'),
    mayEndDeleted: createPendingGuard('DELETE', 'CANCEL'),
    keepsEarlierVersion: ({ context }) =>
      context.pendingAction === 'DEPLOY' && context.deployedGraphVersion > 0,
    returnsToDeployed: createReturnGuard('DEPLOYED'),
    returnsToRolledBack: createReturnGuard('ROLLED_BACK'),
    returnsToPaused: createReturnGuard('PAUSED'),
    returnsToBypassed: createReturnGuard('BYPASSED'),
    returnsToFailed: createReturnGuard('FAILED'),
  },
  actions: {
    setPending: assign((_, params: { action: PendingAction }) => ({ pendingAction: params.action })),
    rememberStatus: assign((_, params: { status: PipelineStatus }) => ({ previousStatus: params.status })),
    aimAtVersion: assign(({ context, event }) => ({
      pendingGraphVersion:
        event.type === 'pipeline.deploy' ? event.graphVersion : context.pendingGraphVersion,
    })),
    recordDeployed: assign(({ context, event }) => {
      if (event.type !== 'engine.deployed') return {};
      const latestGraphVersion = Math.max(context.latestGraphVersion, event.version);
      return { deployedGraphVersion: event.version, latestGraphVersion };
    }),
    settle: assign(({ context }) => ({
      pendingAction: 'NOP' as const,
      pendingGraphVersion: getPendingVersion(context.deployedGraphVersion, context.latestGraphVersion),
    })),
    forgetPendingVersion: assign({ pendingGraphVersion: 0 }),
  },
});

const order = (action: PendingAction) => ({ type: 'setPending' as const, params: { action } });
const remember = (status: PipelineStatus) => ({ type: 'rememberStatus' as const, params: { status } });

const deletable = { 'pipeline.delete': { guard: 'isIdle', actions: order('DELETE') } } as const;
const cancellable = { 'pipeline.cancel': { guard: 'isCancellable', actions: order('CANCEL') } } as const;
const deployable = {
  'pipeline.deploy': { guard: 'isDeployable', actions: [order('DEPLOY'), 'aimAtVersion'] },
} as const;

const outcomes = {
  'engine.deployed': { guard: 'mayEndDeployed', target: 'DEPLOYED', actions: ['recordDeployed', 'settle'] },
  'engine.deleted': {
    guard: 'mayEndDeleted',
    target: 'DELETED',
    actions: ['settle', 'forgetPendingVersion'],
  },
  'engine.cancelled': { guard: 'cancelPending', target: 'RETURNING' },
  'engine.failed': [
    { guard: 'keepsEarlierVersion', target: 'ROLLED_BACK', actions: 'settle' },
    { guard: 'deployPending', target: 'FAILED', actions: 'settle' },
    { guard: 'hasPending', target: 'RETURNING' },
  ],
} as const;

const progress = {
  'engine.queued': [
    { guard: 'deployPending', target: 'TO_DEPLOY' },
    { guard: 'deletePending', target: 'TO_DELETE' },
  ],
  'engine.started': [
    { guard: 'deployPending', target: 'DEPLOYING' },
    { guard: 'deletePending', target: 'DELETING' },
  ],
} as const;

const atRest = { ...deployable, ...deletable, ...cancellable, ...progress, ...outcomes } as const;
const running = {
  ...atRest,
  'pipeline.pause': { guard: 'isIdle', actions: order('PAUSE') },
  'pipeline.bypass': { guard: 'isIdle', actions: order('BYPASS') },
  'engine.paused': { guard: 'mayEndPaused', target: 'PAUSED', actions: 'settle' },
  'engine.bypassed': { guard: 'mayEndBypassed', target: 'BYPASSED', actions: 'settle' },
} as const;
const inTransit = { ...deletable, ...cancellable, ...progress, ...outcomes } as const;

export const pipelineLifecycleMachine = lifecycleSetup.createMachine({
  id: 'pipelineLifecycle',
  context: ({ input }) => ({
    pendingAction: 'NOP',
    deployedGraphVersion: input.deployedGraphVersion,
    latestGraphVersion: input.latestGraphVersion,
    pendingGraphVersion: getPendingVersion(input.deployedGraphVersion, input.latestGraphVersion),
    previousStatus: 'DEFAULT',
  }),
  initial: 'DEFAULT',
  states: {
    DEFAULT: { entry: remember('DEFAULT'), on: atRest },
    FAILED: { entry: remember('FAILED'), on: atRest },
    DEPLOYED: { entry: remember('DEPLOYED'), on: running },
    ROLLED_BACK: { entry: remember('ROLLED_BACK'), on: running },
    PAUSED: { entry: remember('PAUSED'), on: atRest },
    BYPASSED: { entry: remember('BYPASSED'), on: atRest },
    TO_DEPLOY: { on: inTransit },
    DEPLOYING: { on: inTransit },
    TO_DELETE: { on: inTransit },
    // A delete cannot be canceled.
    DELETING: { on: { ...deletable, ...outcomes } },
    DELETED: {},
    /** Transient: back to the status before a canceled or failed action. */
    RETURNING: {
      exit: 'settle',
      always: [
        { guard: 'returnsToDeployed', target: 'DEPLOYED' },
        { guard: 'returnsToRolledBack', target: 'ROLLED_BACK' },
        { guard: 'returnsToPaused', target: 'PAUSED' },
        { guard: 'returnsToBypassed', target: 'BYPASSED' },
        { guard: 'returnsToFailed', target: 'FAILED' },
        { target: 'DEFAULT' },
      ],
    },
  },
});
