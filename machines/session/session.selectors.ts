import type { SnapshotFrom } from 'xstate';
import type { SignInWays, sessionMachine } from './session.machine.ts';

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
