import { describe, expect, it } from 'vitest';
import { readBroker } from './brokers.ts';
import { loadClient } from './client.ts';
import { kafkaProblem } from './problems.ts';

const client = await loadClient();
const BROKERS = ['kafka-1:9092', 'kafka-2:9092'];
const nested = (leaf: Error): Error =>
  new client.MultipleErrors('metadata failed 4 times.', [
    new client.MultipleErrors('Cannot connect to any broker.', [
      new client.NetworkError('Connection to kafka-1:9092 failed.', { cause: leaf }),
    ]),
  ]);
const coded = (code: string, message = code): Error => Object.assign(new Error(message), { code });

describe('the reason at the bottom of an error of the client', () => {
  it.each([
    ['CredentialsRefused', new client.AuthenticationError('SASL authentication failed.')],
    ['CredentialsRefused', new client.ProtocolError('SASL_AUTHENTICATION_FAILED', 'Invalid user')],
    ['NotAuthorized', new client.ProtocolError('TOPIC_AUTHORIZATION_FAILED')],
    ['TopicNotFound', new client.UserError('Unknown topic logs.')],
    ['CertificateNotTrusted', coded('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate')],
    ['TlsFailed', new client.UserError('Broker requires TLS.')],
    [
      'TlsFailed',
      new client.AuthenticationError('Cannot find a suitable SASL mechanism.', {
        cause: new client.UserError('Broker requires TLS.'),
      }),
    ],
    [
      'KafkaFailed',
      new client.AuthenticationError('Cannot find a suitable SASL mechanism.', {
        cause: new client.NetworkError('Connection closed'),
      }),
    ],
    ['ConnectionRefused', coded('ECONNREFUSED')],
    ['NameNotResolved', coded('ENOTFOUND')],
    ['KafkaFailed', new client.ProtocolError('COORDINATOR_NOT_AVAILABLE')],
  ])('is called %s', (errorName, leaf) => {
    const problem = kafkaProblem(nested(leaf), BROKERS);
    expect(problem.errorName).toBe(errorName);
    expect(problem.message).toContain('kafka-1:9092');
    expect(problem.causes.length * problem.resolutions.length).toBeGreaterThan(0);
    expect(problem.message).not.toContain('Cannot connect to any broker');
  });

  it('says what the broker wrote', () => {
    const leaf = new client.ProtocolError('SASL_AUTHENTICATION_FAILED', 'Invalid username or password');
    const error = new client.AuthenticationError('SASL authentication failed.', { cause: leaf });
    expect(kafkaProblem(nested(error), BROKERS).message).toBe(
      'kafka-1:9092, kafka-2:9092: SASL authentication failed (Invalid username or password)',
    );
  });
});

it('addresses of brokers are hosts with or without a port', () => {
  expect(readBroker('kafka-1')).toEqual({ host: 'kafka-1', port: 9092 });
  expect(readBroker('10.0.0.1:9093')).toEqual({ host: '10.0.0.1', port: 9093 });
  expect(readBroker('[::1]:9094')).toEqual({ host: '::1', port: 9094 });
  for (const text of ['kafka://a', 'a:0', 'a:70000', 'a b', '', 'user@host:9092', '::1'])
    expect(readBroker(text), text).toBeNull();
});
