/** Enough to act on, without revealing who exists. */
export const SIGN_IN_PROBLEMS = {
  'email-not-verified': 'Email not verified.',
  'not-admitted': 'You do not have access here. Ask an administrator to invite you.',
  disabled: 'Your user is disabled. Ask an administrator.',
  declined: 'The identity provider did not sign you in. Try again, or choose another account there.',
  untrusted:
    'The answer of the identity provider cannot be trusted. Try again; tell an administrator if it keeps happening.',
  unreachable: 'The identity provider cannot be reached. Try again in a moment.',
  'provider-began':
    'The identity provider started this sign-in. For your security, only sign-ins started here are accepted. No one was signed in: start here.',
  'logout-refused':
    'The sign-out request was not signed by the identity provider, or was used before. No one was signed out: log out in the console.',
  expired: 'This sign-in was started too long ago, or in another browser. Start again.',
} as const;
export type SignInProblem = keyof typeof SIGN_IN_PROBLEMS;

export const signInProblem = (text: string | null): SignInProblem | undefined =>
  text !== null && Object.hasOwn(SIGN_IN_PROBLEMS, text) ? (text as SignInProblem) : undefined;
