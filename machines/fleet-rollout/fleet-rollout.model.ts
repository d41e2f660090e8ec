import { defineModel } from '../model.ts';
import { type FleetRolloutInput, fleetRolloutMachine } from './fleet-rollout.machine.ts';

const counted = (applied: number, failed: number, waiting: number, mayGoOn = true) => ({
  type: 'agents.counted' as const,
  mayGoOn,
  counts: { offered: applied + failed + waiting, applied, failed, waiting },
});

export const createFleetRolloutModel = (input: FleetRolloutInput) =>
  defineModel({
    name: `rollout ${input.hasFormer ? 'over a configuration' : 'to a new fleet'}`,
    machine: fleetRolloutMachine,
    input,
    vocabulary: [
      { type: 'window.opened' },
      { type: 'rollout.startNow' },
      { type: 'rollout.pause' },
      { type: 'rollout.resume' },
      counted(5, 0, 0),
      counted(5, 0, 0, false),
      counted(9, 1, 0),
      counted(3, 2, 5),
      ...(input.hasFormer ? [{ type: 'agents.restored' as const, waiting: 0 }] : []),
      { type: 'rollout.cancel' },
    ],
    key: ({ value, context }) => `${value}, step ${context.step}${context.isPaused ? ', paused' : ''}`,
  });
