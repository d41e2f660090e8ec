import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { sessionMachine } from '../../../../machines/session/index.ts';
import { pageBase, shellActorsStub } from '../../../../tests/model/command-context.ts';
import type { Session } from '../../../contract/entities/user.ts';
import type { PageProblem } from '../../api/page-problem.ts';
import { callQuery } from '../../api/use-call.ts';
import { createRegistry } from '../../commands/registry.ts';
import { installCommands, setContextBase } from '../../commands/runtime.ts';
import { globalCommands } from '../global.commands.ts';
import RenderFailedModal from './modals.tsx';
import { RenderFailedPage } from './pages.tsx';
import WholePage from './whole-pages.tsx';

let session = createActor(sessionMachine, { input: {} });
vi.mock('../../state/session.ts', async (original) => ({
  ...(await original<object>()),
  get sessionActor() {
    return session;
  },
}));

const nothing = () => undefined;
beforeEach(() => {
  pageBase();
  session = createActor(sessionMachine, { input: {} }).start();
  session.send({ type: 'session.found' });
  const registry = createRegistry(globalCommands, []);
  installCommands({ registry, ask: nothing, refuse: nothing, record: nothing });
  setContextBase(shellActorsStub());
});
afterEach(cleanup);

function show(problem: PageProblem | undefined) {
  const client = new QueryClient();
  const answer = { user: { name: 'Ada Lovelace', picture: '' } } as Session;
  client.setQueryData(callQuery('getSession', {}, '').queryKey, answer);
  render(
    <QueryClientProvider client={client}>
      <WholePage problem={problem} path="/nowhere/at/all" />
    </QueryClientProvider>,
  );
  return {
    header: within(screen.getByRole('banner')),
    title: screen.getByRole('heading', { level: 1 }).textContent,
    body: screen.getByRole('main').textContent,
    reload: screen.queryByRole('button', { name: 'Reload' }),
  };
}

const PAGES: [ids: string, problem: PageProblem, title: string, body: RegExp, hasReload: boolean][] = [
  [
    'R8-01, R8-05',
    'not-authorized',
    'Not Authorized',
    /no access\. Contact the administrator or support/,
    false,
  ],
  ['R8-02, R8-05', 'validate-email', 'Validate Email', /Verify your email, then log in again\./, false],
  [
    'R8-04, R8-05, R6-45, R6-46',
    'site-forbidden',
    'Forbidden',
    /no access to the resources .*Contact the administrator\./,
    true,
  ],
  ['R8-06, R8-07, R8-13', 'site-error', 'Something went wrong!', /try again later\./, true],
];
test.each(PAGES)(
  'page of $1: header, body and buttons [R2.8-01 … R2.8-05, $0]',
  (_ids, problem, title, body, hasReload) => {
    const page = show(problem);
    expect(page.title).toBe(title);
    expect(page.body).toMatch(body);
    expect(page.reload !== null).toBe(hasReload);
    // The avatar shows the user's initials.
    expect(page.header.getByText('AL')).toBeVisible();
    expect(page.header.getByRole('button', { name: 'Logout' })).toBeVisible();
  },
);

test("an unknown address shows 'Page not found!' with 'Go to Home' [R8-08]", () => {
  const page = show(undefined);
  expect(page.title).toBe('Page not found!');
  expect(screen.getByRole('button', { name: 'Go to Home' })).toBeVisible();
});

test.each([
  ['modal', <RenderFailedModal key="modal" />],
  ['page, where the modal cannot be had,', <RenderFailedPage key="page" />],
])('the %s of a console that broke while rendering [R8-09, R8-10, R8-11]', (_what, failed) => {
  render(failed);
  expect(screen.getByRole('heading', { name: 'Oops, something went wrong!' })).toBeVisible();
  expect(screen.getByText('Please reload this page to continue.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
});
