import { assign, setup } from 'xstate';

/** Cumulative share of agents in percent, or the label of those that get it: `environment=staging`. */
export type RolloutStep = number | string;

export type FleetRolloutInput = {
  /** The last one is 100, so that no agent is left out. */
  steps: readonly RolloutStep[];
  maxErrorPercent: number;
  /** Whether agents can return to a previous configuration. */
  hasFormer: boolean;
};

export type FleetRolloutContext = FleetRolloutInput & {
  /** Current step from 0: the one to begin while waiting. */
  step: number;
  /** No further step begins until resumed. */
  isPaused: boolean;
};

/** Agents offered the configuration so far. */
export type RolloutCounts = {
  offered: number;
  applied: number;
  failed: number;
  /** Offered, neither applied nor failed. */
  waiting: number;
};

/**
 * `agents.counted`: progress of the agents offered so far, and whether the next step may begin now.
 * `agents.restored`: how many have not returned yet.
 */
export type FleetRolloutEvent =
  | { type: 'agents.counted'; counts: RolloutCounts; mayGoOn: boolean }
  | { type: 'window.opened' }
  | { type: 'rollout.startNow' }
  | { type: 'rollout.pause' }
  | { type: 'rollout.resume' }
  | { type: 'agents.restored'; waiting: number }
  | { type: 'rollout.cancel' };

const isOverLimit = ({ maxErrorPercent }: FleetRolloutInput, { offered, failed }: RolloutCounts): boolean =>
  failed > 0 && failed * 100 > maxErrorPercent * offered;

/**
 * A rollout of one configuration to a fleet, step by step. A step waits for the maintenance window and while
 * paused; a begun step and a rollback continue. Ends when every agent was offered it, or all have returned to
 * the previous configuration, or, without one, as it stands.
 */
export const fleetRolloutMachine = setup({
  types: {
    context: {} as FleetRolloutContext,
    input: {} as FleetRolloutInput,
    events: {} as FleetRolloutEvent,
  },
  guards: {
    isOverLimit: ({ context, event }) =>
      event.type === 'agents.counted' && isOverLimit(context, event.counts),
    isOverLimitWithFormer: ({ context, event }) =>
      event.type === 'agents.counted' && context.hasFormer && isOverLimit(context, event.counts),
    isStepDone: ({ context, event }) =>
      event.type === 'agents.counted' && event.mayGoOn && !context.isPaused && event.counts.waiting === 0,
    isStepDoneAndHeld: ({ event }) => event.type === 'agents.counted' && event.counts.waiting === 0,
    isLastStepDone: ({ context, event }) =>
      event.type === 'agents.counted' &&
      event.counts.waiting === 0 &&
      context.step >= context.steps.length - 1,
    hasFormer: ({ context }) => context.hasFormer,
    isPaused: ({ context }) => context.isPaused,
    isNotPaused: ({ context }) => !context.isPaused,
    hasStepToHold: ({ context }) => !context.isPaused && context.step < context.steps.length - 1,
    areAllBack: ({ event }) => event.type === 'agents.restored' && event.waiting === 0,
  },
  actions: {
    nextStep: assign({ step: ({ context }) => context.step + 1 }),
    pause: assign({ isPaused: true }),
    resume: assign({ isPaused: false }),
  },
}).createMachine({
  id: 'fleetRollout',
  context: ({ input }) => ({ ...input, step: 0, isPaused: false }),
  initial: 'WAITING',
  states: {
    WAITING: {
      on: {
        'window.opened': { guard: 'isNotPaused', target: 'ROLLING_OUT' },
        'rollout.startNow': { guard: 'isNotPaused', target: 'ROLLING_OUT' },
        'rollout.pause': { guard: 'isNotPaused', actions: 'pause' },
        'rollout.resume': { guard: 'isPaused', actions: 'resume' },
        'agents.counted': [
          { guard: 'isOverLimitWithFormer', target: 'ROLLING_BACK' },
          { guard: 'isOverLimit', target: 'STOPPED' },
        ],
        'rollout.cancel': [{ guard: 'hasFormer', target: 'ROLLING_BACK' }, { target: 'STOPPED' }],
      },
    },
    ROLLING_OUT: {
      on: {
        'agents.counted': [
          { guard: 'isOverLimitWithFormer', target: 'ROLLING_BACK' },
          { guard: 'isOverLimit', target: 'STOPPED' },
          { guard: 'isLastStepDone', target: 'SUCCEEDED' },
          { guard: 'isStepDone', actions: 'nextStep' },
          { guard: 'isStepDoneAndHeld', target: 'WAITING', actions: 'nextStep' },
        ],
        'rollout.pause': { guard: 'hasStepToHold', actions: 'pause' },
        'rollout.resume': { guard: 'isPaused', actions: 'resume' },
        'rollout.cancel': [{ guard: 'hasFormer', target: 'ROLLING_BACK' }, { target: 'STOPPED' }],
      },
    },
    ROLLING_BACK: {
      entry: 'resume',
      on: { 'agents.restored': { guard: 'areAllBack', target: 'ROLLED_BACK' } },
    },
    SUCCEEDED: { type: 'final' },
    ROLLED_BACK: { type: 'final' },
    STOPPED: { type: 'final', entry: 'resume' },
  },
});
