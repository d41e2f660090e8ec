import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { AwsClient } from 'aws4fetch';
import S3rver from 's3rver';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort, jsonBatch, rawBatch, SinkProbe } from '../../testing/contexts.ts';
import { HttpPeer, type Received } from '../../testing/http-peer.ts';
import type { RunningSink } from '../../types.ts';
import { s3Sink } from './sink.ts';

// s3rver checks keys but not signatures, so the tests compute those.
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const client = new AwsClient({ ...credentials, service: 's3', region: 'us-east-1' });
let folder = '';
let url = '';
let server: S3rver;
let sink: RunningSink | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 's3-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const options = { port, address: '127.0.0.1', silent: true, directory: folder };
  server = new S3rver({ ...options, configureBuckets: [{ name: 'logs', configs: [] }] });
  await server.run();
});
afterEach(async () => {
  await sink?.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

const open = async (config: Record<string, unknown> = {}) => {
  sink = await s3Sink.open({ url, bucket: 'logs', ...credentials, ...config }, new SinkProbe().context);
  return sink;
};
const keys = async (): Promise<string[]> => {
  const text = await (await client.fetch(`${url}/logs?list-type=2`)).text();
  return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
};
const stored = async (key: string): Promise<Buffer> => {
  const signed = await client.sign(`${url}/logs/${key}`, { headers: { 'accept-encoding': 'identity' } });
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const { get } = await import('node:http');
  get(url + new URL(signed.url).pathname, { headers: Object.fromEntries(signed.headers) }, (response) => {
    const parts: Buffer[] = [];
    response.on('data', (part: Buffer) => parts.push(part));
    response.on('end', () => resolve(Buffer.concat(parts)));
  }).on('error', reject);
  return promise;
};

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

function computeSignature({ method, path, headers }: Received, secret: string): string {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization!)![1]!.split(';');
  const scope = /Credential=[^/]+\/([^,]+)/.exec(headers.authorization!)![1]!;
  const signed = names.map((name) => `${name}:${String(headers[name])}\n`).join('');
  const hash = String(headers['x-amz-content-sha256']);
  const request = [method, path, '', signed, names.join(';'), hash].join('\n');
  const digest = createHash('sha256').update(request).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

describe('the S3 destination', () => {
  it('signs what the service receives, characters of keys and further headers included', async () => {
    const peer = await new HttpPeer().listen();
    const to = await open({
      url: peer.url,
      prefix: "it's (a) day=%F +ü*",
      storageClass: 'GLACIER_IR',
      encryption: 'aws:kms',
      headers: { 'x-amz-meta-team': 'web' },
      sessionToken: 'session',
    });
    expect((await to.write(jsonBatch({ a: 1 }))).later).toBeUndefined();
    const [request] = peer.received;
    expect(request!.headers).toMatchObject({
      'x-amz-storage-class': 'GLACIER_IR',
      'x-amz-server-side-encryption': 'aws:kms',
      'x-amz-security-token': 'session',
    });
    expect(request!.headers.authorization).toContain(`Signature=${computeSignature(request!, 'S3RVER')}`);
    expect(request!.headers.authorization).toMatch(/x-amz-meta-team/);
    await to.close();
    await peer.close();
  });

  it('puts one object per folder, gzipped, named by date and field', async () => {
    const to = await open({ prefix: `app/\${service}/%Y/%m/%d`, timeField: 'at' });
    const batch = jsonBatch(
      { at: '2026-03-01T12:00:00Z', service: 'web' },
      { at: '2026-03-01T12:00:01Z', service: '../db' },
      { at: '2026-03-01T12:00:02Z', service: 'web' },
    );
    const { bytes, later } = await to.write(batch);
    expect(later).toBeUndefined();
    expect(bytes).toBe(batch.size(0) + batch.size(1) + batch.size(2));
    const found = await keys();
    expect(found).toEqual([
      expect.stringMatching(/^app\/\.\._db\/2026\/03\/01\/\d{8}T\d{9}Z-\d{6}-[0-9a-f]{16}\.ndjson\.gz$/),
      expect.stringMatching(/^app\/web\/2026\/03\/01\//),
    ]);
    expect(gunzipSync(await stored(found[1]!)).toString()).toBe(
      '{"at":"2026-03-01T12:00:00Z","service":"web"}\n{"at":"2026-03-01T12:00:02Z","service":"web"}\n',
    );
  });

  it.each([
    ['none', '.log', (body: Buffer) => body],
    ['zstd', '.log.zst', zstdDecompressSync],
  ] as const)('writes text with compression %s', async (compression, ending, decode) => {
    await (await open({ compression, format: 'text', prefix: '' })).write(rawBatch('one', 'zwei ü'));
    const [key = ''] = await keys();
    expect(key.endsWith(ending)).toBe(true);
    expect(decode(await stored(key)).toString()).toBe('one\nzwei ü\n');
  });

  it('tries again while the bucket is missing or the key is refused', async () => {
    const missing = await open({ bucket: 'missing' });
    expect(await missing.write(jsonBatch({ a: 1 }, { b: 2 }))).toMatchObject({
      bytes: 0,
      later: { events: [0, 1], problem: { message: expect.stringContaining('404') } },
    });
    await missing.close();
    const refused = await open({ accessKeyId: 'nobody' });
    expect((await refused.write(jsonBatch({ a: 1 }))).later).toMatchObject({
      problem: { errorName: 'CredentialsRefused' },
    });
    expect(await keys()).toEqual([]);
  });

  it('stores an object once although the first answer was lost [R4]', async () => {
    const paths: string[] = [];
    const peer = await new HttpPeer().listen();
    let isFirst = true;
    peer.answer = ({ path }) => {
      paths.push(path);
      const reply = isFirst ? 'reset' : {};
      isFirst = false;
      return reply;
    };
    const to = await open({ url: peer.url });
    const batch = jsonBatch({ a: 1 });
    expect((await to.write(batch)).later?.events).toEqual([0]);
    expect((await to.write(batch)).later).toBeUndefined();
    expect(paths[1]).toBe(paths[0]);
    await to.close();
    await peer.close();
  });

  it('retries as asked; what can never be stored is a dead letter [R7, R12]', async () => {
    const peer = await new HttpPeer().listen();
    const to = await open({ url: peer.url });
    peer.answer = () => ({ status: 503, headers: { 'retry-after': '9' }, body: '<Code>SlowDown</Code>' });
    expect((await to.write(jsonBatch({}))).later).toMatchObject({ retryAfterMs: 9000 });
    const refusal =
      '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>SignatureDoesNotMatch</Code><Message>Check your key.</Message><Key>k</Key></Error>';
    peer.answer = () => ({ status: 403, body: refusal });
    const { later } = await to.write(rawBatch('a'));
    expect(later?.problem.message).toBe(
      `${new URL(peer.url).host} answered 403: SignatureDoesNotMatch: Check your key.`,
    );
    peer.answer = () => ({ status: 400, body: '<Code>KeyTooLongError</Code>' });
    expect(await to.write(jsonBatch({}))).toMatchObject({ bytes: 0, refused: [{ event: 0 }] });
    await to.close();
    await peer.close();
  });
});
