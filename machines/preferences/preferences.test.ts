import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { DEFAULT_PREFERENCES, type Preferences } from '../../src/contract/entities/preferences.ts';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut, settle } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import {
  diffKeys,
  preferencesMachine,
  type SaveInput,
  type SaveOutput,
  selectPreferences,
  selectUnsaved,
} from './index.ts';
import { preferencesModel } from './preferences.model.ts';

const paths = makePaths(preferencesModel);

describe('every transition of preferences', () => {
  test('a change applies from the moment it is made until it is discarded', async () => {
    await driveAll(
      paths,
      createPureSut(preferencesModel, (snapshot) => {
        if (snapshot.context.pending.length > 0)
          expect(selectPreferences(snapshot).characterKeys).toBe(false);
        if (snapshot.matches('ready')) expect(snapshot.context.pending).toEqual([]);
        if (snapshot.matches('unsaved')) expect(selectUnsaved(snapshot)).toBe('offline');
      }),
    );
  });

  test('a running actor does the same', async () => {
    await driveAll(paths, createActorSut(preferencesModel, { actors: ['load', 'save'] }));
  });
});

const keys = (id: string, ...list: string[]) =>
  ({ type: 'preferences.change', change: { kind: 'keys', keys: { [id]: list } } }) as const;

/** A fake service, and a second window that can store too. */
function service(fits: (wanted: Preferences) => boolean = () => true) {
  let stored = DEFAULT_PREFERENCES;
  const put = (preferences: Preferences) => {
    stored = { ...preferences, revision: stored.revision + 1 };
    return stored;
  };
  const machine = preferencesMachine.provide({
    actors: {
      load: fromPromise<Preferences>(async () => stored),
      save: fromPromise<SaveOutput, SaveInput>(async ({ input }) =>
        input.stored.revision === stored.revision
          ? { kind: 'stored', preferences: put(input.wanted) }
          : { kind: 'stale', preferences: stored },
      ),
    },
    guards: { fits: (_, { wanted }) => fits(wanted) },
  });
  const actor = createActor(machine);
  const told: string[] = [];
  for (const type of ['preferences.stored', 'preferences.dropped', 'preferences.failed'] as const)
    actor.on(type, () => told.push(type));
  actor.start();
  return { actor, told, put, read: () => stored };
}

test('a change from another window stays, and this one is added', async () => {
  const { actor, put, read } = service();
  actor.send({ type: 'preferences.load' });
  await settle();
  put({ ...DEFAULT_PREFERENCES, keyBindings: { theirs: ['x'] } });
  actor.send(keys('mine', 'y'));
  await settle();
  expect(read().keyBindings).toEqual({ theirs: ['x'], mine: ['y'] });
  expect(selectPreferences(actor.getSnapshot())).toEqual(read());
});

test('a change that no longer fits is dropped with a message', async () => {
  const { actor, put, read, told } = service(
    ({ keyBindings }) => keyBindings.mine?.[0] !== keyBindings.theirs?.[0],
  );
  actor.send({ type: 'preferences.load' });
  await settle();
  put({ ...DEFAULT_PREFERENCES, keyBindings: { theirs: ['x'] } });
  actor.send(keys('mine', 'x'));
  await settle();
  expect(told).toEqual(['preferences.dropped']);
  expect(read().keyBindings).toEqual({ theirs: ['x'] });
  expect(selectPreferences(actor.getSnapshot()).keyBindings).toEqual({ theirs: ['x'] });
});

const macro = (id: string, name: string) => ({ id, name, steps: [{ commandId: 'view.reload', args: {} }] });
const recorded = (id: string, name: string) =>
  ({ type: 'preferences.change', change: { kind: 'macroPut', macro: macro(id, name) } }) as const;

test('of conflicting changes the keys are dropped, recorded macros are kept', async () => {
  const { actor, put, read, told } = service(({ keyBindings }) => keyBindings.mine === undefined);
  actor.send({ type: 'preferences.load' });
  await settle();
  put({ ...DEFAULT_PREFERENCES, keyBindings: { theirs: ['x'] } });
  actor.send(recorded('a', 'Morning'));
  actor.send(keys('mine', 'x'));
  await settle();
  await settle();
  expect(told).toEqual(['preferences.dropped', 'preferences.stored']);
  expect(read()).toMatchObject({ keyBindings: { theirs: ['x'] }, macros: [{ name: 'Morning' }] });
});

test('a macro whose name was taken in another window gets a number', async () => {
  const { actor, put, read } = service();
  actor.send({ type: 'preferences.load' });
  await settle();
  put({ ...DEFAULT_PREFERENCES, macros: [macro('theirs', 'Morning')] });
  actor.send(recorded('mine', 'morning'));
  await settle();
  expect(read().macros.map(({ id, name }) => `${id} ${name}`)).toEqual(['theirs Morning', 'mine morning 2']);
});

test('a saved view replaces one of its name on its site, also beside another window', async () => {
  const view = (id: string, name: string, siteId = '400000000000000001') => ({
    id,
    name,
    siteId,
    query: id,
    columns: [],
  });
  const { actor, put, read } = service();
  actor.send({ type: 'preferences.load' });
  await settle();
  put({
    ...DEFAULT_PREFERENCES,
    logViews: [view('theirs', 'Errors'), view('far', 'Errors', '400000000000000002')],
  });
  actor.send({ type: 'preferences.change', change: { kind: 'logViewPut', view: view('mine', 'errors ') } });
  await settle();
  await settle();
  expect(read().logViews?.map(({ id }) => id)).toEqual(['far', 'mine']);
  actor.send({ type: 'preferences.change', change: { kind: 'logViewRemoved', id: 'far' } });
  await settle();
  expect(read().logViews?.map(({ id }) => id)).toEqual(['mine']);
});

test('changes made while one is stored follow it in one call', async () => {
  const { actor, read, told } = service();
  actor.send({ type: 'preferences.load' });
  await settle();
  for (const key of ['a', 'b', 'c']) actor.send(keys(key, key));
  await settle();
  await settle();
  expect(read()).toMatchObject({ revision: 2, keyBindings: { a: ['a'], b: ['b'], c: ['c'] } });
  expect(told).toEqual(['preferences.stored', 'preferences.stored']);
});

test('the changes between two sets of keys, the default among them', () => {
  expect(diffKeys({ a: ['x'], b: ['y'], c: [] }, { a: ['x'], b: [], d: ['z'] })).toEqual({
    b: [],
    c: null,
    d: ['z'],
  });
});
