import { createActor, fromPromise } from 'xstate';
import { type SessionPage, selectPage, sessionMachine } from '../../../machines/session/index.ts';
import { returnAddress } from '../../contract/return-address.ts';
import { SIGN_IN_PROBLEMS, signInProblem } from '../../contract/sign-in-problems.ts';
import { pageProblem } from '../actors/shell-state.ts';
import { notify } from '../actors/toasts.ts';
import { toApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { liveClient } from '../api/live-client.ts';
import { queryClient } from '../api/query-client.ts';
import { endSession, hadSession } from './end-session.ts';
import { goTo } from './location.tsx';
import { paths } from './paths.ts';

const query = () => new URLSearchParams(window.location.search);

/** Where a sign-in leads: what the address asks for, else back to where one is. */
export function placeToReturn(): string {
  const { pathname, search } = window.location;
  return returnAddress(pathname === paths.login() ? query().get('return') : `${pathname}${search}`);
}

/** What the service refuses is an outcome to read; anything else is a failure. */
async function tried(work: () => Promise<unknown>) {
  try {
    await work();
    return { kind: 'gone' as const };
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status !== 400 && error.status !== 409 && error.status !== 429) throw error;
    return { kind: 'refused' as const, problem: error.details[0]?.message ?? error.message };
  }
}

const problemOfAddress = signInProblem(query().get('problem'));

const machine = sessionMachine.provide({
  actors: {
    readWays: fromPromise(async ({ signal }) => (await callApi('getSignIn', {}, { signal })).data),
    begin: fromPromise(() =>
      tried(async () => {
        const { data } = await callApi('startSignIn', { body: { returnTo: placeToReturn() } });
        window.location.assign(data.url);
      }),
    ),
    giveCode: fromPromise(({ input }) => tried(() => callApi('useFallbackCode', { body: { code: input } }))),
    // Here it is over by then; the browser leaves to end it at the provider as well.
    endSession: fromPromise(async () => {
      const { url } = (await callApi('signOut', { body: {} })).data;
      if (url !== undefined) window.location.assign(url);
      return { isLeaving: url !== undefined };
    }),
  },
});

/** The session of this browser (E9). */
export const sessionActor = createActor(machine, {
  input: problemOfAddress ? { problem: SIGN_IN_PROBLEMS[problemOfAddress] } : {},
});

/** Nothing more is asked, and what was read is forgotten; the page takes the place of the shell. */
sessionActor.on('session.ended', () => {
  liveClient.stop();
  if (pageProblem.get() === undefined) pageProblem.set('not-authorized');
  endSession();
});
// A page that is opened anew asks for everything as whoever signed in.
sessionActor.on('session.began', () => window.location.assign(placeToReturn()));
sessionActor.on('reload.wanted', () => window.location.reload());
sessionActor.start();
if (problemOfAddress === 'email-not-verified') sessionActor.send({ type: 'email.refused' });

const wasAnswered = () => queryClient.getQueryState(['listSites'])?.status === 'success';

function tellFound(): void {
  if (!hadSession && !wasAnswered()) return;
  stopLooking();
  sessionActor.send({ type: 'session.found' });
}
const stopLooking = queryClient.getQueryCache().subscribe(tellFound);
tellFound();

const ENDED: readonly (SessionPage | undefined)[] = ['not-authorized', 'validate-email'];

/**
 * Logout (R1-36, R4-103). Unsaved changes are asked about first; who keeps them stays. Where the session has
 * ended already, it leads to the sign-in, and the address stays as the place to come back to.
 */
export async function logOut(): Promise<void> {
  if (ENDED.includes(selectPage(sessionActor.getSnapshot())))
    return sessionActor.send({ type: 'logout.asked' });
  const { provider } = (await callApi('getSession', {})).data;
  const leave = (): void => {
    if (provider !== 'none') {
      sessionActor.send({ type: 'logout.asked' });
      return;
    }
    pageProblem.set(undefined);
    endSession();
    notify({
      message: 'Logged out. Sign-in is off on this service, so the local operator is signed in again.',
      status: 'info',
    });
  };
  goTo(paths.dashboard(), { onArrive: leave });
}
