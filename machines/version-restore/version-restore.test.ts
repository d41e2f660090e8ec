import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { restoreRefusal, versionRestoreMachine } from './version-restore.machine.ts';
import { STALE, versionRestoreModel } from './version-restore.model.ts';
import type { RestoreReview, RestoreSave } from './version-restore.types.ts';

const paths = makePaths(versionRestoreModel);

test('every transition: a restore is reviewed first and never overwrites unseen changes', async () => {
  await driveAll(
    paths,
    createPureSut(versionRestoreModel, ({ value, context }) => {
      if (value === 'saving') expect(restoreRefusal(context)).toBeUndefined();
      if (value === 'reviewing') expect(context.review).toBeDefined();
      if (context.overtakenBy !== undefined) expect(context.review?.latestVersion).toBe(context.overtakenBy);
    }),
  );
});

test('a running actor does the same with the answers of the service', async () => {
  await driveAll(paths, createActorSut(versionRestoreModel, { actors: ['read', 'save'] }));
});

test('a restore overtaken during its review is reviewed again, then saved', async () => {
  const { output } = versionRestoreModel.vocabulary.find(
    ({ type }) => type === 'xstate.done.actor.read',
  ) as unknown as { output: RestoreReview };
  const asked: RestoreSave[] = [];
  let latestVersion = 7;
  const actor = createActor(
    versionRestoreMachine.provide({
      actors: {
        read: fromPromise(async () => ({ ...output, latestVersion })),
        save: fromPromise<{ version: number }, RestoreSave>(async ({ input }) => {
          asked.push(input);
          if (input.latestVersion === 7) {
            latestVersion = 8;
            throw STALE;
          }
          return { version: 9 };
        }),
      },
    }),
    { input: { pipelineId: '300000000000000001', version: 3 } },
  );
  const told: unknown[] = [];
  actor.on('*', (event) => told.push(event));
  actor.start();
  await expect.poll(() => actor.getSnapshot().value).toBe('reviewing');
  actor.send({ type: 'restore.deploy.set', deploysAfterwards: true });
  actor.send({ type: 'restore.confirm' });
  await expect.poll(() => actor.getSnapshot().context.overtakenBy).toBe(8);
  expect(told).toEqual([]);
  actor.send({ type: 'restore.confirm' });
  await expect.poll(() => actor.getSnapshot().status).toBe('done');
  expect(asked.map((save) => save.latestVersion)).toEqual([7, 8]);
  expect(told).toEqual([
    { type: 'restore.saved', version: 9, deploysAfterwards: true },
    { type: 'restore.ended' },
  ]);
});
