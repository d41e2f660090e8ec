import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut, settle } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import {
  type EntityFormEvent,
  type EntityFormInput,
  entityFormMachine,
  type SaveInput,
  type SaveOutcome,
} from './entity-form.machine.ts';
import { newConnectionModel, SAVED_ID, storedConnectionModel } from './entity-form.model.ts';
import { findReason, selectIsArmed } from './entity-form.selectors.ts';

describe.each([newConnectionModel, storedConnectionModel])('every transition of the $name', (model) => {
  const paths = makePaths(model);

  test('asks before it drops what was typed, and says why events are refused', async () => {
    await driveAll(
      paths,
      createPureSut(model, (snapshot) => {
        if (snapshot.matches('confirmingLeave')) expect(selectIsArmed(snapshot)).toBe(true);
        if (snapshot.matches('stale')) expect(snapshot.context.storedRevision).toBeDefined();
        for (const event of model.vocabulary as EntityFormEvent[]) {
          if (event.type.startsWith('xstate.') || snapshot.can(event)) continue;
          expect(findReason(snapshot, event), event.type).toBeTruthy();
        }
      }),
    );
  });

  test('a running actor does the same', async () => {
    await driveAll(paths, createActorSut(model, { actors: ['save'] }));
  });
});

const open = (input: EntityFormInput, ...answers: SaveOutcome[]) => {
  const sent: SaveInput[] = [];
  const closedWith: (string | undefined)[] = [];
  const leftFor: (string | undefined)[] = [];
  const machine = entityFormMachine.provide({
    actors: {
      save: fromPromise(async ({ input: wanted }: { input: SaveInput }) => {
        sent.push(wanted);
        const answer = answers.shift();
        if (!answer) throw new Error('no answer');
        return answer;
      }),
    },
    actions: {
      close: (_, { id, target }) => {
        closedWith.push(id);
        leftFor.push(target);
      },
    },
  });
  const actor = createActor(machine, { input }).start();
  const send = async (...events: EntityFormEvent[]) => {
    for (const event of events) {
      actor.send(event);
      await settle();
    }
  };
  return { send, sent, closedWith, leftFor, at: () => actor.getSnapshot() };
};

const stored = storedConnectionModel.input!;
const rename: EntityFormEvent = { type: 'field.changed', field: 'name', value: 'logs' };
const submit: EntityFormEvent = { type: 'form.submitted' };

describe('output of the form', () => {
  test('nothing when it is closed, changed or not', async () => {
    const untouched = open(stored);
    await untouched.send({ type: 'form.left' });
    expect(untouched.closedWith).toEqual([undefined]);
    const changed = open(stored);
    await changed.send(rename, { type: 'form.left' }, { type: 'leave.confirmed' });
    expect([changed.closedWith, changed.sent]).toEqual([[undefined], []]);
  });

  test('the target of the navigation, only after changes were discarded', async () => {
    const leave: EntityFormEvent = { type: 'form.left', target: '/pipelines' };
    const left = open(stored);
    await left.send(rename, leave, { type: 'leave.confirmed' });
    expect(left.leftFor).toEqual(['/pipelines']);
    const closed = open(stored);
    await closed.send(
      rename,
      leave,
      { type: 'leave.declined' },
      { type: 'form.left' },
      { type: 'leave.confirmed' },
    );
    expect(closed.leftFor).toEqual([undefined]);
  });

  test('the id once it is stored', async () => {
    const { send, closedWith, sent } = open(stored, { kind: 'saved', id: SAVED_ID, revision: 2 });
    await send(rename, submit);
    expect(closedWith).toEqual([SAVED_ID]);
    expect(sent).toMatchObject([{ id: SAVED_ID, revision: 1, values: { name: 'logs' } }]);
  });
});

test('an unchanged form is not saved again', async () => {
  const { send, sent, at } = open(stored);
  await send(submit);
  expect(sent).toEqual([]);
  expect(findReason(at(), submit)).toBe('Nothing was changed');
});

test('a missing name: named with the other errors, gone once it is typed', async () => {
  const errors = { name: 'Name is required', 'config.port': 'Port is required' };
  const { send, sent, at } = open({}, { kind: 'refused', errors, message: '' });
  await send({ type: 'type.chosen', templateId: 'tcp', defaults: {}, name: '' }, submit);
  expect(sent).toMatchObject([{ values: { name: '' } }]);
  expect(at().context.errors).toEqual(errors);
  await send(rename);
  expect(Object.keys(at().context.errors)).toEqual(['config.port']);
});

test('a refused save: fields stay, and an error goes when its field changes', async () => {
  const errors = { 'config.port': 'Port 8080 is taken', 'config.host': 'No such address' };
  const { send, at } = open(stored, { kind: 'refused', errors, message: '' });
  await send(rename, submit);
  expect(at().context).toMatchObject({ values: { name: 'logs' }, errors });
  await send({ type: 'config.changed', config: { port: 8081 } });
  expect(Object.keys(at().context.errors)).toEqual(['config.host']);
});

test('a lost connection says that nothing was saved', async () => {
  const { send, at } = open(stored);
  await send(rename, submit);
  expect(at().context.failure).toMatch(/Nothing was saved/);
  expect(at().matches('editing')).toBe(true);
});

test('changes by someone else are overwritten only on request, with their revision', async () => {
  const { send, sent, closedWith } = open(
    stored,
    { kind: 'stale', storedRevision: 7 },
    { kind: 'stale', storedRevision: 7 },
    { kind: 'saved', id: SAVED_ID, revision: 8 },
  );
  await send(rename, submit, { type: 'stale.keepEditing' }, submit, { type: 'stale.overwrite' });
  expect(sent.map(({ revision }) => revision)).toEqual([1, 1, 7]);
  expect(closedWith).toEqual([SAVED_ID]);
});
