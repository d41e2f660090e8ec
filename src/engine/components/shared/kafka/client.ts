import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type {
  Broker,
  CallbackWithPromise,
  Connection,
  ConnectionPool,
  SASLCustomAuthenticator,
  SASLOptions,
} from '@platformatic/kafka';
import { checkedLookup, checkLiteral } from '../outbound/address-check.ts';
import { tlsOptions } from '../outbound/tls.ts';
import { MIB } from './answer-budget.ts';
import { guardAnswers } from './bounded-answers.ts';
import { boundReading } from './bounded-reading.ts';
import { boundScram } from './bounded-scram.ts';
import { boundUnpacking } from './bounded-unpacking.ts';
import { readBroker } from './brokers.ts';
import type { ClusterConfig } from './fields.ts';

/** With shorter sessions the client would constantly sign in, hashing the password each time. */
const SESSION_LEAST_MS = 30_000;
/** The longest timer; longer ones fire at once. */
const SESSION_MOST_MS = 2 ** 31 - 1;

/** Milliseconds until the next sign-in, as the broker says; 0 sets no end. */
function boundLifetime(lifetimeMs: bigint): bigint {
  if (lifetimeMs <= 0n) return 0n;
  const atLeast = lifetimeMs < SESSION_LEAST_MS ? BigInt(SESSION_LEAST_MS) : lifetimeMs;
  return atLeast > SESSION_MOST_MS ? BigInt(SESSION_MOST_MS) : atLeast;
}

/** The client's own sign-in, with bounds on how soon it repeats. */
const boundSessions =
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

export type KafkaClient = typeof import('@platformatic/kafka');

/** Only what uses Kafka loads its client. */
export async function loadClient(): Promise<KafkaClient> {
  const client = await import('@platformatic/kafka');
  boundUnpacking(client);
  boundReading(client);
  boundScram(client);
  return client;
}

const MECHANISMS = {
  plain: 'PLAIN',
  scram_sha_256: 'SCRAM-SHA-256',
  scram_sha_512: 'SCRAM-SHA-512',
} as const;

function saslOptions(
  client: KafkaClient,
  { sasl, username = '', password = '' }: ClusterConfig,
): { sasl?: SASLOptions } {
  if (sasl === 'none') return {};
  return { sasl: { mechanism: MECHANISMS[sasl], username, password, authenticate: boundSessions(client) } };
}

/**
 * Options of any client for the cluster.
 * @throws ComponentError when the TLS settings are unusable
 */
export function clusterOptions(client: KafkaClient, config: ClusterConfig, timeoutMs: number) {
  return {
    clientId: 'penstock',
    bootstrapBrokers: config.brokers.flatMap((text) => readBroker(text) ?? []),
    connectTimeout: Math.min(timeoutMs, 10_000),
    requestTimeout: timeoutMs,
    ...saslOptions(client, config),
    // `guardConnections` checks the port.
    ...(config.tls && { tls: { ...tlsOptions(config), lookup: checkedLookup(0) } }),
  };
}

const PORT_MOST = 65_535;

/** @throws TargetRefused, or the look-up's error */
async function resolveBroker({ host, port }: Broker): Promise<string> {
  if (!(port > 0 && port <= PORT_MOST)) throw new RangeError(`A broker is named at port ${port} of ${host}`);
  checkLiteral(host, port);
  if (isIP(host) !== 0) return host;
  const found = await lookup(host, { all: true, order: 'ipv4first' });
  for (const { address } of found) checkLiteral(address, port);
  return found[0]?.address ?? host;
}

/** Brokers send at least one batch, even if longer than requested. */
const ANSWER_MOST_BYTES = 16 * MIB;

/**
 * Checks each address before connecting: brokers name each other, so more than the configured addresses are
 * used. Bounds their answers. Call before the client connects.
 */
export function guardConnections(
  pool: ConnectionPool,
  { tls: isTls, fetchBytes = 0 }: Pick<ClusterConfig, 'tls'> & { fetchBytes?: number },
): void {
  const addresses = new Map<string, string>();
  const get: (broker: Broker, callback: CallbackWithPromise<Connection>) => void = pool.get.bind(pool);
  const getEstablished = pool.getEstablishedConnection.bind(pool);
  const has = pool.has.bind(pool);
  // With TLS the name stays, for the certificate; the connection's look-up checks again.
  const resolved = (broker: Broker): Broker => ({
    ...broker,
    host: isTls ? broker.host : (addresses.get(broker.host) ?? broker.host),
  });
  const checkedGet = async (broker: Broker, callback: CallbackWithPromise<Connection>): Promise<void> => {
    try {
      // Metadata may lack a broker, which then has no host; the pool reports it.
      if (broker?.host) addresses.set(broker.host, await resolveBroker(broker));
      get(broker && resolved(broker), callback);
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)), undefined);
    }
  };
  pool.get = ((broker, callback) => void checkedGet(broker, callback)) as typeof pool.get;
  pool.getEstablishedConnection = (broker) => getEstablished(resolved(broker));
  pool.has = (broker) => has(resolved(broker));
  // The pool handles a connection's first error; a further one would end the process.
  pool.on('connecting', ({ connection }) => {
    connection.on('error', () => {});
    guardAnswers(connection, Math.max(ANSWER_MOST_BYTES, fetchBytes + MIB));
  });
}
