import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut, settle } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { acknowledgeMachine } from './acknowledge.machine.ts';
import { ALL_OPEN, acknowledgeModel, CHANGED } from './acknowledge.model.ts';
import {
  type AcknowledgeSnapshot,
  countOpenEntries,
  findReason,
  findReopenReason,
  getEntryState,
  selectExpanded,
  selectIsBusy,
} from './acknowledge.selectors.ts';
import type { AcknowledgeChoice } from './acknowledge.types.ts';

const paths = makePaths(acknowledgeModel);
const CHOICES: AcknowledgeChoice[] = [
  { kind: 'errors', ids: ['a1'] },
  { kind: 'component', componentId: 'a' },
  { kind: 'pipeline' },
  { kind: 'site' },
];

test('every transition: lines are acknowledging only during the call; refused events say why [E12]', async () => {
  const check = (snapshot: AcknowledgeSnapshot) => {
    const { entries } = snapshot.context;
    const states = entries.map(({ id }) => getEntryState(snapshot, id));
    if (!snapshot.matches('acknowledging')) expect(states).not.toContain('acknowledging');
    if (!snapshot.matches('reopening')) expect(states).not.toContain('reopening');
    // An error the service reports as acknowledged becomes open again only by reopening it.
    for (const [index, entry] of entries.entries())
      if (entry.isAcknowledged && !snapshot.context.reopened.includes(entry.id))
        expect(states[index]).toMatch(/^(acknowledged|reopening)$/);
    const canReopen = snapshot.can({ type: 'unacknowledge.requested', ids: ['a1'] });
    expect(findReopenReason(snapshot, ['a1']) === undefined).toBe(canReopen);
    for (const id of selectExpanded(snapshot)) expect(entries.map((entry) => entry.id)).toContain(id);
    for (const choice of CHOICES) {
      const can = snapshot.can({ type: 'acknowledge.requested', choice });
      expect(findReason(snapshot, choice) === undefined).toBe(can);
      if (choice.kind !== 'site' && !selectIsBusy(snapshot))
        expect(countOpenEntries(snapshot, choice) > 0).toBe(can);
    }
  };
  await driveAll(paths, createPureSut(acknowledgeModel, check));
  await driveAll(
    paths,
    createActorSut(acknowledgeModel, { actors: ['acknowledge', 'unacknowledge'], check }),
  );
});

/** The test decides how each call ends. */
function start() {
  const told: string[] = [];
  let end: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const actor = createActor(
    acknowledgeMachine.provide({
      actors: {
        acknowledge: fromPromise<void, AcknowledgeChoice>(
          () =>
            new Promise((resolve, reject) => {
              end = { resolve, reject };
            }),
        ),
        unacknowledge: fromPromise<void, AcknowledgeChoice>(
          () =>
            new Promise((resolve, reject) => {
              end = { resolve, reject };
            }),
        ),
      },
      actions: {
        succeed: (_, { choice }) => told.push(`ok ${choice?.kind}`),
        succeedReopening: () => told.push('open again'),
        fail: (_, { error }) => told.push(String(error)),
      },
    }),
  ).start();
  actor.send({ type: 'entries.read', entries: ALL_OPEN });
  const stateOf = (...ids: string[]) => ids.map((id) => getEntryState(actor.getSnapshot(), id));
  const finish = async (error?: Error) => {
    if (error) end?.reject(error);
    else end?.resolve();
    await settle();
  };
  return { actor, told, stateOf, finish };
}

test('a component: all its lines are marked, and its open row closes [R4-106, R4-107]', async () => {
  const { actor, told, stateOf, finish } = start();
  for (const id of ['a1', 'b1']) actor.send({ type: 'row.expand', id });
  actor.send({ type: 'acknowledge.requested', choice: { kind: 'component', componentId: 'a' } });
  expect(stateOf('a1', 'a2', 'b1')).toEqual(['acknowledging', 'acknowledging', 'unacknowledged']);
  await finish();
  expect(stateOf('a1', 'a2', 'b1')).toEqual(['acknowledged', 'acknowledged', 'unacknowledged']);
  expect(selectExpanded(actor.getSnapshot())).toEqual(['b1']);
  expect(told).toEqual(['ok component']);
});

test('a failed call: the lines stay unacknowledged and open, and one message says so [R4-108]', async () => {
  const { actor, told, stateOf, finish } = start();
  actor.send({ type: 'row.expand', id: 'a1' });
  actor.send({ type: 'acknowledge.requested', choice: { kind: 'pipeline' } });
  await finish(new Error('Refused'));
  expect(stateOf('a1', 'a2', 'b1')).toEqual(['unacknowledged', 'unacknowledged', 'unacknowledged']);
  expect(selectExpanded(actor.getSnapshot())).toEqual(['a1']);
  expect(told).toEqual(['Error: Refused']);
});

test('a second press during a call: no second call; new lines are marked too', async () => {
  const { actor, told, stateOf, finish } = start();
  actor.send({ type: 'acknowledge.requested', choice: { kind: 'pipeline' } });
  actor.send({ type: 'acknowledge.requested', choice: { kind: 'site' } });
  actor.send({ type: 'entries.read', entries: CHANGED });
  expect(stateOf('a1', 'a2', 'b1')).toEqual(['acknowledged', undefined, 'acknowledging']);
  await finish();
  expect(stateOf('b1')).toEqual(['acknowledged']);
  expect(told).toEqual(['ok pipeline']);
});

test('an acknowledged line: reopens once the service took it back, not when that fails', async () => {
  const { actor, told, stateOf, finish } = start();
  actor.send({ type: 'unacknowledge.requested', ids: ['a1'] });
  expect(actor.getSnapshot().value).toBe('idle');
  actor.send({ type: 'entries.read', entries: CHANGED });
  actor.send({ type: 'unacknowledge.requested', ids: ['a1'] });
  expect(stateOf('a1', 'b1')).toEqual(['reopening', 'unacknowledged']);
  await finish(new Error('Refused'));
  expect(stateOf('a1')).toEqual(['acknowledged']);
  actor.send({ type: 'unacknowledge.requested', ids: ['a1'] });
  await finish();
  expect(stateOf('a1')).toEqual(['unacknowledged']);
  expect(told).toEqual(['Error: Refused', 'open again']);
});
