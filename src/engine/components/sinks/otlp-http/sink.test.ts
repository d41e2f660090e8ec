import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch, SinkProbe } from '../../testing/contexts.ts';
import { HttpPeer } from '../../testing/http-peer.ts';
import type { RunningSink } from '../../types.ts';
import { otlpHttpSink } from './sink.ts';

// The peer follows the OTLP specification; a real collector is not available here.
let peer: HttpPeer;
let sink: RunningSink | null = null;
beforeEach(async () => {
  peer = await new HttpPeer().listen();
  peer.answer = () => ({ body: {} });
});
afterEach(async () => {
  await sink?.close();
  await peer.close();
});

const open = async (config: Record<string, unknown> = {}) => {
  sink = await otlpHttpSink.open({ url: peer.url, ...config }, new SinkProbe().context);
  return sink;
};

describe('the OTLP destination', () => {
  it('sends log records with time, severity, body and attributes', async () => {
    const to = await open({ resource: { 'service.name': 'web' } });
    const batch = jsonBatch(
      {
        timestamp: '2026-03-01T12:00:00.5Z',
        severity: 'Warning',
        message: 'hi',
        n: 1,
        d: 0.5,
        b: true,
        z: null,
        l: ['a'],
      },
      { a: { b: 'c' } },
    );
    expect(await to.write(batch)).toEqual({ bytes: batch.size(0) + batch.size(1) });
    expect(peer.received[0]).toMatchObject({
      path: '/v1/logs',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    });
    const [{ resource, scopeLogs }] = JSON.parse(peer.bodies[0]!).resourceLogs;
    expect(resource.attributes).toEqual([{ key: 'service.name', value: { stringValue: 'web' } }]);
    const [first, second] = scopeLogs[0].logRecords;
    expect(first).toEqual({
      timeUnixNano: '1772366400500000000',
      observedTimeUnixNano: expect.stringMatching(/^\d{19}$/),
      severityNumber: 13,
      severityText: 'Warning',
      body: { stringValue: 'hi' },
      attributes: [
        { key: 'n', value: { intValue: '1' } },
        { key: 'd', value: { doubleValue: 0.5 } },
        { key: 'b', value: { boolValue: true } },
        { key: 'z', value: {} },
        { key: 'l', value: { arrayValue: { values: [{ stringValue: 'a' }] } } },
      ],
    });
    const nested = {
      key: 'a',
      value: { kvlistValue: { values: [{ key: 'b', value: { stringValue: 'c' } }] } },
    };
    expect(second.body).toEqual({ kvlistValue: { values: [nested] } });
  });

  it('sends raw text as the body', async () => {
    await (await open()).write(rawBatch('plain'));
    const [record] = JSON.parse(peer.bodies[0]!).resourceLogs[0].scopeLogs[0].logRecords;
    expect(record).toMatchObject({ body: { stringValue: 'plain' }, attributes: [] });
  });

  it('a partly rejected request is a dead letter, never repeated [R12]', async () => {
    const to = await open();
    peer.answer = () => ({ body: { partialSuccess: { rejectedLogRecords: '1', errorMessage: 'too old' } } });
    expect(await to.write(jsonBatch({ a: 1 }, { b: 2 }))).toMatchObject({
      bytes: 0,
      refused: [{ event: 0, problem: { errorName: 'RecordsRejected' } }, { event: 1 }],
    });
    peer.answer = () => ({ body: { partialSuccess: { errorMessage: 'only a warning' } } });
    expect(await to.write(jsonBatch({ a: 1 }))).toEqual({ bytes: 7 });
  });

  it('speaks protobuf where that is chosen, answers included', async () => {
    const to = await open({ encoding: 'protobuf', compression: 'none' });
    const batch = jsonBatch({ message: 'hi' }, { message: 'you' });
    peer.answer = () => ({ body: '' });
    expect(await to.write(batch)).toMatchObject({ bytes: batch.size(0) + batch.size(1) });
    expect(peer.received[0]!.headers['content-type']).toBe('application/x-protobuf');
    peer.answer = () => ({ body: '\n\t\u0008\u0001\u0012\u0005stale' });
    expect(await to.write(batch)).toMatchObject({
      bytes: 0,
      refused: [{ problem: { message: expect.stringContaining('rejected 1 of 2 log records') } }, {}],
    });
    peer.answer = () => ({ status: 400, body: '\u0008\u0003\u0012\u0004oops' });
    await expect(to.write(batch)).rejects.toThrow(/oops/);
  });

  it.each([
    [429, 'RetryableError'],
    [503, 'RetryableError'],
    [400, 'PermanentError'],
    [413, 'PermanentError'],
  ])('an answer of %i is a %s [R7]', async (status, name) => {
    peer.answer = () => ({ status });
    await expect((await open()).write(rawBatch('a'))).rejects.toMatchObject({ name });
  });
});
