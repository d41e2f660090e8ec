/** Apache Kafka uses 4,096 to 16,384. */
export const ITERATIONS_MOST = 100_000;

export class TooManyIterations extends Error {
  constructor(iterations: number) {
    super(`SCRAM with ${iterations} iterations was asked for, at most ${ITERATIONS_MOST} are allowed`);
    this.name = 'TooManyIterations';
  }
}

const done = new WeakSet<object>();

/**
 * The broker chooses the iterations (https://datatracker.ietf.org/doc/html/rfc5802): without a limit it could
 * occupy every thread that reads files and resolves names. Call once the client is loaded.
 */
export function boundScram({
  saslScramSha: { defaultCrypto },
}: Pick<typeof import('@platformatic/kafka'), 'saslScramSha'>): void {
  if (done.has(defaultCrypto)) return;
  done.add(defaultCrypto);
  const { hi } = defaultCrypto;
  defaultCrypto.hi = async (definition, password, salt, iterations) => {
    if (iterations > ITERATIONS_MOST) throw new TooManyIterations(iterations);
    return hi(definition, password, salt, iterations);
  };
}
