import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { SystemEvent } from '../../machines/model.ts';
import {
  findSignInReason,
  type SessionEvent,
  type SessionSnapshot,
  type SignInWays,
  selectPage,
  selectProblem,
  selectWays,
  sessionMachine,
  type TryOutcome,
} from '../../machines/session/index.ts';
import { sessionModel, WRONG_CODE } from '../../machines/session/session.model.ts';
import { SessionPages } from '../../src/console/app/errors/session-pages.tsx';
import { type Drivers, driveAll, sendBy } from '../harness/drive.ts';
import { settle } from '../harness/machine-suts.ts';
import { makeWalks } from '../harness/walks.ts';
import { reasonOf } from './command-context.ts';

const WAYS: SignInWays = { provider: 'oidc', name: 'Example ID', hasFallback: true };
const HEADINGS = {
  'sign-in': 'Sign in',
  'not-authorized': 'Not Authorized',
  'validate-email': 'Validate Email',
  'site-forbidden': 'Forbidden',
} as const;

/** The path ends the session's calls. */
function openPages() {
  const calls = new Map<string, PromiseWithResolvers<unknown>>();
  const held = <T,>(name: string) => {
    const call = Promise.withResolvers<unknown>();
    calls.set(name, call);
    return call.promise as Promise<T>;
  };
  const session = createActor(
    sessionMachine.provide({
      actors: {
        readWays: fromPromise(() => held<SignInWays>('readWays')),
        begin: fromPromise(() => held<TryOutcome>('begin')),
        giveCode: fromPromise<TryOutcome, string>(({ input }) => {
          expect(input).toBe('a-b');
          return held<TryOutcome>('giveCode');
        }),
        endSession: fromPromise(() => held<{ isLeaving: boolean }>('endSession')),
      },
    }),
    { input: {} },
  );
  session.start();
  render(<SessionPages session={session} problem={undefined} header={null} onSignedIn={() => undefined} />);
  return { session, calls, user: userEvent.setup() };
}
type World = ReturnType<typeof openPages>;

const press = async (user: UserEvent, name: string | RegExp) => {
  act(() => screen.getByRole('button', { name }).focus());
  await user.keyboard('{Enter}');
};

/** From the console's calls, not from the user. */
const hear = ({ session }: World, event: SessionEvent) => act(() => session.send(event));

const ends =
  (name: string) =>
  (world: World, { output, error }: SystemEvent) =>
    act(async () => {
      if (error === undefined) world.calls.get(name)?.resolve(output);
      else world.calls.get(name)?.reject(error);
      await settle();
    });

const drivers: Drivers<SessionEvent | SystemEvent, World> = {
  'session.found': hear,
  'session.missing': hear,
  'access.ended': hear,
  'email.refused': hear,
  'sites.refused': hear,
  'signIn.asked': ({ user }) => press(user, /^Sign in with Example/),
  'code.given': async ({ user }, { code }) => {
    if (!screen.queryByRole('form', { name: 'Fallback code' })) await press(user, 'Use the fallback code');
    const form = within(screen.getByRole('form', { name: 'Fallback code' }));
    await user.clear(form.getByLabelText(/Fallback code/));
    await user.type(form.getByLabelText(/Fallback code/), `${code}{Enter}`);
  },
  'logout.asked': (world, event) => {
    const page = selectPage(world.session.getSnapshot());
    const isEnded = page === 'not-authorized' || page === 'validate-email';
    // Otherwise the shell's or header's command.
    return isEnded ? press(world.user, 'Sign in again') : hear(world, event);
  },
  'reload.asked': ({ session, user }) =>
    press(user, session.getSnapshot().matches('forbiddenSite') ? 'Reload' : 'Try again'),
};
for (const name of ['readWays', 'begin', 'giveCode', 'endSession']) {
  drivers[`xstate.done.actor.${name}`] = ends(name);
  drivers[`xstate.error.actor.${name}`] = ends(name);
}

function shown() {
  const heading = screen.queryByRole('heading', { level: 1 })?.textContent ?? '';
  const isSignIn = heading === 'Sign in';
  const ways = screen.queryByRole('button', { name: /^Sign in( with .*ID)?$/ });
  return {
    heading,
    told: screen.queryByRole('alert')?.textContent ?? '',
    begins: isSignIn ? (ways ? reasonOf(ways) : 'no such button') : '',
    title: heading === '' ? '' : document.title,
  };
}

function expected(snapshot: SessionSnapshot): ReturnType<typeof shown> {
  const page = selectPage(snapshot);
  if (page === undefined) return { heading: '', told: '', begins: '', title: '' };
  const heading = HEADINGS[page];
  if (page !== 'sign-in') return { heading, told: '', begins: '', title: `${heading} · Penstock` };
  // No button when sign-in is off or its settings could not be read.
  const hasButton =
    selectWays(snapshot)?.provider !== 'none' && !snapshot.matches({ signedOut: 'unreadable' });
  return {
    heading,
    told: selectProblem(snapshot),
    begins: hasButton ? (findSignInReason(snapshot) ?? true) : 'no such button',
    title: 'Sign in · Penstock',
  };
}

test('every transition of the session on its pages, by keyboard [E9, R8-01 … R8-04]', async () => {
  const walks = makeWalks(sessionModel);
  const walked = await driveAll(walks, {
    drives: Object.keys(drivers),
    create: () => {
      const world = openPages();
      return {
        send: (event) => sendBy(drivers, world, event as SessionEvent | SystemEvent),
        read: shown,
        dispose: () => {
          cleanup();
          world.session.stop();
        },
      };
    },
    project: expected,
  });
  expect(walked).toBe(walks.edges.size);
});

test('a wrong fallback code is typed again in place', async () => {
  const world = openPages();
  const { user, calls } = world;
  hear(world, { type: 'session.missing' });
  await ends('readWays')(world, { output: WAYS } as SystemEvent);
  await press(user, 'Use the fallback code');
  const field = screen.getByLabelText(/Fallback code/, { selector: 'input' });
  expect(document.activeElement).toBe(field);
  await user.keyboard('a-b{Enter}');
  expect(calls.has('giveCode')).toBe(true);
  await ends('giveCode')(world, { output: WRONG_CODE } as SystemEvent);
  expect(screen.getByRole('alert').textContent).toBe(WRONG_CODE.problem);
  expect(document.activeElement).toBe(field);
  await user.keyboard('c-d');
  expect(field).toHaveProperty('value', 'c-d');
  cleanup();
  world.session.stop();
});
