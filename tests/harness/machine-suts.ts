import {
  type Actor,
  type AnyStateMachine,
  createActor,
  fromPromise,
  getNextSnapshot,
  SimulatedClock,
  type SnapshotFrom,
} from 'xstate';
import type { MachineModel, ModelEvent, SystemEvent } from '../../machines/model.ts';
import type { Running, Sut } from './drive.ts';
import { getEventType, initialOf } from './paths.ts';

type Check<Machine extends AnyStateMachine> = (snapshot: SnapshotFrom<Machine>) => void;
type PureSystem<Machine extends AnyStateMachine> = Running<ModelEvent<Machine>, string> & {
  snapshot: () => SnapshotFrom<Machine>;
};

export function createPureSut<Machine extends AnyStateMachine>(
  model: MachineModel<Machine>,
  invariants: Check<Machine>,
): Sut<Machine, string, PureSystem<Machine>> {
  return {
    drives: new Set(model.vocabulary.map(getEventType)),
    create: () => {
      let now = initialOf(model);
      return {
        send: (event) => {
          now = getNextSnapshot(model.machine, now, event as never) as SnapshotFrom<Machine>;
        },
        read: () => model.key(now),
        snapshot: () => now,
      };
    },
    project: model.key,
    check: (_expected, system) => invariants(system.snapshot()),
  };
}

type Deferred = { resolve: (value: unknown) => void; reject: (error: unknown) => void };

/** Lets settled promises reach the actor. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export type ActorSystem<Machine extends AnyStateMachine> = Running<ModelEvent<Machine>, string> & {
  actor: Actor<Machine>;
};

/**
 * A real actor: the model settles its promises, and its clock is simulated. `actors` names the machine's
 * promise actors; `delays` are its named delays in ms.
 */
export function createActorSut<Machine extends AnyStateMachine>(
  model: MachineModel<Machine>,
  parts: { actors?: string[]; delays?: Record<string, number>; check?: Check<Machine> } = {},
): Sut<Machine, string, ActorSystem<Machine>> {
  const { actors = [], delays = {}, check } = parts;
  return {
    drives: new Set(model.vocabulary.map(getEventType)),
    create: () => {
      const open = new Map<string, Deferred>();
      const clock = new SimulatedClock();
      const held = fromPromise(
        ({ self }) => new Promise((resolve, reject) => open.set(self.id, { resolve, reject })),
      );
      const machine = model.machine.provide({
        actors: Object.fromEntries(actors.map((name) => [name, held])),
      }) as Machine;
      const actor = createActor(machine, {
        input: model.input as never,
        snapshot: model.from as never,
        clock,
      });
      actor.subscribe({ error: () => undefined });
      actor.start();
      return {
        actor,
        send: (event) => sendToActor(event, actor, open, clock, delays),
        read: () => model.key(actor.getSnapshot() as SnapshotFrom<Machine>),
        dispose: () => {
          actor.stop();
        },
      };
    },
    project: model.key,
    check: (_expected, system) => check?.(system.actor.getSnapshot() as SnapshotFrom<Machine>),
  };
}

async function sendToActor<Machine extends AnyStateMachine>(
  event: ModelEvent<Machine>,
  actor: Actor<Machine>,
  open: Map<string, Deferred>,
  clock: SimulatedClock,
  delays: Record<string, number>,
): Promise<void> {
  const [, kind, rest = ''] =
    /^xstate\.(done\.actor|error\.actor|after)\.(.+)$/.exec(getEventType(event)) ?? [];
  if (kind === undefined) return actor.send(event as never);
  if (kind === 'after') {
    const delay = delays[rest.split('.')[0] ?? ''];
    if (delay === undefined) throw new Error(`no length is given for the delay of '${getEventType(event)}'`);
    clock.increment(delay);
    return;
  }
  const deferred = open.get(rest);
  if (!deferred) throw new Error(`'${rest}' is not running`);
  open.delete(rest);
  if (kind === 'done.actor') deferred.resolve((event as SystemEvent).output);
  else deferred.reject((event as SystemEvent).error);
  await settle();
}
