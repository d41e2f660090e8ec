import type { AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';

/** What a machine hears from its actors and timers: `xstate.done.actor.save`, `xstate.after.…`. */
export type SystemEvent = { type: `xstate.${string}`; output?: unknown; error?: unknown };

export type ModelEvent<Machine extends AnyStateMachine> = EventFromLogic<Machine> | SystemEvent;

/**
 * The test model beside a machine: from it the harness makes paths that walk every transition, and drives
 * them through the pure machine, a real actor, a view, the service or a browser.
 */
export type MachineModel<Machine extends AnyStateMachine> = {
  name: string;
  machine: Machine;
  /** Fixed data to start with. */
  input?: InputFrom<Machine>;
  /** Start from this snapshot instead of the machine's own initial one. */
  from?: SnapshotFrom<Machine>;
  /** Every event with its payload cases; an event that is never possible is an error. */
  vocabulary: readonly ModelEvent<Machine>[];
  /** State value and the few context facts that decide what can happen next. */
  key: (snapshot: SnapshotFrom<Machine>) => string;
  /** Keeps the model finite, for example by capping a list; a guard does not belong here. */
  explore?: (snapshot: SnapshotFrom<Machine>, event: ModelEvent<Machine>) => boolean;
  /** Most traversal steps before path making gives up; 100,000 by default. */
  limit?: number;
};

/** Gives a model its types. */
export const defineModel = <Machine extends AnyStateMachine>(
  model: MachineModel<Machine>,
): MachineModel<Machine> => model;
