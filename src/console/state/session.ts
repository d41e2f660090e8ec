import { createActor, fromPromise } from 'xstate';
import { type SessionPage, selectPage, sessionMachine } from '../../../machines/session/index.ts';
import { returnAddress } from '../../contract/return-address.ts';
import { SIGN_IN_PROBLEMS, signInProblem } from '../../contract/sign-in-problems.ts';
import { toApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { liveClient } from '../api/live-client.ts';
import { pageProblem } from '../api/page-problem.ts';
import { queryClient } from '../api/query-client.ts';
import { paths } from '../lib/paths.ts';
import { endSession, hadSession } from './end-session.ts';
import { goTo } from './location.tsx';
import { notify } from './toasts.ts';

const readQuery = () => new URLSearchParams(window.location.search);

/** The address in the query, else the current one. */
export function getReturnAddress(): string {
  const { pathname, search } = window.location;
  return returnAddress(pathname === paths.login() ? readQuery().get('return') : `${pathname}${search}`);
}

/** Returns refusals of the service as values. */
async function settleWork(work: () => Promise<unknown>) {
  try {
    await work();
    return { kind: 'gone' as const };
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status !== 400 && error.status !== 409 && error.status !== 429) throw error;
    return { kind: 'refused' as const, problem: error.details[0]?.message ?? error.message };
  }
}

const problemOfAddress = signInProblem(readQuery().get('problem'));

const machine = sessionMachine.provide({
  actors: {
    readWays: fromPromise(async ({ signal }) => (await callApi('getSignIn', {}, { signal })).data),
    begin: fromPromise(() =>
      settleWork(async () => {
        const { data } = await callApi('startSignIn', { body: { returnTo: getReturnAddress() } });
        window.location.assign(data.url);
      }),
    ),
    giveCode: fromPromise(({ input }) =>
      settleWork(() => callApi('useFallbackCode', { body: { code: input } })),
    ),
    // Our session is already over; the browser continues to the provider's sign-out.
    endSession: fromPromise(async () => {
      const { url } = (await callApi('signOut', { body: {} })).data;
      if (url !== undefined) window.location.assign(url);
      return { isLeaving: url !== undefined };
    }),
  },
});

export const sessionActor = createActor(machine, {
  input: problemOfAddress ? { problem: SIGN_IN_PROBLEMS[problemOfAddress] } : {},
});

/** Stop all calls and replace the shell by the session page. */
sessionActor.on('session.ended', () => {
  liveClient.stop();
  if (pageProblem.get() === undefined) pageProblem.set('not-authorized');
  endSession();
});
// A page load reads everything again as the new user.
sessionActor.on('session.began', () => window.location.assign(getReturnAddress()));
sessionActor.on('reload.wanted', () => window.location.reload());
sessionActor.start();
if (problemOfAddress === 'email-not-verified') sessionActor.send({ type: 'email.refused' });

const isSitesAnswered = () => queryClient.getQueryState(['listSites'])?.status === 'success';

function sendSessionFound(): void {
  if (!hadSession && !isSitesAnswered()) return;
  stopLooking();
  sessionActor.send({ type: 'session.found' });
}
const stopLooking = queryClient.getQueryCache().subscribe(sendSessionFound);
sendSessionFound();

const ENDED: readonly (SessionPage | undefined)[] = ['not-authorized', 'validate-email'];

/** Asks about unsaved changes first. After the session has ended, keeps the address to return to. */
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
