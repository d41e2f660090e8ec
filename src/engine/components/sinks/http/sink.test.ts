import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { answerProblem } from '../../shared/outbound/problems.ts';
import { addressRefusal } from '../../shared/outbound/targets.ts';
import { freePort, jsonBatch, rawBatch, SinkProbe } from '../../testing/contexts.ts';
import type { RunningSink } from '../../types.ts';
import { httpSink } from './sink.ts';

type Received = { method: string | undefined; headers: IncomingHttpHeaders; body: Buffer };
let server: Server | null = null;
let sink: RunningSink | null = null;
let received: Received[] = [];
let url = '';

afterEach(async () => {
  await sink?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  server = null;
});

async function receive(
  answer: RequestListener = (_request, response) => void response.end('ok'),
): Promise<void> {
  received = [];
  const port = await freePort();
  url = `http://127.0.0.1:${port}/in`;
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ method: request.method, headers: request.headers, body: Buffer.concat(parts) });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server!.listen(port, '127.0.0.1', resolve));
}

const openSink = async (config: Record<string, unknown> = {}) => {
  sink = await httpSink.open({ url, ...config }, new SinkProbe().context);
  return sink;
};
const answering = (status: number, headers: Record<string, string> = {}) =>
  receive((_request, response) => void response.writeHead(status, headers).end('said so'));

describe('the HTTP destination', () => {
  it('sends NDJSON over one kept connection', async () => {
    await receive();
    const to = await openSink({ headers: { 'X-Team': 'web' } });
    expect(await to.write(jsonBatch({ a: 1 }, { b: 2 }))).toEqual({ bytes: 14 });
    expect(await to.write(rawBatch('text'))).toEqual({ bytes: 18 });
    expect(received.map(({ body }) => body.toString())).toEqual([
      '{"a":1}\n{"b":2}\n',
      '{"message":"text"}\n',
    ]);
    expect(received[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson', 'x-team': 'web', 'content-length': '16' },
    });
  });

  it('sends gzipped JSON by PUT with credentials; counts uncompressed bytes', async () => {
    await receive();
    const to = await openSink({
      encoding: 'json',
      method: 'PUT',
      compression: 'gzip',
      auth: 'bearer',
      token: 't',
    });
    const batch = jsonBatch({ a: 1 }, { drop: 1 }, { b: 2 });
    batch.drop(1);
    expect(await to.write(batch)).toEqual({ bytes: 14 });
    expect(gunzipSync(received[0]!.body).toString()).toBe('[{"a":1},{"b":2}]');
    expect(received[0]).toMatchObject({
      method: 'PUT',
      headers: { authorization: 'Bearer t', 'content-encoding': 'gzip', 'content-type': 'application/json' },
    });
  });

  it('sends a key in the header that is named for it', async () => {
    await receive();
    const key = { auth: 'api_key', apiKeyHeader: 'X-Ingest-Key', apiKey: 'sesame' };
    await (await openSink(key)).write(jsonBatch({}));
    expect(received[0]?.headers).toMatchObject({ 'x-ingest-key': 'sesame' });
    expect(received[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([429, 500, 503, 401, 404, 302])('tries again after %i, as Retry-After says', async (status) => {
    await answering(status, { 'retry-after': '7' });
    await expect((await openSink()).write(jsonBatch({}))).rejects.toMatchObject({
      name: 'RetryableError',
      retryAfterMs: 7000,
    });
  });

  it.each([400, 413, 422])('gives up content refused with %i, to be split', async (status) => {
    await answering(status);
    await expect((await openSink()).write(jsonBatch({}))).rejects.toMatchObject({
      name: 'PermanentError',
      problem: { message: expect.stringContaining(`answered ${status}: said so`) },
    });
  });

  it('retries when nobody listens, no name resolves, or nothing answers', async () => {
    await receive(() => {});
    const slow = await openSink({ timeoutSeconds: 1 });
    await expect(slow.write(jsonBatch({}))).rejects.toMatchObject({
      problem: { errorName: 'DestinationTimeout' },
    });
    await slow.close();
    url = `http://127.0.0.1:${await freePort()}/`;
    await expect((await openSink()).write(jsonBatch({}))).rejects.toMatchObject({
      name: 'RetryableError',
      problem: { errorName: 'ConnectionRefused' },
    });
    url = 'http://name.invalid/';
    await expect((await openSink()).write(jsonBatch({}))).rejects.toMatchObject({
      problem: { errorName: 'NameNotResolved' },
    });
  });

  it('never follows a redirect', async () => {
    await answering(307, { location: 'http://169.254.169.254/' });
    await expect((await openSink()).write(jsonBatch({}))).rejects.toMatchObject({
      problem: { errorName: 'Redirected' },
    });
    expect(received).toHaveLength(1);
  });

  it('refuses forbidden addresses, by name too, and its own API', async () => {
    for (const address of [
      '169.254.169.254',
      '::ffff:169.254.1.1',
      '64:ff9b::a9fe:a9fe',
      '2002:a9fe:a9fe::1',
      'fe80::1',
      '0.0.0.0',
      '::',
      'fd00:ec2::254',
      '::169.254.169.254',
    ])
      expect(addressRefusal(address), address).not.toBeNull();
    for (const address of ['127.0.0.1', '::1', '10.0.0.1', '192.0.2.1', '2001:db8::1', '::ffff:10.0.0.1'])
      expect(addressRefusal(address), address).toBeNull();
    url = `http://localhost:${process.env.PENSTOCK_PORT ?? 4600}/v1/pipelines`;
    await expect((await openSink()).write(jsonBatch({}))).rejects.toMatchObject({
      problem: { errorName: 'TargetRefused' },
    });
  });

  it('explains every answer with causes and cures', () => {
    for (const status of [301, 400, 401, 404, 413, 429, 500]) {
      const problem = answerProblem({ status, headers: {}, text: '' }, new URL('http://x/'));
      expect(problem.causes.length * problem.resolutions.length).toBeGreaterThan(0);
    }
  });
});
