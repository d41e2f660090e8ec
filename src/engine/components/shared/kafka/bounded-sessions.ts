import type { SASLCustomAuthenticator } from '@platformatic/kafka';

/** A session of less would have the client sign in all the time, hashing the password each time. */
export const SESSION_LEAST_MS = 30_000;
/** The longest time of a timer; after a longer one it would run out at once. */
export const SESSION_MOST_MS = 2 ** 31 - 1;

/** How long until the next sign-in, from what a broker says (milliseconds); 0 stays, it sets no end. */
export function boundLifetime(lifetimeMs: bigint): bigint {
  if (lifetimeMs <= 0n) return 0n;
  const atLeast = lifetimeMs < SESSION_LEAST_MS ? BigInt(SESSION_LEAST_MS) : lifetimeMs;
  return atLeast > SESSION_MOST_MS ? BigInt(SESSION_MOST_MS) : atLeast;
}

/** Signs in as the client does by itself, with bounds on how soon it has to again. */
export const boundSessions =
  ({
    saslPlain,
    saslScramSha,
  }: Pick<typeof import('@platformatic/kafka'), 'saslPlain' | 'saslScramSha'>): SASLCustomAuthenticator =>
  (mechanism, connection, api, username = '', password = '', _token, callback) => {
    const done: typeof callback = (error, answer) =>
      callback(error, answer && { ...answer, sessionLifetimeMs: boundLifetime(answer.sessionLifetimeMs) });
    if (mechanism === 'PLAIN') saslPlain.authenticate(api, connection, username, password, done);
    else {
      const algorithm = mechanism === 'SCRAM-SHA-256' ? 'SHA-256' : 'SHA-512';
      const { defaultCrypto } = saslScramSha;
      saslScramSha.authenticate(api, connection, algorithm, username, password, defaultCrypto, done);
    }
  };
