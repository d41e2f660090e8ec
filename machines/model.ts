import type { AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';

/** Events from actors and timers: `xstate.done.actor.save`, `xstate.after.…`. */
export type SystemEvent = { type: `xstate.${string}`; output?: unknown; error?: unknown };

export type ModelEvent<Machine extends AnyStateMachine> = EventFromLogic<Machine> | SystemEvent;

/**
 * Test model of a machine. The harness generates paths that cover every transition and runs them against the
 * pure machine, an actor, a view, the service or a browser.
 */
export type MachineModel<Machine extends AnyStateMachine> = {
  name: string;
  machine: Machine;
  input?: InputFrom<Machine>;
  from?: SnapshotFrom<Machine>;
  /** Every event with its payload variants. An event that is never possible is an error. */
  vocabulary: readonly ModelEvent<Machine>[];
  /** Identifies a state: its value and the context facts that decide what can happen next. */
  key: (snapshot: SnapshotFrom<Machine>) => string;
  /** Limits the model, e.g. by capping a list. Not a place for guards. */
  explore?: (snapshot: SnapshotFrom<Machine>, event: ModelEvent<Machine>) => boolean;
  /** Maximum traversal steps; defaults to 100,000. */
  limit?: number;
};

export const defineModel = <Machine extends AnyStateMachine>(
  model: MachineModel<Machine>,
): MachineModel<Machine> => model;
