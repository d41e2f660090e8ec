import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch, SinkProbe } from '../../testing/contexts.ts';
import { HttpPeer } from '../../testing/http-peer.ts';
import type { RunningSink } from '../../types.ts';
import { splunkHecSink } from './sink.ts';

// The peer follows Splunk's collector documentation; a real server is not available here.
let peer: HttpPeer;
let sink: RunningSink | null = null;
beforeEach(async () => {
  peer = await new HttpPeer().listen();
  peer.answer = () => ({ body: { text: 'Success', code: 0 } });
});
afterEach(async () => {
  await sink?.close();
  await peer.close();
});

const open = async (config: Record<string, unknown> = {}, probe = new SinkProbe()) => {
  sink = await splunkHecSink.open({ url: peer.url, token: 'secret-token', ...config }, probe.context);
  return sink;
};

describe('the Splunk HEC destination', () => {
  it('sends events with time, host and metadata', async () => {
    const to = await open({
      index: 'main',
      sourcetype: '_json',
      host: 'fallback',
      hostField: 'host.name',
      timeField: 'at',
      indexedFields: ['level', 'missing'],
    });
    const batch = jsonBatch(
      { at: '2026-03-01T12:00:00.123456Z', host: { name: 'web-1' }, level: 'info' },
      { b: 2 },
    );
    expect(await to.write(batch)).toEqual({ bytes: batch.size(0) + batch.size(1) });
    const { path, headers } = peer.received[0]!;
    expect(path).toBe('/services/collector/event');
    expect(headers.authorization).toBe('Splunk secret-token');
    expect(JSON.parse(`[${peer.bodies[0]!.replace('}{', '},{')}]`)).toEqual([
      {
        index: 'main',
        sourcetype: '_json',
        time: 1772366400.123456,
        host: 'web-1',
        fields: { level: 'info' },
        event: { at: '2026-03-01T12:00:00.123456Z', host: { name: 'web-1' }, level: 'info' },
      },
      { index: 'main', sourcetype: '_json', host: 'fallback', event: { b: 2 } },
    ]);
  });

  it('sends raw text as text, and raw lines to the raw endpoint', async () => {
    await (await open()).write(rawBatch('say "hi"'));
    await sink?.close();
    await (await open({ endpoint: 'raw', source: 'a b' })).write(rawBatch('one', 'two'));
    expect(peer.bodies).toEqual(['{"event":"say \\"hi\\""}', 'one\ntwo\n']);
    expect(peer.received[1]!.path).toBe('/services/collector/raw?source=a+b');
  });

  it('is written only when indexed, where it waits for that', async () => {
    const asked: number[][] = [];
    peer.answer = ({ path, body, headers }) => {
      if (!path.startsWith('/services/collector/ack'))
        return { body: { code: 0, ackId: peer.received.length } };
      expect(path).toContain(String(headers['x-splunk-request-channel']));
      const { acks } = JSON.parse(body.toString()) as { acks: number[] };
      asked.push(acks);
      return { body: { acks: Object.fromEntries(acks.map((id) => [id, asked.length > 1])) } };
    };
    const to = await open({ acks: true, concurrency: 2 });
    await Promise.all([to.write(jsonBatch({ a: 1 })), to.write(jsonBatch({ b: 2 }))]);
    expect(asked.length).toBeGreaterThan(1);
  });

  it('retries what was not indexed at the end, or has no number', async () => {
    const probe = new SinkProbe();
    peer.answer = ({ path }) => {
      if (path.includes('/ack')) probe.ended.abort();
      return { body: path.includes('/ack') ? { acks: { 1: false } } : { code: 0, ackId: 1 } };
    };
    const to = await open({ acks: true }, probe);
    await expect(to.write(jsonBatch({}))).rejects.toMatchObject({
      problem: { errorName: 'NotIndexedInTime' },
    });
    peer.answer = () => ({ body: { code: 0 } });
    await expect((await open({ acks: true })).write(jsonBatch({}))).rejects.toMatchObject({
      name: 'RetryableError',
      problem: { errorName: 'AcknowledgementOff' },
    });
  });

  it.each([
    [503, { text: 'Server is busy', code: 9 }, 'RetryableError'],
    [403, { text: 'Invalid token', code: 4 }, 'RetryableError'],
    [400, { text: 'Incorrect index', code: 7 }, 'RetryableError'],
    [400, { text: 'Invalid data format', code: 6, 'invalid-event-number': 0 }, 'PermanentError'],
    [413, 'too large', 'PermanentError'],
  ])('answers %i %j by %s [R7, R12]', async (status, body, name) => {
    peer.answer = () => ({ status, body });
    await expect((await open()).write(jsonBatch({}))).rejects.toMatchObject({ name });
  });
});
