import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut, settle } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { type Raised, type RaisePrInput, raisePrMachine } from './raise-pr.machine.ts';
import { raisePrModel } from './raise-pr.model.ts';

test('every transition: the comment is kept while it is sent [E11, R2.2-39, R5-43]', async () => {
  const paths = makePaths(raisePrModel);
  await driveAll(
    paths,
    createPureSut(raisePrModel, ({ value, context }) => {
      expect(['closed', 'open', 'submitting']).toContain(value);
      expect(context.comment === '' || context.comment === 'Why').toBe(true);
    }),
  );
  await driveAll(paths, createActorSut(raisePrModel, { actors: ['raise'] }));
});

test('a failure keeps dialog and comment, success closes it [E11, R2.2-48]', async () => {
  const sent: RaisePrInput[] = [];
  const told: string[] = [];
  const raise = fromPromise<Raised, RaisePrInput>(({ input }) => {
    sent.push(input);
    return sent.length === 1 ? Promise.reject(new Error('moved')) : Promise.resolve({ count: 0 });
  });
  const actor = createActor(raisePrMachine.provide({ actors: { raise } }));
  actor.on('*', ({ type }) => told.push(type));
  actor.start();
  actor.send({ type: 'raise.submit' });
  expect(sent).toEqual([]);
  actor.send({ type: 'raise.open' });
  actor.send({ type: 'comment.changed', comment: ' Why ' });
  actor.send({ type: 'raise.submit' });
  actor.send({ type: 'raise.submit' });
  await settle();
  expect(actor.getSnapshot()).toMatchObject({ value: 'open', context: { comment: ' Why ' } });
  actor.send({ type: 'raise.submit' });
  await settle();
  expect(actor.getSnapshot().value).toBe('closed');
  expect([sent, told]).toEqual([
    [
      { comment: 'Why', way: 'raise' },
      { comment: 'Why', way: 'raise' },
    ],
    ['raise.failed', 'raise.done'],
  ]);
  actor.send({ type: 'raise.open' });
  expect(actor.getSnapshot().context.comment).toBe('');
});

test('Cancel keeps the comment; adding to the draft is no request [E11]', async () => {
  const sent: RaisePrInput[] = [];
  const told: unknown[] = [];
  const raise = fromPromise<Raised, RaisePrInput>(({ input }) => {
    sent.push(input);
    return Promise.resolve({ count: 2 });
  });
  const actor = createActor(raisePrMachine.provide({ actors: { raise } }));
  actor.on('raise.done', (event) => told.push(event));
  actor.start();
  actor.send({ type: 'raise.open' });
  actor.send({ type: 'comment.changed', comment: 'Why' });
  actor.send({ type: 'raise.cancel' });
  actor.send({ type: 'raise.open' });
  expect(actor.getSnapshot().context.comment).toBe('Why');
  actor.send({ type: 'raise.collect' });
  await settle();
  expect(sent).toEqual([{ comment: 'Why', way: 'collect' }]);
  expect(told).toEqual([{ type: 'raise.done', way: 'collect', count: 2 }]);
});
