import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { driveAll } from '../../tests/harness/drive.ts';
import { actorSut, pureSut } from '../../tests/harness/machine-suts.ts';
import { makePaths } from '../../tests/harness/paths.ts';
import { type SessionEmitted, type SignInWays, sessionMachine, type TryOutcome } from './session.machine.ts';
import { sessionModel } from './session.model.ts';
import { reasonAgainstSignIn, selectPage, selectProblem } from './session.selectors.ts';

const paths = makePaths(sessionModel);
const actors = ['readWays', 'begin', 'giveCode', 'endSession'];

test('every transition of the session: the shell stands only while somebody may be signed in (E9)', async () => {
  await driveAll(
    paths,
    pureSut(sessionModel, (snapshot) => {
      const isShell = snapshot.matches('unknown') || snapshot.matches('signedIn');
      expect(selectPage(snapshot) === undefined).toBe(isShell);
      const isReady = snapshot.matches({ signedOut: 'ready' });
      if (isReady)
        expect(reasonAgainstSignIn(snapshot) === undefined).toBe(snapshot.context.ways?.provider === 'oidc');
      // A 401 ends a session, and while there is none it changes nothing: no loop (R6-40).
      if (selectPage(snapshot) === 'sign-in') expect(snapshot.can({ type: 'access.ended' })).toBe(false);
    }),
  );
  await driveAll(paths, actorSut(sessionModel, { actors }));
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

test('R6-38, R6-39 a 401 ends the session once; only a person leads on to the sign-in (R6-40)', async () => {
  const { actor, told, page } = start();
  actor.send({ type: 'session.found' });
  for (let answers = 0; answers < 20; answers += 1) actor.send({ type: 'access.ended' });
  expect([page(), told]).toEqual(['not-authorized', ['session.ended']]);
  actor.send({ type: 'logout.asked' });
  await settled();
  expect([page(), told]).toEqual(['sign-in', ['session.ended']]);
});

test('a 401 before anybody was signed in leads to the sign-in', () => {
  const { actor, page } = start();
  actor.send({ type: 'access.ended' });
  expect(page()).toBe('sign-in');
});

test('R4-103 logging out forgets what the browser holds even when the service does not answer', async () => {
  const { actor, told, page } = start();
  actor.send({ type: 'session.found' });
  actor.send({ type: 'logout.asked' });
  expect([told, page()]).toEqual([['session.ended'], 'sign-in']);
  await settled();
  expect(actor.getSnapshot().matches({ signedOut: 'ready' })).toBe(true);
});

test('a wrong code is told and can be typed again; the right one signs in', async () => {
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

test('R4-103 a logout that goes on at the provider begins no sign-in while the browser leaves', async () => {
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
  expect(reasonAgainstSignIn(actor.getSnapshot())).toBe('The identity provider is being asked');
});
