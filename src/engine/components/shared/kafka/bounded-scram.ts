/** Apache Kafka makes credentials with 4,096 to 16,384. */
export const ITERATIONS_MOST = 100_000;

export class TooManyIterations extends Error {
  constructor(iterations: number) {
    super(`SCRAM with ${iterations} iterations was asked for, at most ${ITERATIONS_MOST} are allowed`);
    this.name = 'TooManyIterations';
  }
}

const done = new WeakSet<object>();

/**
 * The broker says how often the password is hashed: without a limit it could keep every thread busy that reads
 * files and resolves names. Call it once the client is loaded.
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
