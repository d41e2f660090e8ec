import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut, settle } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import {
  type ApplyOutcome,
  findReason,
  importReviewMachine,
  type PlanOutcome,
  selectIsBusy,
  selectIsReview,
} from './import-review.machine.ts';
import { importReviewModel } from './import-review.model.ts';

const paths = makePaths(importReviewModel);

test('every transition: a plan is shown before it is applied; refusals say why', async () => {
  await driveAll(
    paths,
    createPureSut(importReviewModel, (snapshot) => {
      const { plan } = snapshot.context;
      if (snapshot.matches('applying')) expect(plan).toBeDefined();
      if (selectIsReview(snapshot)) expect(plan).toBeDefined();
      if (snapshot.matches('entering')) expect(plan).toBeUndefined();
      expect(selectIsBusy(snapshot)).toBe(snapshot.matches('planning') || snapshot.matches('applying'));
      const isUpdating = plan?.entries.some(({ action }) => action === 'update') ?? false;
      const mayApply = snapshot.matches('reviewing') && isUpdating;
      expect(findReason(snapshot) === undefined).toBe(mayApply);
    }),
  );
  await driveAll(paths, createActorSut(importReviewModel, { actors: ['plan', 'apply'] }));
});

test('a plan that is out of date is made and reviewed again', async () => {
  const entries = [
    { kind: 'SINK' as const, name: 'a', action: 'create' as const, id: '', changes: [], appliesTo: [] },
  ];
  const tags = ['1', '2'];
  const applied: string[] = [];
  const finished: string[][] = [];
  const actor = createActor(
    importReviewMachine.provide({
      actors: {
        plan: fromPromise<PlanOutcome, { text: string; tag: string }>(async () => ({
          plan: { entries, tag: tags.shift() ?? '' },
        })),
        apply: fromPromise<ApplyOutcome, { text: string; tag: string }>(async ({ input }) => {
          applied.push(input.tag);
          return input.tag === '1' ? { kind: 'stale' } : { kind: 'applied' };
        }),
      },
      actions: { finish: (_, params) => finished.push(params.entries.map(({ name }) => name)) },
    }),
  ).start();
  actor.send({ type: 'text.given', text: 'x' });
  await settle();
  actor.send({ type: 'import.confirmed' });
  await settle();
  expect(actor.getSnapshot()).toMatchObject({ value: 'reviewing', context: { isRenewed: true } });
  expect(finished).toEqual([]);
  actor.send({ type: 'import.confirmed' });
  await settle();
  expect([applied, finished]).toEqual([['1', '2'], [['a']]]);
});
