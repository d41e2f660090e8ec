import assert from 'node:assert/strict';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { ModelEvent } from '../../machines/model.ts';
import { assertWalked, eventType, type ModelPath, type ModelPaths } from './paths.ts';

/** A running system under test: a pure machine, an actor, a view, the service, a page of a browser. */
export type Running<Event, Projection> = {
  send: (event: Event) => void | Promise<void>;
  read: () => Projection | Promise<Projection>;
  dispose?: () => void | Promise<void>;
};

/**
 * How a model drives a system: make one, send it events, and compare what it shows with what the model
 * says. `project` answers undefined for a state it cannot check, and that is a failure.
 */
export type Sut<
  Machine extends AnyStateMachine,
  Projection,
  System extends Running<ModelEvent<Machine>, Projection>,
> = {
  /** Event types that `send` can carry out. */
  drives: Iterable<string>;
  create: () => System | Promise<System>;
  project: (snapshot: SnapshotFrom<Machine>) => Projection | undefined;
  /** More to check in a state: invariants, forbidden events that must be refused. */
  check?: (snapshot: SnapshotFrom<Machine>, system: System) => void | Promise<void>;
};

/** Drivers by event type; gives `drives` and `send` of a system, so that neither forgets an event. */
export type Drivers<Event extends { type: string }, World> = {
  [Type in Event['type']]?: (world: World, event: Extract<Event, { type: Type }>) => void | Promise<void>;
};

export async function sendBy<Event extends { type: string }, World>(
  drivers: Drivers<Event, World>,
  world: World,
  event: Event,
): Promise<void> {
  const driver = drivers[event.type as Event['type']];
  if (!driver) throw new Error(`no driver for the event '${event.type}'`);
  await driver(world, event as Extract<Event, { type: Event['type'] }>);
}

/** Fails when an event of the vocabulary cannot be sent, or a state has nothing to compare with. */
export function assertDrivable<Machine extends AnyStateMachine, Projection>(
  { model, states }: ModelPaths<Machine>,
  sut: Pick<Sut<Machine, Projection, Running<ModelEvent<Machine>, Projection>>, 'drives' | 'project'>,
): void {
  const driven = new Set(sut.drives);
  const undriven = new Set(model.vocabulary.map(eventType).filter((type) => !driven.has(type)));
  if (undriven.size > 0)
    throw new Error(`${model.name}: events without a driver: ${[...undriven].join(', ')}`);
  const unchecked = [...states].filter(([, state]) => sut.project(state) === undefined).map(([key]) => key);
  if (unchecked.length > 0) throw new Error(`${model.name}: states without a check: ${unchecked.join(', ')}`);
}

async function compare<
  Machine extends AnyStateMachine,
  Projection,
  System extends Running<ModelEvent<Machine>, Projection>,
>(sut: Sut<Machine, Projection, System>, system: System, state: SnapshotFrom<Machine>): Promise<void> {
  const expected = sut.project(state);
  if (expected === undefined) throw new Error('a state without a check');
  assert.deepEqual(await system.read(), expected);
  await sut.check?.(state, system);
}

/** Walks one path through a new system, comparing after every step; adds the transitions to `walked`. */
export async function drivePath<
  Machine extends AnyStateMachine,
  Projection,
  System extends Running<ModelEvent<Machine>, Projection>,
>(
  path: ModelPath<Machine>,
  sut: Sut<Machine, Projection, System>,
  walked: Set<string> = new Set(),
): Promise<void> {
  const system = await sut.create();
  let where = 'at the start';
  try {
    await compare(sut, system, path.initial);
    for (const step of path.steps) {
      where = `after ${step.edge}`;
      await system.send(step.event);
      await compare(sut, system, step.state);
      walked.add(step.edge);
    }
  } catch (error) {
    if (error instanceof Error) error.message = `${where}: ${error.message}`;
    throw error;
  } finally {
    await system.dispose?.();
  }
}

/** Walks all paths of a model and fails unless every transition was walked; answers how many were. */
export async function driveAll<
  Machine extends AnyStateMachine,
  Projection,
  System extends Running<ModelEvent<Machine>, Projection>,
>(paths: ModelPaths<Machine>, sut: Sut<Machine, Projection, System>): Promise<number> {
  assertDrivable(paths, sut);
  const walked = new Set<string>();
  for (const path of paths.paths) await drivePath(path, sut, walked);
  assertWalked(paths.model.name, paths.edges, walked);
  return walked.size;
}
