import { expect, test } from 'vitest';
import { findTemplate, templates } from '../engine/components/catalogue.ts';
import { listProperties } from './config-format.ts';
import type { Config } from './entities/common.ts';
import { checkKeptSecrets, describeAddress } from './kept-secrets.ts';

const SET = { set: true };
const of = (templateId: string) => listProperties(findTemplate('SINK', templateId)?.configFormat);

const HEC: Config = { url: 'https://siem:8088/services', token: SET };
const check = (after: Config, before = HEC, properties = of('splunk_hec')) =>
  checkKeptSecrets(properties, before, { ...before, ...after });
const messages = (...given: Parameters<typeof check>) => check(...given).problems.map((one) => one.message);

test.each(['https://siem:8088', 'https://SIEM:8088/other?a=b', ' https://siem:8088/services '])(
  'kept secrets: a token stays for %s',
  (url) => expect(check({ url })).toEqual({ problems: [], dropped: [] }),
);

test.each(['http://siem:8088/', 'https://siem:8089/', 'https://siem.evil:8088/', 'https://siem/'])(
  'kept secrets: a token is asked for again for %s',
  (url) =>
    expect(check({ url }).problems).toEqual([
      {
        field: 'token',
        message: `The address changed to ${new URL(url).origin}: enter the token again, since it was given for https://siem:8088`,
      },
    ]),
);

test.each([
  { tls: 'own' },
  { tls: 'own', tlsVerify: false },
  { tls: 'own', tlsServerName: 'evil' },
  { tls: 'own', tlsCa: '-----BEGIN CERTIFICATE-----' },
])('kept secrets: another check of certificates asks again (%o)', (after) =>
  expect(messages(after)).toEqual([
    'The security of the connection changed: enter the token again, since it was given for https://siem:8088',
  ]),
);

test('kept secrets: what does not apply, or is a default, changes nothing', () => {
  expect(messages({ tlsVerify: false, tlsServerName: 'evil' })).toEqual([]);
  expect(messages({ tls: 'system' })).toEqual([]);
});

test('kept secrets: a new one is taken, and one that no longer applies is dropped', () => {
  expect(check({ url: 'https://other/', token: 'typed' })).toEqual({ problems: [], dropped: [] });
  const before = { url: 'https://siem/', auth: 'basic', password: SET, token: SET };
  expect(check({ url: 'https://other/', password: 'typed' }, before, of('http'))).toEqual({
    problems: [],
    dropped: ['token'],
  });
});

test('kept secrets: a key of a bucket is not kept for another bucket', () => {
  const before = { url: 'https://s3.example/', bucket: 'logs', accessKeyId: 'k', secretAccessKey: SET };
  for (const after of [{ bucket: 'payroll' }, { addressing: 'host' }])
    expect(messages(after, before, of('s3'))).toEqual([
      'The bucket changed: enter the secret key again, since it was given for https://s3.example',
    ]);
});

test('kept secrets: a syslog receiver is its host, port and transport', () => {
  const before = { transport: 'tls', host: 'siem', port: 6514, tlsKey: SET };
  expect(describeAddress(of('syslog_out'), before)).toBe('siem:6514');
  for (const after of [{ host: 'evil' }, { port: 7000 }, { tlsVerify: false }])
    expect(messages(after, before, of('syslog_out'))).toHaveLength(1);
});

test('kept secrets: every component with an address says what binds them', () => {
  const senders = (['SOURCE', 'SINK'] as const)
    .flatMap(templates)
    .map(({ id, configFormat }) => ({ id, properties: listProperties(configFormat) }))
    .filter(({ properties }) => properties.some(({ name }) => name === 'url'));
  expect(senders.length).toBeGreaterThan(6);
  for (const { id, properties } of senders) {
    const bound = properties.filter(({ bindsSecrets }) => bindsSecrets).map(({ name }) => name);
    expect(bound, id).toEqual(expect.arrayContaining(['url', 'tls', 'tlsVerify', 'tlsCa', 'tlsServerName']));
  }
});
