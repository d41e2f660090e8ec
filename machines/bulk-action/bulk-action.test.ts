import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut, settle } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { findReason, selectProgress } from './bulk-action.machine.ts';
import { bulkActionModel } from './bulk-action.model.ts';
import { type BulkActionInput, type BulkFinished, type BulkOutcome, bulkActionMachine } from './index.ts';

const paths = makePaths(bulkActionModel);
const items = ['a', 'b', 'c'].map((id) => ({ id, name: `Pipeline ${id}` }));
const requested = { type: 'bulk.requested' as const, action: 'PAUSE', items };

test('every transition: refused events say why, and no item is done twice', async () => {
  await driveAll(
    paths,
    createPureSut(bulkActionModel, (snapshot) => {
      const isRunning = snapshot.matches('running');
      expect(selectProgress(snapshot) !== undefined).toBe(isRunning);
      expect(findReason(snapshot, requested) !== undefined).toBe(isRunning);
      expect(findReason(snapshot, { type: 'bulk.stopped' }) !== undefined).toBe(!isRunning);
      expect(snapshot.context.at).toBeLessThanOrEqual(snapshot.context.items.length);
      expect(snapshot.context.failures.length).toBeLessThanOrEqual(snapshot.context.at);
    }),
  );
  await driveAll(
    paths,
    createActorSut(bulkActionModel, { actors: ['perform'], delays: { retryAfter: 2000 } }),
  );
});

function start(perform: (input: BulkActionInput) => BulkOutcome) {
  const clock = new SimulatedClock();
  const asked: string[] = [];
  const told: BulkFinished[] = [];
  const actor = createActor(
    bulkActionMachine.provide({
      actors: {
        perform: fromPromise<BulkOutcome, BulkActionInput>(async ({ input }) => {
          asked.push(input.item.id);
          return perform(input);
        }),
      },
    }),
    { clock },
  );
  actor.on('bulk.finished', (event) => told.push(event));
  actor.start().send(requested);
  return { actor, clock, asked, told };
}

test('a refused item: the others go on, and the end is announced once', async () => {
  const { asked, told } = start(({ item }) => {
    if (item.id === 'b') throw new Error('Pipeline is Paused');
    return { isDone: true };
  });
  for (let turn = 0; turn < 4; turn++) await settle();
  expect(asked).toEqual(['a', 'b', 'c']);
  expect(told).toEqual([
    {
      type: 'bulk.finished',
      action: 'PAUSE',
      done: 2,
      failures: [{ item: items[1], message: 'Pipeline is Paused' }],
      left: 0,
    },
  ]);
});

test('a service that asks to wait: the same item is tried again afterwards', async () => {
  let isBusy = true;
  const { actor, clock, asked, told } = start(({ item }) =>
    item.id === 'a' && isBusy ? { isDone: false, retryAfterMs: 3000 } : { isDone: true },
  );
  await settle();
  expect(selectProgress(actor.getSnapshot())).toMatchObject({ through: 0, of: 3, isWaiting: true });
  clock.increment(2999);
  expect(asked).toEqual(['a']);
  isBusy = false;
  clock.increment(1);
  for (let turn = 0; turn < 4; turn++) await settle();
  expect(asked).toEqual(['a', 'a', 'b', 'c']);
  expect(told.map(({ done }) => done)).toEqual([3]);
});

test('a stop: no further item begins, and the rest is counted', async () => {
  const { actor, clock, asked, told } = start(() => ({ isDone: false, retryAfterMs: 1000 }));
  await settle();
  actor.send({ type: 'bulk.stopped' });
  clock.increment(5000);
  await settle();
  expect(asked).toEqual(['a']);
  expect(told).toEqual([{ type: 'bulk.finished', action: 'PAUSE', done: 0, failures: [], left: 3 }]);
});
