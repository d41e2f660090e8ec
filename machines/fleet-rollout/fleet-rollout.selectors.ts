import { getNextSnapshot, type SnapshotFrom } from 'xstate';
import {
  type FleetRolloutEvent,
  type FleetRolloutInput,
  fleetRolloutMachine,
} from './fleet-rollout.machine.ts';

export type RolloutState = SnapshotFrom<typeof fleetRolloutMachine>['value'];

export type RolloutFace = FleetRolloutInput & { state: RolloutState; step: number; isPaused: boolean };

const OPEN: readonly RolloutState[] = ['WAITING', 'ROLLING_OUT', 'ROLLING_BACK'];

export const isRolloutOpen = (state: RolloutState): boolean => OPEN.includes(state);

const resolve = ({ state, ...context }: RolloutFace) =>
  fleetRolloutMachine.resolveState({ value: state, context });

/** The rollout after the event; the same face if not accepted. */
export function applyRolloutEvent(face: RolloutFace, event: FleetRolloutEvent): RolloutFace {
  const before = resolve(face);
  if (!before.can(event)) return face;
  const after = getNextSnapshot(fleetRolloutMachine, before, event);
  return { ...face, state: after.value, step: after.context.step, isPaused: after.context.isPaused };
}

/** Why it cannot be canceled; undefined if it can. */
export function cancelRolloutRefusal(state: RolloutState): string | undefined {
  if (state === 'WAITING' || state === 'ROLLING_OUT') return undefined;
  return state === 'ROLLING_BACK' ? 'This rollout is rolling back already' : 'This rollout has ended already';
}

/** Why it cannot start outside the maintenance window; undefined if it can. */
export function startNowRefusal({
  state,
  isPaused,
}: Pick<RolloutFace, 'state' | 'isPaused'>): string | undefined {
  if (!isRolloutOpen(state)) return 'This rollout has ended already';
  if (state !== 'WAITING') return 'This rollout does not wait';
  return isPaused ? 'This rollout is paused; resume it' : undefined;
}

/** Why it cannot be paused; undefined if it can. */
export function pauseRolloutRefusal({
  state,
  isPaused,
  step,
  steps,
}: Pick<RolloutFace, 'state' | 'isPaused' | 'step' | 'steps'>): string | undefined {
  if (!isRolloutOpen(state)) return 'This rollout has ended already';
  if (state === 'ROLLING_BACK') return 'This rollout is rolling back already';
  if (isPaused) return 'This rollout is paused already';
  return state === 'ROLLING_OUT' && step >= steps.length - 1
    ? 'Its last step has begun, so that no step is left to hold; cancel it to take it back'
    : undefined;
}

/** Why it cannot be resumed; undefined if it can. */
export function resumeRolloutRefusal({
  state,
  isPaused,
}: Pick<RolloutFace, 'state' | 'isPaused'>): string | undefined {
  if (isPaused) return undefined;
  return isRolloutOpen(state) ? 'This rollout is not paused' : 'This rollout has ended already';
}

/** Number of agents offered the configuration by the end of a step; at least one, if any exist. */
export const countInStep = (percent: number, agents: number): number =>
  Math.min(agents, Math.max(agents === 0 ? 0 : 1, Math.ceil((percent * agents) / 100)));
