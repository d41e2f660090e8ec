import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { credentials, Metadata, makeGenericClientConstructor, type ServiceError } from '@grpc/grpc-js';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort, SourceProbe } from '../../testing/contexts.ts';
import { certificates } from '../../testing/http-peer.ts';
import type { RunningSource } from '../../types.ts';
import { otlpSource } from './source.ts';

let running: RunningSource | null = null;
let probe = new SourceProbe();
let config = { httpPort: 0, grpcPort: 0 };
afterEach(async () => {
  await running?.stop();
  running = null;
  expect(probe.incomplete).toEqual([]);
});

async function start(more: Record<string, unknown> = {}): Promise<void> {
  probe = new SourceProbe();
  config = { httpPort: await freePort(), grpcPort: await freePort(), ...more };
  running = await otlpSource.start(config, probe.context);
}

const JSON_TYPE = { 'content-type': 'application/json' };
const PROTOBUF = { 'content-type': 'application/x-protobuf' };
async function post(body: string | Buffer, headers: Record<string, string> = JSON_TYPE, path = '/v1/logs') {
  const content = typeof body === 'string' ? body : new Uint8Array(body);
  const url = `http://127.0.0.1:${config.httpPort}${path}`;
  const response = await fetch(url, { method: 'POST', body: content, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const request = (...logRecords: object[]) =>
  JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
const text = (stringValue: string) => ({ stringValue });

const Client = makeGenericClientConstructor(
  {
    Export: {
      path: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
      requestStream: false,
      responseStream: false,
      requestSerialize: (bytes: Buffer) => bytes,
      requestDeserialize: (bytes: Buffer) => bytes,
      responseSerialize: (bytes: Buffer) => bytes,
      responseDeserialize: (bytes: Buffer) => bytes,
    },
  },
  'LogsService',
);

async function call(
  body: Buffer,
  { metadata = {}, secure = credentials.createInsecure() } = {},
): Promise<Buffer | ServiceError> {
  const client = new Client(`localhost:${config.grpcPort}`, secure, {
    'grpc.max_send_message_length': -1,
    'grpc.enable_retries': 0,
  });
  const headers = new Metadata();
  for (const [name, value] of Object.entries(metadata)) headers.set(name, String(value));
  try {
    return await new Promise<Buffer | ServiceError>((resolve) =>
      client.Export!(body, headers, (error: ServiceError | null, answer: Buffer) => resolve(error ?? answer)),
    );
  } finally {
    client.close();
  }
}
/** One record with body `hi`: resource logs, scope logs, record, body, text. */
const HI = Buffer.from('0a0a120812062a040a026869', 'hex');

describe('a log record becomes an event', () => {
  it('with every kind of value, 64-bit numbers to the last digit', async () => {
    await start();
    const values = [
      ['int', { intValue: '9007199254740993' }],
      ['double', { doubleValue: 1.5 }],
      ['nan', { doubleValue: 'NaN' }],
      ['bytes', { bytesValue: 'aGk=' }],
      ['none', {}],
      ['deep', { kvlistValue: { values: [{ key: 'l', value: { arrayValue: { values: [text('a')] } } }] } }],
    ].map(([key, value]) => ({ key, value }));
    await post(
      JSON.stringify({
        resourceLogs: [
          {
            resource: { attributes: [{ key: 'service.name', value: text('web') }] },
            scopeLogs: [
              {
                scope: { name: 's', version: '1', attributes: [{ key: 'a', value: { boolValue: true } }] },
                logRecords: [
                  {
                    timeUnixNano: '1772366400500000001',
                    observedTimeUnixNano: '1772366401000000000',
                    severityNumber: 10,
                    body: text('hi'),
                    attributes: values,
                    traceId: '0AF7651916CD43DD8448EB211C80319C',
                    spanId: 'b7ad6b7169203331',
                    flags: 1,
                    eventName: 'e',
                  },
                ],
              },
            ],
          },
        ],
      }),
    );
    expect(probe.events).toEqual([
      '{"timestamp":"2026-03-01T12:00:00.500000001Z","severity":"INFO2","severity_number":10,' +
        '"trace_id":"0af7651916cd43dd8448eb211c80319c","span_id":"b7ad6b7169203331","trace_flags":1,"event_name":"e",' +
        '"observed_timestamp":"2026-03-01T12:00:01.000Z","message":"hi",' +
        '"int":9007199254740993,"double":1.5,"nan":"NaN","bytes":"aGk=","none":null,"deep":{"l":["a"]},' +
        '"resource":{"service.name":"web"},"scope":{"name":"s","version":"1","attributes":{"a":true}}}',
    ]);
  });

  it('whose names are taken keep their values in other_attributes', async () => {
    await start();
    const attributes = [
      ['timestamp', 'mine'],
      ['resource', 'r'],
      ['a', '1'],
      ['a', '2'],
    ].map(([key, value]) => ({ key, value: text(value!) }));
    await post(request({ timeUnixNano: '1772366400000000000', attributes }, {}));
    expect(probe.events.map((event) => JSON.parse(event) as unknown)).toEqual([
      {
        timestamp: '2026-03-01T12:00:00.000Z',
        a: '1',
        other_attributes: { timestamp: 'mine', resource: 'r', a: '2' },
      },
      {},
    ]);
  });
});

describe('over HTTP', () => {
  it('answers in the encoding of the request, gzip or not', async () => {
    await start();
    expect(await post(request({ body: text('a') }))).toMatchObject({ status: 200, text: '{}' });
    const zipped = await post(gzipSync(HI), { ...PROTOBUF, 'content-encoding': 'gzip' });
    expect(zipped).toMatchObject({ status: 200, text: '' });
    expect(zipped.headers.get('content-type')).toBe('application/x-protobuf');
    expect(probe.events).toEqual(['{"message":"a"}', '{"message":"hi"}']);
    expect((await post('{}')).status).toBe(200);
  });

  it('keeps records that are too long as dead letters, whole', async () => {
    await start({ maxEventBytes: 100 });
    const long = 'x'.repeat(200);
    const attributes = [{ key: 'service.name', value: text('web') }];
    const scopeLogs = [{ logRecords: [{ body: text('a') }, { body: text(long) }, { body: text('b') }] }];
    const { status, text: answer } = await post(
      JSON.stringify({ resourceLogs: [{ resource: { attributes }, scopeLogs }] }),
    );
    expect(status).toBe(200);
    expect(JSON.parse(answer)).toMatchObject({
      partialSuccess: {
        rejectedLogRecords: '1',
        errorMessage: expect.stringContaining('more than 100 bytes'),
      },
    });
    const shared = '"resource":{"service.name":"web"}';
    expect(probe.events).toEqual([`{"message":"a",${shared}}`, `{"message":"b",${shared}}`]);
    expect(probe.deadLetters).toEqual([
      { text: `{"message":"${long}",${shared}}`, errorName: 'RecordTooLarge' },
    ]);
    expect(probe.refused).toEqual([]);
  });

  it('keeps records of protobuf that are far too long as they came', async () => {
    await start({ maxEventBytes: 64 });
    const record = Buffer.concat([Buffer.from('2aca020ac702', 'hex'), Buffer.alloc(327, 'x')]);
    const logs = Buffer.concat([
      Buffer.from('12cd02', 'hex'),
      record,
      Buffer.from('12062a040a026869', 'hex'),
    ]);
    const scope = Buffer.concat([Buffer.from('12d802', 'hex'), logs]);
    expect((await post(Buffer.concat([Buffer.from('0adb02', 'hex'), scope]), PROTOBUF)).status).toBe(200);
    expect(probe.events).toEqual(['{"message":"hi"}']);
    expect(probe.deadLetters).toEqual([
      { text: `{"log_record_base64":"${record.toString('base64')}"}`, errorName: 'RecordTooLarge' },
    ]);
  });

  it('keeps bad records as dead letters, says how many, and takes the others', async () => {
    await start();
    const bad = { body: text('b'), traceId: 'xyz' };
    const { status, text: answer } = await post(
      request({ body: text('a') }, bad, { timeUnixNano: 'today' }, { body: text('c') }),
      JSON_TYPE,
    );
    expect(status).toBe(200);
    expect(JSON.parse(answer)).toMatchObject({
      partialSuccess: { rejectedLogRecords: '2', errorMessage: expect.stringContaining('traceId') },
    });
    expect(probe.events).toEqual(['{"message":"a"}', '{"message":"c"}']);
    expect(probe.deadLetters).toEqual([
      { text: JSON.stringify(bad), errorName: 'RecordMalformed' },
      { text: '{"timeUnixNano":"today"}', errorName: 'RecordMalformed' },
    ]);
  });

  it('keeps a damaged record of protobuf, and takes its neighbors', async () => {
    await start();
    // The body's text claims to exceed its record.
    const good = '12062a040a026869';
    const damaged = '12062a040a096869';
    const scope = `${good}${damaged}${good}`;
    const size = (hex: string) => (hex.length / 2).toString(16).padStart(2, '0');
    const resource = `12${size(scope)}${scope}`;
    const body = Buffer.from(`0a${size(resource)}${resource}`, 'hex');
    expect((await post(body, PROTOBUF)).status).toBe(200);
    expect(probe.events).toEqual(['{"message":"hi"}', '{"message":"hi"}']);
    expect(probe.deadLetters).toEqual([
      {
        text: '{"log_record_base64":"KgQKCWho"}'.replace(
          'KgQKCWho',
          Buffer.from('2a040a096869', 'hex').toString('base64'),
        ),
        errorName: 'RecordMalformed',
      },
    ]);
  });

  it.each([
    ['no JSON', '{"resourceLogs":', JSON_TYPE],
    ['a wrong type', '{"resourceLogs":{}}', JSON_TYPE],
    ['no protobuf', Buffer.from('not protobuf'), PROTOBUF],
    ['protobuf that is cut off', HI.subarray(0, HI.length - 1), PROTOBUF],
  ])('refuses %s with 400, and takes nothing of it', async (_name, body, headers) => {
    await start();
    expect((await post(body, headers)).status).toBe(400);
    expect(probe.events).toEqual([]);
    expect(probe.errorNames).toEqual(['MalformedRequest']);
  });

  it('404, 405, 415 and 413 for what it does not take', async () => {
    await start({ maxBodyBytes: 1024 });
    expect((await post('{}', JSON_TYPE, '/v1/traces')).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${config.httpPort}/v1/logs`)).status).toBe(405);
    expect((await post('a', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(request({ body: text('x'.repeat(2000)) }))).status).toBe(413);
  });

  it('503 with Retry-After while paused and when nobody took the records', async () => {
    await start();
    probe.paused = true;
    const paused = await post(request({}));
    expect(paused.status).toBe(503);
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.parse(paused.text)).toMatchObject({ code: 14, details: [{ retryDelay: '10s' }] });
    probe.paused = false;
    probe.answer = async () => 'unavailable';
    expect((await post(request({}))).status).toBe(503);
  });
});

describe('over gRPC', () => {
  it('answers once the records are safe, and says which were too long', async () => {
    await start({ maxEventBytes: 64 });
    const safe = Promise.withResolvers<'accepted'>();
    probe.answer = () => safe.promise;
    const sent = call(HI);
    expect(probe.events).toEqual([]);
    safe.resolve('accepted');
    expect(await sent).toEqual(Buffer.alloc(0));
    expect(probe.events).toEqual(['{"message":"hi"}']);
    const long = Buffer.concat([Buffer.from('0a58125612542a520a50', 'hex'), Buffer.alloc(80, 'x')]);
    const partial = await call(long);
    expect(String(partial)).toContain('became a dead letter');
    expect(probe.deadLetters).toEqual([
      { text: `{"message":"${'x'.repeat(80)}"}`, errorName: 'RecordTooLarge' },
    ]);
  });

  it('UNAVAILABLE with RetryInfo while paused, INVALID_ARGUMENT for what is no protobuf', async () => {
    await start();
    expect(await call(Buffer.from('not protobuf'))).toMatchObject({ code: 3 });
    probe.paused = true;
    const paused = (await call(HI)) as ServiceError;
    expect(paused.code).toBe(14);
    expect(String(paused.metadata.get('grpc-status-details-bin')[0])).toContain('google.rpc.RetryInfo');
  });

  it('RESOURCE_EXHAUSTED for messages beyond the limit', async () => {
    await start({ maxBodyBytes: 1024 });
    expect(await call(Buffer.alloc(2000))).toMatchObject({ code: 8 });
    expect(await call(HI)).toEqual(Buffer.alloc(0));
  });
});

describe('credentials and encryption', () => {
  it.each([
    [{ auth: 'bearer', token: 'sesame' }, { authorization: 'Bearer sesame' }],
    [{ auth: 'basic', username: 'u', password: 'p' }, { authorization: `Basic ${btoa('u:p')}` }],
    [{ auth: 'api_key', apiKey: 'k', apiKeyHeader: 'X-My-Key' }, { 'x-my-key': 'k' }],
  ])('are asked of both transports: %j', async (settings, headers) => {
    await start(settings);
    expect((await post('{}')).status).toBe(401);
    expect((await post('{}', { ...JSON_TYPE, ...headers } as Record<string, string>)).status).toBe(200);
    expect(await call(HI)).toMatchObject({ code: 16 });
    expect(await call(HI, { metadata: headers })).toEqual(Buffer.alloc(0));
    expect(await running?.update?.({ ...config, auth: 'none' })).toBe(true);
    expect((await post('{}')).status).toBe(200);
  });

  it('TLS on both, and a renewed certificate in place', async () => {
    const { ca, server, client } = certificates;
    const tls = { tls: true, tlsCert: server.cert, tlsKey: server.key, tlsClientCa: ca };
    await start(tls);
    const root = Buffer.from(ca);
    const proven = credentials.createSsl(root, Buffer.from(client.key), Buffer.from(client.cert));
    expect(await call(HI, { secure: proven })).toEqual(Buffer.alloc(0));
    expect(await call(HI, { secure: credentials.createSsl(root) })).toMatchObject({ code: 14 });
    expect(await running?.update?.({ ...config, ...tls, maxConnections: 5 })).toBe(true);
    expect(await running?.update?.({ ...config, tls: false })).toBe(false);
  });

  it('survives senders that talk nonsense, and names a port that is taken', async () => {
    await start();
    for (const port of [config.grpcPort, config.httpPort]) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.end('nonsense\r\n\r\n');
      socket.resume();
      await once(socket, 'close');
    }
    expect(await call(HI)).toEqual(Buffer.alloc(0));
    const again = otlpSource.start({ ...config, httpPort: await freePort() }, new SourceProbe().context);
    await expect(again).rejects.toMatchObject({ problem: { errorName: 'PortInUse' } });
  });
});
