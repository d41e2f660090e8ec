import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { confirmMachine, selectRequest } from './confirm.machine.ts';
import { confirmModel, deleteRequest, deployRequest, noticeRequest } from './confirm.model.ts';

const paths = makePaths(confirmModel);

test('every transition: the dialog is open exactly while there is a question [R2.8-60]', async () => {
  await driveAll(
    paths,
    createPureSut(confirmModel, (snapshot) => {
      expect(snapshot.matches('open')).toBe(selectRequest(snapshot) !== undefined);
    }),
  );
  await driveAll(paths, createActorSut(confirmModel));
});

test('a second question while one is open is answered no', () => {
  const actor = createActor(confirmMachine);
  const answers: string[] = [];
  actor.on('confirm.answered', ({ id, isConfirmed }) => answers.push(`${id} ${isConfirmed}`));
  actor.start();
  actor.send({ type: 'confirm.asked', request: deployRequest });
  actor.send({ type: 'confirm.asked', request: deleteRequest });
  expect(selectRequest(actor.getSnapshot())).toEqual(deployRequest);
  actor.send({ type: 'confirm.accepted' });
  actor.send({ type: 'confirm.accepted' });
  actor.send({ type: 'confirm.asked', request: deleteRequest });
  actor.send({ type: 'confirm.cancelled' });
  expect(answers).toEqual(['delete false', 'deploy true', 'delete false']);
});

test('a cancel-only question cannot be accepted [R2.8-61]', () => {
  const actor = createActor(confirmMachine).start();
  actor.send({ type: 'confirm.asked', request: noticeRequest });
  actor.send({ type: 'confirm.accepted' });
  expect(selectRequest(actor.getSnapshot())).toEqual(noticeRequest);
});
