import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { defineModel } from '../../machines/model.ts';
import { type Drivers, driveAll, drivePath, sendBy } from './drive.ts';
import { createActorSut, createPureSut } from './machine-suts.ts';
import { assertWalked, makePaths } from './paths.ts';

type DoorEvent = { type: 'open' } | { type: 'close' } | { type: 'lock' };
type Door = 'opened' | 'closed' | 'locked';

const doorMachine = createMachine({
  types: {} as { events: DoorEvent },
  initial: 'closed',
  states: {
    closed: { on: { open: 'opened', lock: 'locked' } },
    opened: { on: { close: 'closed' } },
    locked: {},
  },
});
const doorModel = defineModel({
  name: 'door',
  machine: doorMachine,
  vocabulary: [{ type: 'open' }, { type: 'close' }, { type: 'lock' }],
  key: (snapshot) => String(snapshot.value),
});
const paths = makePaths(doorModel);

/** Its own state, so that the harness can find disagreement. */
const createDoorSut = (drivers: Drivers<DoorEvent, { door: Door }>) => ({
  drives: Object.keys(drivers),
  create: () => {
    const world: { door: Door } = { door: 'closed' };
    return {
      send: (event: { type: string }) => sendBy(drivers, world, event as DoorEvent),
      read: () => world.door as string,
    };
  },
  project: (snapshot: { value: unknown }): string | undefined => String(snapshot.value),
});
const goodDrivers: Drivers<DoorEvent, { door: Door }> = {
  open: (world) => {
    world.door = 'opened';
  },
  close: (world) => {
    world.door = 'closed';
  },
  lock: (world) => {
    world.door = 'locked';
  },
};

describe('the harness walks every transition', () => {
  test('of the model, through any system', async () => {
    expect([...paths.edges].toSorted()).toEqual([
      'closed -- lock --> locked',
      'closed -- open --> opened',
      'opened -- close --> closed',
    ]);
    expect(await driveAll(paths, createDoorSut(goodDrivers))).toBe(3);
    expect(
      await driveAll(
        paths,
        createPureSut(doorModel, () => undefined),
      ),
    ).toBe(3);
    expect(await driveAll(paths, createActorSut(doorModel))).toBe(3);
  });
});

describe('the harness fails', () => {
  test('when an event has no driver', async () => {
    const { open, close } = goodDrivers;
    await expect(driveAll(paths, createDoorSut({ open: open!, close: close! }))).rejects.toThrow(
      'door: events without a driver: lock',
    );
  });

  test('when a driver is promised but missing', async () => {
    const sut = { ...createDoorSut({ open: goodDrivers.open! }), drives: ['open', 'close', 'lock'] };
    await expect(driveAll(paths, sut)).rejects.toThrow('no driver for the event');
  });

  test('when a state has no check', async () => {
    const sut = {
      ...createDoorSut(goodDrivers),
      project: (snapshot: { value: unknown }) =>
        snapshot.value === 'locked' ? undefined : String(snapshot.value),
    };
    await expect(driveAll(paths, sut)).rejects.toThrow('door: states without a check: locked');
  });

  test('when a transition is not walked', async () => {
    const fewer = { ...paths, paths: paths.paths.filter((path) => !path.name.includes('lock')) };
    await expect(driveAll(fewer, createDoorSut(goodDrivers))).rejects.toThrow(
      'door: transitions never walked:\n  closed -- lock --> locked',
    );
  });

  test('when the system does something else', async () => {
    const sut = createDoorSut({ ...goodDrivers, close: () => undefined });
    await expect(driveAll(paths, sut)).rejects.toThrow('after opened -- close --> closed');
  });

  test('when a check of a state fails', async () => {
    const sut = {
      ...createDoorSut(goodDrivers),
      check: (snapshot: { value: unknown }) => {
        if (snapshot.value === 'locked') throw new Error('the key is lost');
      },
    };
    await expect(driveAll(paths, sut)).rejects.toThrow('the key is lost');
  });

  test('when an event of the vocabulary is never possible', () => {
    const vocabulary = [...doorModel.vocabulary, { type: 'xstate.done.actor.burglar' } as const];
    expect(() => makePaths({ ...doorModel, vocabulary })).toThrow(
      'door: events that are never possible:\n  xstate.done.actor.burglar',
    );
  });

  test('when the state key hides a fact that matters', () => {
    const counting = createMachine({
      initial: 'one',
      states: { one: { on: { step: 'two' } }, two: { on: { step: 'three' } }, three: {} },
    });
    const model = defineModel({
      name: 'steps',
      machine: counting,
      vocabulary: [{ type: 'step' }],
      key: (snapshot) => (snapshot.value === 'three' ? 'end' : 'on the way'),
    });
    expect(() => makePaths(model)).toThrow(/transitions/);
  });

  test('when what was walked is not in the model', () => {
    expect(() => assertWalked('door', new Set(['a']), new Set(['a', 'b']))).toThrow(
      'outside the model:\n  b',
    );
  });
});

test('a path disposes of its system, also after a failure', async () => {
  let disposed = 0;
  const [path] = paths.paths;
  const sut = {
    ...createDoorSut(goodDrivers),
    create: () => ({
      send: () => undefined,
      read: () => 'wrong',
      dispose: () => {
        disposed += 1;
      },
    }),
  };
  await expect(drivePath(path!, sut)).rejects.toThrow('at the start');
  expect(disposed).toBe(1);
});
