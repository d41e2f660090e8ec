import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { createActorSut, createPureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import {
  findSignInReason,
  type SessionEmitted,
  type SignInWays,
  selectPage,
  selectProblem,
  sessionMachine,
  type TryOutcome,
} from './session.machine.ts';
import { sessionModel } from './session.model.ts';

const paths = makePaths(sessionModel);
const actors = ['readWays', 'begin', 'giveCode', 'endSession'];

test('every transition: the shell shows only while somebody may be signed in [E9]', async () => {
  await driveAll(
    paths,
    createPureSut(sessionModel, (snapshot) => {
      const isShell = snapshot.matches('unknown') || snapshot.matches('signedIn');
      expect(selectPage(snapshot) === undefined).toBe(isShell);
      const isReady = snapshot.matches({ signedOut: 'ready' });
      if (isReady)
        expect(findSignInReason(snapshot) === undefined).toBe(snapshot.context.ways?.provider === 'oidc');
      // A 401 while signed out changes nothing, so no loop can start.
      if (selectPage(snapshot) === 'sign-in') expect(snapshot.can({ type: 'access.ended' })).toBe(false);
    }),
  );
  await driveAll(paths, createActorSut(sessionModel, { actors }));
});

const WAYS: SignInWays = { provider: 'oidc', name: 'Example ID', hasFallback: true };

function start(problem?: string) {
  const told: SessionEmitted['type'][] = [];
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        readWays: fromPromise(async () => WAYS),
        endSession: fromPromise<{ isLeaving: boolean }>(async () => ({ isLeaving: false })),
        begin: fromPromise<TryOutcome>(async () => ({ kind: 'gone' })),
        giveCode: fromPromise<TryOutcome, string>(async ({ input }) =>
          input === 'right' ? { kind: 'gone' } : { kind: 'refused', problem: 'Wrong' },
        ),
      },
    }),
    { input: problem === undefined ? {} : { problem } },
  );
  actor.on('*', ({ type }) => void told.push(type));
  actor.start();
  const page = () => selectPage(actor.getSnapshot());
  return { actor, told, page };
}
const settled = () => new Promise((done) => setImmediate(done));

test('a 401 ends the session once; only a click leads to the sign-in [R6-38, R6-39, R6-40]', async () => {
  const { actor, told, page } = start();
  actor.send({ type: 'session.found' });
  for (let answers = 0; answers < 20; answers += 1) actor.send({ type: 'access.ended' });
  expect([page(), told]).toEqual(['not-authorized', ['session.ended']]);
  actor.send({ type: 'logout.asked' });
  await settled();
  expect([page(), told]).toEqual(['sign-in', ['session.ended']]);
});

test('a 401 before a sign-in leads to the sign-in', () => {
  const { actor, page } = start();
  actor.send({ type: 'access.ended' });
  expect(page()).toBe('sign-in');
});

test('a logout clears the browser even when the service does not answer [R4-103]', async () => {
  const { actor, told, page } = start();
  actor.send({ type: 'session.found' });
  actor.send({ type: 'logout.asked' });
  expect([told, page()]).toEqual([['session.ended'], 'sign-in']);
  await settled();
  expect(actor.getSnapshot().matches({ signedOut: 'ready' })).toBe(true);
});

test('a wrong code can be typed again; the right one signs in', async () => {
  const { actor, told } = start('Began too long ago');
  actor.send({ type: 'session.missing' });
  await settled();
  expect(selectProblem(actor.getSnapshot())).toBe('Began too long ago');
  actor.send({ type: 'code.given', code: 'wrong' });
  await settled();
  expect(selectProblem(actor.getSnapshot())).toBe('Wrong');
  actor.send({ type: 'code.given', code: 'right' });
  await settled();
  expect([told.at(-1), actor.getSnapshot().matches('signedIn')]).toEqual(['session.began', true]);
});

test('a logout at the provider begins no sign-in while the page leaves [R4-103]', async () => {
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        readWays: fromPromise(async () => WAYS),
        endSession: fromPromise<{ isLeaving: boolean }>(async () => ({ isLeaving: true })),
      },
    }),
    { input: {} },
  );
  actor.start();
  actor.send({ type: 'session.found' });
  actor.send({ type: 'logout.asked' });
  await settled();
  expect(selectPage(actor.getSnapshot())).toBe('sign-in');
  expect(findSignInReason(actor.getSnapshot())).toBe('Contacting the identity provider');
});
