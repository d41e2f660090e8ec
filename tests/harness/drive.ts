import assert from 'node:assert/strict';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { ModelEvent } from '../../machines/model.ts';
import { listFocusFaults, listTextFaults } from './page-faults.ts';
import { assertWalked, getEventType, type ModelPath, type ModelPaths } from './paths.ts';

export type Running<Event, Projection> = {
  send: (event: Event) => void | Promise<void>;
  read: () => Projection | Promise<Projection>;
  dispose?: () => void | Promise<void>;
};

/**
 * How a model drives a system and compares its state. `project` returns undefined for a state it cannot
 * check, which fails the test.
 */
export type Sut<
  Machine extends AnyStateMachine,
  Projection,
  System extends Running<ModelEvent<Machine>, Projection>,
> = {
  drives: Iterable<string>;
  create: () => System | Promise<System>;
  project: (snapshot: SnapshotFrom<Machine>) => Projection | undefined;
  /** More checks in a state: invariants, refusals of forbidden events. */
  check?: (snapshot: SnapshotFrom<Machine>, system: System) => void | Promise<void>;
};

/** Drivers by event type; derives `drives` and `send`, so that both cover the same events. */
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

export function assertDrivable<Machine extends AnyStateMachine, Projection>(
  { model, states }: ModelPaths<Machine>,
  sut: Pick<Sut<Machine, Projection, Running<ModelEvent<Machine>, Projection>>, 'drives' | 'project'>,
): void {
  const driven = new Set(sut.drives);
  const undriven = new Set(model.vocabulary.map(getEventType).filter((type) => !driven.has(type)));
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

/** What holds on every page, whatever the model. */
function checkPage(): void {
  if (typeof document === 'undefined' || !('querySelectorAll' in document)) return;
  const faults = [...listFocusFaults(), ...listTextFaults()];
  if (faults.length > 0) throw new Error(`the page has faults: ${faults.join('; ')}`);
}

/** Compares after every step; adds to `walked`. */
export async function drivePath<
  Machine extends AnyStateMachine,
  Projection,
  System extends Running<ModelEvent<Machine>, Projection>,
>(
  path: ModelPath<Machine>,
  sut: Sut<Machine, Projection, System>,
  walked: Set<string> = new Set(),
  checkEnd: () => void = () => undefined,
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
    checkEnd();
  } catch (error) {
    if (error instanceof Error) error.message = `${where}: ${error.message}`;
    throw error;
  } finally {
    await system.dispose?.();
  }
}

/** Fails unless every transition was walked, and when the page has faults at the end. Returns their number. */
export async function driveAll<
  Machine extends AnyStateMachine,
  Projection,
  System extends Running<ModelEvent<Machine>, Projection>,
>(paths: ModelPaths<Machine>, sut: Sut<Machine, Projection, System>): Promise<number> {
  assertDrivable(paths, sut);
  const walked = new Set<string>();
  const last = paths.paths.at(-1);
  for (const path of paths.paths) await drivePath(path, sut, walked, path === last ? checkPage : undefined);
  assertWalked(paths.model.name, paths.edges, walked);
  return walked.size;
}
