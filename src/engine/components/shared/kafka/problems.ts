import type { ComponentProblem } from '../../types.ts';
import { TargetRefused } from '../outbound/address-check.ts';
import { AnswerTooLarge, BatchTooLarge } from './answer-budget.ts';
import { TooManyIterations } from './bounded-scram.ts';
import { findByCode, findServerMessage, getLeafMessage, listApiErrors, listErrors } from './errors.ts';

const CERTIFICATE = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_TLS_CERT_ALTNAME)/;
const TLS = /^(ERR_SSL_|ERR_TLS_|EPROTO)/;

const RECONNECTS = 'It connects again automatically';

type Explain = (error: unknown, brokers: string) => ComponentProblem | null;

const refusedTarget: Explain = (error, brokers) => {
  const refusal = listErrors(error).find((one) => one instanceof TargetRefused);
  if (!refusal) return null;
  return {
    errorName: 'TargetRefused',
    message: `A broker of ${brokers} may not be connected to: ${refusal.message}`,
    causes: ['A broker has, or names for another broker, an address that must not be reached from here'],
    resolutions: [
      'Correct the brokers, or advertised.listeners of the cluster',
      'Ask an administrator to add the network to PENSTOCK_ALLOW_TARGETS',
    ],
  };
};

/** The client also reports an unsuitable mechanism when the handshake is interrupted. */
const unauthenticated: Explain = (error, brokers) => {
  const ids = listApiErrors(error);
  const found = findByCode(error, /^PLT_KFK_AUTHENTICATION$/);
  const isMechanism = ids.includes('UNSUPPORTED_SASL_MECHANISM') || ids.includes('ILLEGAL_SASL_STATE');
  const isRefused = ids.includes('SASL_AUTHENTICATION_FAILED') || found?.message.startsWith('SASL');
  if (!isMechanism && !isRefused) return null;
  const said = findServerMessage(error);
  const reason = (found?.message ?? 'SASL authentication failed').replace(/\.$/, '');
  return {
    errorName: 'CredentialsRefused',
    message: isMechanism
      ? `${brokers} does not offer the chosen SASL mechanism`
      : `${brokers}: ${reason}${said === '' ? '' : ` (${said})`}`,
    causes: isMechanism
      ? ['The listener of that port has other mechanisms enabled, or none']
      : ['User or password is wrong', 'The user is not known for this mechanism'],
    resolutions: ['Correct SASL, user and password: it continues automatically'],
  };
};

const unauthorized: Explain = (error, brokers) => {
  const id = listApiErrors(error).find((one) => one.endsWith('_AUTHORIZATION_FAILED'));
  if (id === undefined) return null;
  return {
    errorName: 'NotAuthorized',
    message: `${brokers} does not allow it: ${id}`,
    causes: ['The user has no right for this topic, group or cluster'],
    resolutions: ['Give the user the right with an ACL: it continues automatically', 'Use another user'],
  };
};

const unknownTopic: Explain = (error, brokers) => {
  const named = listErrors(error).find(({ message }) => message.startsWith('Unknown topic'));
  if (!named && !listApiErrors(error).includes('UNKNOWN_TOPIC_OR_PARTITION')) return null;
  const topic = named?.message.replace(/^Unknown topic |\.$/g, '');
  return {
    errorName: 'TopicNotFound',
    message: `${brokers} has no topic ${topic ?? 'of that name'}`,
    causes: ['The name was mistyped', 'The topic was not created yet', 'The user may not see the topic'],
    resolutions: ['Create the topic: it continues automatically', 'Correct the name'],
  };
};

const insecure: Explain = (error, brokers) => {
  const certificate = findByCode(error, CERTIFICATE);
  if (certificate)
    return {
      errorName: 'CertificateNotTrusted',
      message: `The certificate of ${brokers} is not trusted: ${certificate.message}`,
      causes: ['It was issued by an authority that is not trusted', 'It expired, or is for another name'],
      resolutions: [
        'Add the authority under TLS, or the name that the certificate carries',
        'Renew the certificate of the broker',
      ],
    };
  const tls =
    findByCode(error, TLS) ??
    listErrors(error).find(({ message }) => /requires TLS|TLS handshake failed/.test(message));
  if (!tls) return null;
  return {
    errorName: 'TlsFailed',
    message: `No secure connection to ${brokers}: ${tls.message.replace(/\.$/, '')}`,
    causes: [
      'That port expects TLS and it is not chosen, or the other way round',
      'The broker requires a client certificate, or another version',
    ],
    resolutions: ['Check address and port', 'Check the TLS settings'],
  };
};

const unreachable: Explain = (error, brokers) => {
  if (findByCode(error, /^ECONNREFUSED$/))
    return {
      errorName: 'ConnectionRefused',
      message: `Nothing listens at ${brokers}`,
      causes: ['The broker is not running', 'Host or port is wrong', 'A firewall refuses it'],
      resolutions: ['Start the broker', 'Check the brokers', RECONNECTS],
    };
  if (!findByCode(error, /^(ENOTFOUND|EAI_AGAIN)$/)) return null;
  return {
    errorName: 'NameNotResolved',
    message: `A name of ${brokers} cannot be resolved: ${getLeafMessage(error)}`,
    causes: [
      'The name was mistyped, or DNS is not reachable',
      'The cluster advertises names that are not known here',
    ],
    resolutions: ['Check the brokers, and advertised.listeners of the cluster', 'Check DNS of this machine'],
  };
};

const tooLarge: Explain = (error) => {
  const found = listErrors(error).find((one) => one instanceof BatchTooLarge);
  if (!found) return null;
  return {
    errorName: 'BatchTooLarge',
    message: `${found.message}. Its partition stands still before it`,
    causes: ['A producer packs very large or very repetitive messages', 'A producer is malicious'],
    resolutions: [
      'Move the offset of the group past the batch (kafka-consumer-groups --reset-offsets)',
      'Limit the producer to smaller batches (batch.size, max.request.size)',
    ],
  };
};

const answerTooLarge: Explain = (error, brokers) => {
  const found = listErrors(error).find((one) => one instanceof AnswerTooLarge);
  if (!found) return null;
  return {
    errorName: 'AnswerTooLarge',
    message: `${brokers}: ${found.message}`,
    causes: [
      'Batches of messages are larger than is fetched at a time',
      'The broker is malicious, or is not Kafka',
    ],
    resolutions: ['Raise the bytes per fetch of the source', 'Check the brokers'],
  };
};

const tooManyIterations: Explain = (error, brokers) => {
  const found = listErrors(error).find((one) => one instanceof TooManyIterations);
  if (!found) return null;
  return {
    errorName: 'CredentialsRefused',
    message: `${brokers}: ${found.message}`,
    causes: ['The credentials of the user were made with that many', 'The broker is malicious'],
    resolutions: ['Create the credentials of the user again with fewer iterations', 'Check the brokers'],
  };
};

const EXPLAIN = [
  tooLarge,
  answerTooLarge,
  tooManyIterations,
  refusedTarget,
  insecure,
  unauthenticated,
  unauthorized,
  unknownTopic,
  unreachable,
];

export function kafkaProblem(error: unknown, brokers: readonly string[]): ComponentProblem {
  const names = brokers.slice(0, 3).join(', ');
  for (const explain of EXPLAIN) {
    const problem = explain(error, names);
    if (problem) return problem;
  }
  return {
    errorName: 'KafkaFailed',
    message: `The connection to ${names} failed: ${getLeafMessage(error)}`,
    causes: [
      'A broker was stopped, restarted or is overloaded',
      'That port requires SASL or TLS, and closes other connections',
      'The network connection was lost',
    ],
    resolutions: ['Check the logs of the broker', 'Check SASL and TLS', RECONNECTS],
  };
}
