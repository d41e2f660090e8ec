import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort, SourceProbe } from '../../testing/contexts.ts';
import type { RunningSource } from '../../types.ts';
import { splunkHecSource } from './source.ts';

let running: RunningSource | null = null;
let probe = new SourceProbe();
let url = '';
let config: Record<string, unknown> = {};
afterEach(async () => {
  await running?.stop();
  running = null;
  expect(probe.incomplete).toEqual([]);
});

async function start(more: Record<string, unknown> = {}): Promise<void> {
  probe = new SourceProbe();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  config = { port, ...more };
  running = await splunkHecSource.start(config, probe.context);
}

type Sent = { status: number; body: Record<string, unknown> };
async function post(
  body: string | Buffer,
  headers: Record<string, string> = {},
  path = '/services/collector/event',
): Promise<Sent> {
  const content = typeof body === 'string' ? body : new Uint8Array(body);
  const response = await fetch(url + path, { method: 'POST', body: content, headers });
  return { status: response.status, body: (await response.json()) as Sent['body'] };
}
const events = () => probe.events.map((text) => JSON.parse(text) as unknown);
const CHANNEL = { 'x-splunk-request-channel': 'FE0ECFAD-13D5-401B-847D-77833BD77131' };
const SUCCESS = { status: 200, body: { text: 'Success', code: 0 } };

describe('the Splunk HEC source takes', () => {
  it('objects in a row, in lines or in a list', async () => {
    await start();
    for (const body of [
      '{"event":{"n":1.0}}{"event":{"n":2}}',
      '{"event":{"n":3}}\n\r\n {"event":{\n"n":4}}\n',
      '[{"event":{"n":5}},{"event":{"n":6}}]',
    ])
      expect(await post(body)).toEqual(SUCCESS);
    expect(probe.events[0]).toBe('{"n":1.0}');
    expect(events()).toEqual([1, 2, 3, 4, 5, 6].map((n) => ({ n })));
  });

  it('metadata beside the fields of the event, which keep their names', async () => {
    await start();
    const metadata = '"time":"1426279439.123","host":"web-1","source":"s","sourcetype":"st","index":"main"';
    await post(`{${metadata},"event":"hello \\"you\\"","fields":{"a":"b","l":["c"]}}`);
    await post(`{"time":1426279439,"host":"web-1","event":{"host":"own","big":12345678901234567890}}`);
    await post(`{"host":"h","event":{"h\\u006fst":1,"splunk":2}}{"event":[1,2]}{"event":0,"host":null}`);
    expect(events().slice(0, 1)).toEqual([
      {
        time: 1426279439.123,
        host: 'web-1',
        source: 's',
        sourcetype: 'st',
        index: 'main',
        fields: { a: 'b', l: ['c'] },
        message: 'hello "you"',
      },
    ]);
    expect(probe.events.slice(1)).toEqual([
      '{"time":1426279439,"splunk":{"host":"web-1"},"host":"own","big":12345678901234567890}',
      '{"splunk_":{"host":"h"},"h\\u006fst":1,"splunk":2}',
      '{"message":[1,2]}',
      '{"message":0}',
    ]);
  });

  it('raw lines, with what the address says of them', async () => {
    await start();
    const path = '/services/collector/raw';
    expect(await post('one\r\n\ntwo', {}, path)).toEqual(SUCCESS);
    await post('three', {}, `${path}?host=web-1&sourcetype=access%20log&time=5.5`);
    await post('{"event":"e"}', {}, '/services/collector/event/1.0?host=h');
    expect(probe.events).toEqual([
      'one',
      'two',
      '{"time":5.5,"host":"web-1","sourcetype":"access log","message":"three"}',
      '{"host":"h","message":"e"}',
    ]);
  });

  it('gzip, and counts payload and wire', async () => {
    await start();
    const body = gzipSync('{"event":"a"}\n{"event":"b"}');
    expect(await post(body, { 'content-encoding': 'gzip' }, '/services/collector')).toEqual(SUCCESS);
    expect(probe.intake).toEqual({ payloadBytes: 26, rawBytes: body.length });
  });
});

describe('the Splunk HEC source answers as Splunk does', () => {
  it.each([
    ['', 400, { text: 'No data', code: 5 }],
    [' \n', 400, { text: 'No data', code: 5 }],
    ['nonsense', 400, { text: 'Invalid data format', code: 6, 'invalid-event-number': 0 }],
    ['{"event":"a"}{"event":', 400, { text: 'Invalid data format', code: 6, 'invalid-event-number': 1 }],
    ['{"event":"a","time":"x"}', 400, { text: 'Invalid data format', code: 6, 'invalid-event-number': 0 }],
    ['{"event":"a","index":"x"}', 400, { text: 'Incorrect index', code: 7, 'invalid-event-number': 0 }],
    ['{"host":"a"}', 400, { text: 'Event field is required', code: 12, 'invalid-event-number': 0 }],
    ['{"event":""}', 400, { text: 'Event field cannot be blank', code: 13, 'invalid-event-number': 0 }],
    [
      '{"event":"a","fields":{"a":{"b":1}}}',
      400,
      { text: 'Error in handling indexed fields', code: 15, 'invalid-event-number': 0 },
    ],
  ])('%j with %i %j', async (sent, status, body) => {
    await start({ indexes: ['main'] });
    expect(await post(sent)).toEqual({ status, body });
  });

  it('takes the events before the one to blame, and none after it', async () => {
    await start();
    const sent = await post('{"event":"a"}{"event":"b"}{"event":""}{"event":"c"}');
    expect(sent.body).toMatchObject({ code: 13, 'invalid-event-number': 2 });
    expect(events()).toEqual([{ message: 'a' }, { message: 'b' }]);
    expect(probe.reports).toMatchObject([{ errorName: 'MalformedRequest' }]);
  });

  it('tokens: several, disabled ones, Basic, and in the address', async () => {
    await start({ tokens: 'one, two', disabledTokens: 'old' });
    const by = async (authorization?: string, path?: string) =>
      (await post('{"event":"a"}', authorization ? { authorization } : {}, path)).body.code;
    expect(await by('Splunk one')).toBe(0);
    expect(await by('splunk two')).toBe(0);
    expect(await by(`Basic ${btoa('x:two')}`)).toBe(0);
    expect(await by()).toBe(2);
    expect(await by('Bearer one')).toBe(3);
    expect(await by('Splunk three')).toBe(4);
    expect(await by('Splunk old')).toBe(1);
    expect(await by(undefined, '/services/collector?token=one')).toBe(16);
    expect(await running?.update?.({ ...config, tokens: 'three', queryToken: true })).toBe(true);
    expect(await by('Splunk one')).toBe(4);
    expect(await by(undefined, '/services/collector?token=three')).toBe(0);
  });

  it('health without a token, and what it does not know', async () => {
    await start({ tokens: 'one' });
    const health = async () => (await fetch(`${url}/services/collector/health/1.0`)).json();
    expect(await health()).toEqual({ text: 'HEC is healthy', code: 17 });
    probe.paused = true;
    expect(await health()).toEqual({ text: 'HEC is unhealthy, queues are full', code: 18 });
    expect((await post('', {}, '/elsewhere')).status).toBe(404);
    expect((await fetch(`${url}/services/collector`)).status).toBe(405);
  });

  it('busy while paused and when nobody took the events', async () => {
    await start();
    const busy = { status: 503, body: { text: 'Server is busy', code: 9 } };
    probe.paused = true;
    expect(await post('{"event":"a"}')).toEqual(busy);
    probe.paused = false;
    probe.answer = async () => 'unavailable';
    expect(await post('{"event":"a"}')).toEqual(busy);
    expect(probe.events).toEqual([]);
  });
});

describe('acknowledgement', () => {
  it('without acks, Success comes only once the events are safe', async () => {
    await start();
    const safe = Promise.withResolvers<'accepted'>();
    const asked = Promise.withResolvers<void>();
    probe.answer = () => {
      asked.resolve();
      return safe.promise;
    };
    let isAnswered = false;
    const sent = post('{"event":"a"}').finally(() => {
      isAnswered = true;
    });
    await asked.promise;
    await fetch(`${url}/services/collector/health`);
    expect(isAnswered).toBe(false);
    safe.resolve('accepted');
    expect(await sent).toEqual(SUCCESS);
    expect((await post('{"acks":[0]}', CHANNEL, '/services/collector/ack')).body).toEqual({
      text: 'ACK is disabled',
      code: 14,
    });
  });

  it('a number says its request is safe, only then and once', async () => {
    await start({ acks: true });
    const safe = Promise.withResolvers<'accepted'>();
    probe.answer = () => safe.promise;
    const ask = async (...acks: number[]) =>
      (await post(JSON.stringify({ acks }), CHANNEL, '/services/collector/ack')).body.acks;
    expect((await post('{"event":"a"}')).body.code).toBe(10);
    expect((await post('{"event":"a"}', { 'x-splunk-request-channel': '1' })).body.code).toBe(11);
    expect((await post('{"event":"a"}', CHANNEL)).body).toEqual({ text: 'Success', code: 0, ackId: 0 });
    probe.answer = async () => 'unavailable';
    expect((await post('{"event":"b"}', CHANNEL)).body.ackId).toBe(1);
    expect(await ask(0, 1, 7)).toEqual({ 0: false, 1: false, 7: false });
    safe.resolve('accepted');
    await safe.promise;
    expect(await ask(0, 1)).toEqual({ 0: true, 1: false });
    expect(await ask(0)).toEqual({ 0: false });
    probe.answer = async () => 'accepted';
    const other = `?channel=${crypto.randomUUID()}`;
    expect((await post('raw', {}, `/services/collector/raw${other}`)).body.ackId).toBe(0);
    expect((await post('oops', CHANNEL, '/services/collector/ack')).body.code).toBe(6);
  });
});
