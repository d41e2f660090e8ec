import { assign, emit, fromPromise, type SnapshotFrom, setup } from 'xstate';

export type SignInWays = { provider: 'none' | 'oidc' | 'saml'; name: string; hasFallback: boolean };

export type SessionContext = {
  /** Undefined until loaded. */
  ways: SignInWays | undefined;
  problem: string;
};

/** `gone`: the browser is navigating to the provider. */
export type TryOutcome = { kind: 'gone' } | { kind: 'refused'; problem: string };

export type SessionEvent =
  /** It is known whether a user is signed in. */
  | { type: 'session.found' }
  | { type: 'session.missing' }
  | { type: 'signIn.asked' }
  | { type: 'code.given'; code: string }
  /** A call returned 401. */
  | { type: 'access.ended' }
  /** The service answered 'Email not verified.' */
  | { type: 'email.refused' }
  | { type: 'sites.refused' }
  | { type: 'logout.asked' }
  | { type: 'reload.asked' };

export type SessionEmitted =
  | { type: 'session.ended' }
  | { type: 'reload.wanted' }
  | { type: 'session.began' };

/**
 * The session of this browser. It never starts a sign-in by itself, to prevent redirect loops with the
 * provider. Cached data is dropped when the session ends.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    input: {} as { problem?: string },
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
  },
  actors: {
    readWays: fromPromise<SignInWays>(() => Promise.reject(new Error('not provided'))),
    begin: fromPromise<TryOutcome>(() => Promise.reject(new Error('not provided'))),
    giveCode: fromPromise<TryOutcome, string>(() => Promise.reject(new Error('not provided'))),
    /** `isLeaving` when the browser navigates to the provider. */
    endSession: fromPromise<{ isLeaving: boolean }>(() => Promise.reject(new Error('not provided'))),
  },
  guards: {
    isOn: ({ context }) => context.ways !== undefined && context.ways.provider !== 'none',
    hasFallback: ({ context }) => context.ways?.hasFallback === true,
    isLeaving: ({ event }) => {
      const output: unknown = 'output' in event ? event.output : undefined;
      return typeof output === 'object' && output !== null && Reflect.get(output, 'isLeaving') === true;
    },
    isRefused: ({ event }) => {
      const output: unknown = 'output' in event ? event.output : undefined;
      return typeof output === 'object' && output !== null && Reflect.get(output, 'kind') === 'refused';
    },
  },
  actions: {
    forget: emit({ type: 'session.ended' }),
    reload: emit({ type: 'reload.wanted' }),
    tellBegan: emit({ type: 'session.began' }),
    clearProblem: assign({ problem: '' }),
    keepProblem: assign({
      problem: ({ event }) => {
        const output: unknown = 'output' in event ? event.output : undefined;
        const problem: unknown =
          typeof output === 'object' && output !== null ? Reflect.get(output, 'problem') : '';
        return typeof problem === 'string' ? problem : '';
      },
    }),
    keepFailure: assign({
      problem: ({ event }) => {
        const error: unknown = 'error' in event ? event.error : undefined;
        return error instanceof Error ? error.message : 'The service cannot be reached. Try again.';
      },
    }),
    // The ways to sign in may have changed since the earlier session.
    forgetWays: assign({ ways: undefined }),
    keepWays: assign({ ways: ({ event }) => ('output' in event ? (event.output as SignInWays) : undefined) }),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ways: undefined, problem: input.problem ?? '' }),
  initial: 'unknown',
  states: {
    unknown: {
      on: {
        'session.found': 'signedIn',
        'session.missing': { target: 'signedOut', actions: 'forget' },
        // Until a user is known to be signed in, a 401 does not end a session.
        'access.ended': { target: 'signedOut', actions: 'forget' },
        'email.refused': { target: 'emailNotVerified', actions: 'forget' },
        'sites.refused': 'forbiddenSite',
      },
    },
    signedOut: {
      initial: 'reading',
      on: { 'session.found': 'signedIn', 'email.refused': 'emailNotVerified' },
      states: {
        reading: {
          invoke: {
            id: 'readWays',
            src: 'readWays',
            onDone: { target: 'ready', actions: 'keepWays' },
            onError: { target: 'unreadable', actions: ['keepFailure', 'forgetWays'] },
          },
        },
        unreadable: { on: { 'reload.asked': { target: 'reading', actions: 'clearProblem' } } },
        ready: {
          on: {
            'signIn.asked': {
              guard: 'isOn',
              target: '#session.signingIn.atProvider',
              actions: 'clearProblem',
            },
            'code.given': {
              guard: 'hasFallback',
              target: '#session.signingIn.byCode',
              actions: 'clearProblem',
            },
          },
        },
      },
    },
    signingIn: {
      initial: 'atProvider',
      states: {
        atProvider: {
          invoke: {
            id: 'begin',
            src: 'begin',
            onDone: [
              { guard: 'isRefused', target: '#session.signedOut.ready', actions: 'keepProblem' },
              { target: 'leaving' },
            ],
            onError: { target: '#session.signedOut.ready', actions: 'keepFailure' },
          },
        },
        byCode: {
          invoke: {
            id: 'giveCode',
            src: 'giveCode',
            input: ({ event }) => (event.type === 'code.given' ? event.code : ''),
            onDone: [
              { guard: 'isRefused', target: '#session.signedOut.ready', actions: 'keepProblem' },
              { target: '#session.signedIn', actions: 'tellBegan' },
            ],
            onError: { target: '#session.signedOut.ready', actions: 'keepFailure' },
          },
        },
        // The page is being left; after navigating back, the sign-in button must work.
        leaving: { on: { 'session.missing': '#session.signedOut.ready' } },
      },
    },
    signedIn: {
      on: {
        'access.ended': { target: 'notAuthorized', actions: 'forget' },
        'email.refused': { target: 'emailNotVerified', actions: 'forget' },
        'sites.refused': 'forbiddenSite',
        'logout.asked': 'loggingOut',
      },
    },
    // Cached data is dropped whatever the service answers.
    loggingOut: {
      entry: 'forget',
      invoke: {
        id: 'endSession',
        src: 'endSession',
        onDone: [{ guard: 'isLeaving', target: 'signingIn.leaving' }, { target: 'signedOut' }],
        onError: 'signedOut',
      },
    },
    notAuthorized: { on: { 'logout.asked': { target: 'signedOut', actions: 'clearProblem' } } },
    emailNotVerified: { on: { 'logout.asked': { target: 'signedOut', actions: 'clearProblem' } } },
    forbiddenSite: {
      on: {
        'logout.asked': 'loggingOut',
        'access.ended': { target: 'notAuthorized', actions: 'forget' },
        'reload.asked': { target: 'unknown', actions: 'reload' },
      },
    },
  },
});

export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** Shown instead of the app shell. */
export type SessionPage = 'sign-in' | 'not-authorized' | 'validate-email' | 'site-forbidden';

export function selectPage(snapshot: SessionSnapshot): SessionPage | undefined {
  if (snapshot.matches('notAuthorized')) return 'not-authorized';
  if (snapshot.matches('emailNotVerified')) return 'validate-email';
  if (snapshot.matches('forbiddenSite')) return 'site-forbidden';
  const isOut =
    snapshot.matches('signedOut') || snapshot.matches('signingIn') || snapshot.matches('loggingOut');
  return isOut ? 'sign-in' : undefined;
}

export const selectWays = (snapshot: SessionSnapshot): SignInWays | undefined => snapshot.context.ways;
export const selectProblem = (snapshot: SessionSnapshot): string => snapshot.context.problem;

/** Undefined when signing in is possible. */
export function findSignInReason(snapshot: SessionSnapshot): string | undefined {
  if (snapshot.can({ type: 'signIn.asked' })) return undefined;
  if (snapshot.matches('signingIn')) return 'Contacting the identity provider';
  if (snapshot.matches({ signedOut: 'unreadable' })) return 'The sign-in options could not be loaded';
  return snapshot.context.ways?.provider === 'none'
    ? 'Sign-in is off on this service'
    : 'The sign-in options are being loaded';
}
