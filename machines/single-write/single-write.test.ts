import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { actorSut, pureSut, settle } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { singleWriteMachine } from './single-write.machine.ts';
import { singleWriteModel } from './single-write.model.ts';
import { reasonFor } from './single-write.selectors.ts';

const paths = makePaths(singleWriteModel);
const press = (id: string) => ({ type: 'write.requested' as const, values: { id } });

test('every transition: busy exactly while it writes; then refusals say why', async () => {
  await driveAll(
    paths,
    pureSut(singleWriteModel, (snapshot) => {
      expect(snapshot.hasTag('busy')).toBe(snapshot.matches('writing'));
      expect(reasonFor(snapshot, press('1')) !== undefined).toBe(snapshot.matches('writing'));
    }),
  );
  await driveAll(paths, actorSut(singleWriteModel, { actors: ['write'] }));
});

test('a second press writes nothing, and each outcome is announced once', async () => {
  const written: string[] = [];
  const told: unknown[] = [];
  let fails = false;
  const actor = createActor(
    singleWriteMachine.provide({
      actors: {
        write: fromPromise<Record<string, string>, Record<string, string>>(async ({ input }) => {
          written.push(input.id ?? '');
          if (fails) throw new Error('Refused');
          return { made: input.id ?? '' };
        }),
      },
      actions: {
        succeed: (_, { result }) => told.push(result),
        fail: (_, { error }) => told.push(error),
      },
    }),
  ).start();
  actor.send(press('1'));
  actor.send(press('2'));
  await settle();
  expect([written, told]).toEqual([['1'], [{ made: '1' }]]);
  fails = true;
  actor.send(press('3'));
  await settle();
  expect(told.at(-1)).toEqual(new Error('Refused'));
});
