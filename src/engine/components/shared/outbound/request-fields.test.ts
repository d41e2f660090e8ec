import { describe, expect, it } from 'vitest';
import { secretFields, templates, validateConfig } from '../../catalogue.ts';

const CONFIGS: Record<string, Record<string, unknown>> = {
  http: { url: 'http://127.0.0.1:9/' },
  loki: { url: 'http://127.0.0.1:9/' },
  otlp_http: { url: 'http://127.0.0.1:9/' },
  elasticsearch: { url: 'http://127.0.0.1:9/', index: 'logs' },
  splunk_hec: { url: 'http://127.0.0.1:9/', token: 'x' },
  s3: {
    url: 'http://127.0.0.1:9/',
    bucket: 'logs',
    region: 'eu-central-1',
    accessKeyId: 'x',
    secretAccessKey: 'y',
  },
};
const withHeader = (type: string, name: string) =>
  validateConfig('SINK', type, { ...CONFIGS[type], headers: { [name]: 'sesame' } });

describe('a header among others is kept and shown in clear', () => {
  it('every destination that sends headers is tried here', () => {
    // Headers of Kafka are part of each message, templates filled from its event.
    const sending = templates('SINK').filter(
      ({ id, configFormat }) => id !== 'kafka' && JSON.stringify(configFormat).includes('"name":"headers"'),
    );
    expect(sending.map(({ id }) => id).sort()).toEqual(Object.keys(CONFIGS).sort());
  });

  it.each(Object.keys(CONFIGS))('%s refuses one that proves who sends, and says what to do', (type) => {
    expect(withHeader(type, 'x-team').details).toBeUndefined();
    for (const name of ['Authorization', 'X-Api-Key', 'apikey', 'DD-API-KEY', 'x-auth-token', 'Cookie'])
      expect(withHeader(type, name).details, name).toMatchObject([
        {
          field: `headers.${name}`,
          message: expect.stringContaining('would store a secret in plain text: use the authentication'),
        },
      ]);
  });

  it('a name that cannot be one says why', () => {
    expect(withHeader('http', 'Host').details).toMatchObject([
      { message: "Headers 'Host' is a header that the destination sets itself" },
    ]);
    expect(withHeader('http', 'a b').details).toMatchObject([
      { message: "Headers 'a b' must be a header name: letters, digits and -" },
    ]);
  });

  it.each(['idempotency-key', 'x-routing-key', 'x-author', 'x-scope-orgid', 'content-type'])(
    'takes %s, which is no secret',
    (name) => expect(withHeader('http', name).details).toBeUndefined(),
  );

  it.each(['http', 'loki', 'otlp_http'])('%s takes a secret key for a header of any name', (type) => {
    const config = { ...CONFIGS[type], auth: 'api_key', apiKeyHeader: 'X-Ingest-Key' };
    expect(validateConfig('SINK', type, config).details).toMatchObject([{ field: 'apiKey' }]);
    expect(validateConfig('SINK', type, { ...config, apiKey: 'sesame' }).details).toBeUndefined();
    expect(secretFields(type)).toContain('apiKey');
  });
});
