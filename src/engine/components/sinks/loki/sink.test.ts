import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch, SinkProbe } from '../../testing/contexts.ts';
import { HttpPeer } from '../../testing/http-peer.ts';
import type { RunningSink } from '../../types.ts';
import { lokiSchema } from './schema.ts';
import { lokiSink } from './sink.ts';

// The peer follows the documentation of Loki; tests/system tries Loki itself.
let peer: HttpPeer;
let sink: RunningSink | null = null;
beforeEach(async () => {
  peer = await new HttpPeer().listen();
  peer.answer = () => ({ status: 204 });
});
afterEach(async () => {
  await sink?.close();
  await peer.close();
});

const open = async (config: Record<string, unknown> = {}) => {
  sink = await lokiSink.open({ url: peer.url, ...config }, new SinkProbe().context);
  return sink;
};
const streams = (body = peer.bodies.at(-1)!) => JSON.parse(body).streams;

describe('the Loki destination', () => {
  it('sends streams by labels, lines in order of time, in nanoseconds', async () => {
    const labels = { job: 'app', service: `\${service}` };
    const to = await open({ labels, timeField: 'at', tenant: 'team-a', line: 'json' });
    const late = { at: '2026-03-01T12:00:00.000000002Z', service: 'web' };
    const early = { at: '2026-03-01T12:00:00.000000001Z', service: 'web' };
    const batch = jsonBatch(late, { at: 1772366400 }, early);
    expect(await to.write(batch)).toEqual({ bytes: batch.size(0) + batch.size(1) + batch.size(2) });
    expect(streams()).toEqual([
      {
        stream: { job: 'app', service: 'web' },
        values: [
          ['1772366400000000001', JSON.stringify(early)],
          ['1772366400000000002', JSON.stringify(late)],
        ],
      },
      { stream: { job: 'app' }, values: [['1772366400000000000', '{"at":1772366400}']] },
    ]);
    const { path, headers } = peer.received[0]!;
    expect(path).toBe('/loki/api/v1/push');
    expect(headers).toMatchObject({ 'x-scope-orgid': 'team-a', 'content-encoding': 'gzip' });
  });

  it('sends raw lines as they came', async () => {
    await (await open()).write(rawBatch('say "hi"'));
    expect(streams()[0].values[0][1]).toBe('say "hi"');
  });

  const tooOld = { status: 400, body: "entry with timestamp 2020 ignored, reason: 'entry too far behind'" };

  it('sets events aside that are refused for their time [R12]', async () => {
    peer.answer = () => tooOld;
    await expect((await open()).write(rawBatch('a'))).rejects.toMatchObject({
      name: 'PermanentError',
      problem: { errorName: 'TimeTooOld' },
    });
  });

  it('an event refused for its time is sent with the current one', async () => {
    const to = await open({ outOfOrder: 'now', timeField: 'at' });
    peer.answer = ({ body }) => (body.toString().includes('"1577836800') ? tooOld : { status: 204 });
    const old = { at: '2020-01-01T00:00:00Z' };
    await expect(to.write(jsonBatch(old, {}))).rejects.toMatchObject({ name: 'PermanentError' });
    await to.write(jsonBatch(old));
    expect(streams()[0].values[0][1]).toBe(JSON.stringify(old));
  });

  it.each([
    [429, 'RetryableError'],
    [500, 'RetryableError'],
    [400, 'PermanentError'],
    [413, 'PermanentError'],
  ])('an answer of %i is a %s [R7]', async (status, name) => {
    peer.answer = () => ({ status });
    await expect((await open()).write(rawBatch('a'))).rejects.toMatchObject({ name });
  });

  it('refuses labels that Loki would not take, in words', () => {
    const check = (labels: object) =>
      lokiSchema.safeParse({ url: 'http://127.0.0.1:1/', labels }).error?.issues[0]?.message;
    expect(check({})).toBe('must have at least one label');
    expect(check({ 'a-b': 'x' })).toBeDefined();
    expect(check({ a: `\${open` })).toContain('has no }');
  });
});
