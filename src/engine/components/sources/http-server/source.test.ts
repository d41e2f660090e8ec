import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort, SourceProbe } from '../../testing/contexts.ts';
import type { RunningSource } from '../../types.ts';
import { httpServerSource } from './source.ts';

let running: RunningSource | null = null;
let probe = new SourceProbe();
let url = '';
afterEach(async () => {
  await running?.stop();
  running = null;
  expect(probe.incomplete).toEqual([]);
});

async function start(config: Record<string, unknown> = {}): Promise<void> {
  probe = new SourceProbe();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  running = await httpServerSource.start({ port, ...config }, probe.context);
}

type Sent = { status: number; body: Record<string, unknown>; headers: Headers };
async function post(body: string | Buffer, headers: Record<string, string> = {}, path = '/'): Promise<Sent> {
  const content = typeof body === 'string' ? body : new Uint8Array(body);
  const response = await fetch(url + path, { method: 'POST', body: content, headers });
  return {
    status: response.status,
    body: (await response.json()) as Sent['body'],
    headers: response.headers,
  };
}
const JSON_TYPE = { 'content-type': 'application/json' };

describe('http_server takes', () => {
  it('objects, arrays and lines of objects, byte for byte', async () => {
    await start();
    expect(await post('{"n": 1.0}', JSON_TYPE)).toMatchObject({ status: 200, body: { accepted: 1 } });
    expect((await post(' [ {"n":2},\n{"n":3} ] \n', JSON_TYPE)).body).toEqual({ accepted: 2 });
    expect((await post('{\n"n":\n4}\n', JSON_TYPE)).body).toEqual({ accepted: 1 });
    expect((await post('{"n":5}\n\n{"n":6}\r\n', JSON_TYPE)).body).toEqual({ accepted: 2 });
    expect((await post('{"n":7}', { 'content-type': 'application/x-ndjson' })).body).toEqual({ accepted: 1 });
    expect((await post('[]', JSON_TYPE)).body).toEqual({ accepted: 0 });
    expect(probe.events.map((text) => (JSON.parse(text) as { n: number }).n)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(probe.events[0]).toBe('{"n": 1.0}');
    expect(probe.intake.payloadBytes).toBe(probe.events.join('').length);
  });

  it('lines of text, and what curl sends without a content type', async () => {
    await start();
    expect((await post('a\nb\n', { 'content-type': 'text/plain' })).body).toEqual({ accepted: 2 });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await post('{"c":1}', form)).body).toEqual({ accepted: 1 });
    expect((await post('just text', form)).body).toEqual({ accepted: 1 });
    expect(probe.events).toEqual(['a', 'b', '{"c":1}', 'just text']);
  });

  it('text of other charsets, and byte order marks', async () => {
    await start();
    const type = (charset: string) => ({ 'content-type': `text/plain; charset=${charset}` });
    await post(Buffer.from('caf\xe9', 'latin1'), type('iso-8859-1'));
    await post(Buffer.from('größe\n', 'utf16le'), type('"UTF-16LE"'));
    await post(Buffer.from('\ufeffüber', 'utf16le'), { 'content-type': 'text/plain' });
    await post(Buffer.from('\ufeffßa', 'utf16le').swap16(), { 'content-type': 'text/plain' });
    await post(Buffer.from('\ufeff{"a":"é"}'), JSON_TYPE);
    expect(probe.events).toEqual(['café', 'größe', 'über', 'ßa', '{"a":"é"}']);
    expect((await post('x', type('klingon'))).status).toBe(415);
    const utf32 = Buffer.from('\ufeff\0a\0b\0', 'utf16le');
    expect((await post(utf32, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(utf32, type('utf-32'))).status).toBe(415);
    expect(probe.events).toHaveLength(5);
  });

  it('Zstandard', async () => {
    await start();
    const raw = zstdCompressSync('{"a":1}\n{"a":2}\n');
    expect((await post(raw, { ...JSON_TYPE, 'content-encoding': 'zstd' })).body).toEqual({ accepted: 2 });
    expect(probe.intake).toEqual({ payloadBytes: 14, rawBytes: raw.length });
    const bad = await post('not zstd', { ...JSON_TYPE, 'content-encoding': 'zstd' });
    expect(bad.status).toBe(400);
  });

  it('gzip', async () => {
    await start();
    const raw = gzipSync('{"a":1}\n{"a":2}\n');
    expect((await post(raw, { ...JSON_TYPE, 'content-encoding': 'gzip' })).body).toEqual({ accepted: 2 });
    expect(probe.intake).toEqual({ payloadBytes: 14, rawBytes: raw.length });
  });
});

describe('http_server answers', () => {
  it('200 only once the events are safe', async () => {
    await start();
    const safe = Promise.withResolvers<'accepted'>();
    probe.answer = () => safe.promise;
    const sent = post('{"a":1}', JSON_TYPE);
    expect(await Promise.race([sent, new Promise((r) => setTimeout(r, 200, 'waits'))])).toBe('waits');
    safe.resolve('accepted');
    expect((await sent).status).toBe(200);
  });

  it('200 with what was rejected, which is kept as dead letters', async () => {
    await start({ maxEventBytes: 1000 });
    const lines = await post('{"a":1}\n\n{"a":oops}\n{"a":3}\n', JSON_TYPE);
    const error = { line: 3, column: 6, error: "Line 3, column 6: unexpected 'o'" };
    expect(lines).toMatchObject({ status: 200, body: { accepted: 2, rejected: 1, errors: [error] } });
    expect(await post('[{"a":4},\n5]', JSON_TYPE)).toMatchObject({
      status: 200,
      body: { accepted: 1, rejected: 1, errors: [{ line: 2, column: 1 }] },
    });
    const many = Array.from({ length: 2000 }, (_, n) => (n === 7 ? 'no' : `{"n":${n}}`)).join('\n');
    expect((await post(many, { 'content-type': 'application/x-ndjson' })).body).toMatchObject({
      accepted: 1999,
      rejected: 1,
      errors: [{ line: 8, column: 1 }],
    });
    const large = await post(`{"a":6}\n{"b":"${'x'.repeat(1000)}"}\n`, JSON_TYPE);
    expect(large.body).toMatchObject({
      accepted: 1,
      rejected: 1,
      errors: [{ error: expect.stringContaining('Event 2') }],
    });
    expect(probe.events).toHaveLength(2003);
    expect(probe.deadLetters.map(({ errorName, text }) => [errorName, text.slice(0, 20)])).toEqual([
      ['InvalidEvent', '{"a":oops}'],
      ['InvalidEvent', '5'],
      ['InvalidEvent', 'no'],
      ['EventTooLarge', `{"b":"${'x'.repeat(14)}`],
    ]);
  });

  it('400 with line and reason where nothing is good, and takes nothing', async () => {
    await start();
    const lines = await post('\n{"a":oops}\n', JSON_TYPE);
    expect(lines).toMatchObject({ status: 400, body: { line: 2, column: 6 } });
    expect(lines.body.error).toBe("Line 2, column 6: unexpected 'o'");
    expect(await post('[\n5]', JSON_TYPE)).toMatchObject({ status: 400, body: { line: 2, column: 1 } });
    expect((await post('{"a":[\n{"b":1},\n{"b":2}\n], x}', JSON_TYPE)).status).toBe(400);
    expect(await post('{"a":\n[1,\n}', JSON_TYPE)).toMatchObject({ status: 400, body: { line: 3 } });
    expect(await post('{"a":1} x', { 'content-type': 'application/x-ndjson' })).toMatchObject({
      status: 400,
    });
    expect(await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), JSON_TYPE)).toMatchObject({
      status: 400,
    });
    expect((await post('not gzip', { 'content-encoding': 'gzip' })).status).toBe(400);
    expect(probe.events).toEqual([]);
    expect(probe.reports[0]).toMatchObject({ errorName: 'MalformedJson', example: '{"a":oops}' });
  });

  it('401 without the right credentials', async () => {
    await start({ auth: 'bearer', token: 'sesame' });
    const refused = await post('{}', { ...JSON_TYPE, authorization: 'Bearer wrong' });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('Bearer');
    expect((await post('{}', { ...JSON_TYPE, authorization: 'Bearer sesame' })).status).toBe(200);
    await running?.stop();
    await start({ auth: 'basic', username: 'u', password: 'p:w' });
    expect((await post('{}', JSON_TYPE)).status).toBe(401);
    const basic = `Basic ${Buffer.from('u:p:w').toString('base64')}`;
    expect((await post('{}', { ...JSON_TYPE, authorization: basic })).status).toBe(200);
  });

  it('404, 405 and 415 for what it does not know', async () => {
    await start({ path: '/in' });
    expect((await post('{}', JSON_TYPE)).status).toBe(404);
    expect((await post('{}', JSON_TYPE, '/in?x=1')).status).toBe(200);
    expect((await fetch(`${url}/in`)).headers.get('allow')).toBe('POST');
    expect((await post('{}', { ...JSON_TYPE, 'content-encoding': 'br' }, '/in')).status).toBe(415);
  });

  it('413 for large requests, large events and decompression bombs', async () => {
    await start({ maxBodyBytes: 1_000_000, maxEventBytes: 1000 });
    expect((await post('x'.repeat(1_000_001), JSON_TYPE)).status).toBe(413);
    const bomb = gzipSync(Buffer.alloc(100_000_000, 'x'));
    const before = process.memoryUsage().rss;
    expect((await post(bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 << 20);
    const large = await post(`{"b":"${'x'.repeat(1000)}"}\n`, JSON_TYPE);
    expect(large).toMatchObject({ status: 413, body: { error: expect.stringContaining('Event 1') } });
    expect(probe.events).toEqual([]);
    expect((await post('{"a":1}', JSON_TYPE)).status).toBe(200);
  });

  it('503 with Retry-After while paused, and when nobody took the events', async () => {
    await start();
    probe.paused = true;
    const paused = await post('{}', JSON_TYPE);
    expect(paused.status).toBe(503);
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(0);
    probe.paused = false;
    probe.answer = async () => 'unavailable';
    expect((await post('{}', JSON_TYPE)).status).toBe(503);
  });

  it('survives senders that hang up in the middle or talk nonsense', async () => {
    await start();
    const port = Number(new URL(url).port);
    for (const text of [
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"a"',
      'nonsense\r\n\r\n',
    ]) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.end(text);
      socket.resume();
      await once(socket, 'close');
    }
    expect((await post('{"a":1}', JSON_TYPE)).status).toBe(200);
    expect(probe.events).toEqual(['{"a":1}']);
  });
});
