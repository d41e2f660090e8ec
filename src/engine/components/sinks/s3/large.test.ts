import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { parquetReadObjects } from 'hyparquet';
import S3rver from 's3rver';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort, jsonBatch, rawBatch, SinkProbe } from '../../testing/contexts.ts';
import { HttpPeer, type Received } from '../../testing/http-peer.ts';
import type { RunningSink } from '../../types.ts';
import { s3Sink } from './sink.ts';

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const client = new AwsClient({ ...credentials, service: 's3', region: 'us-east-1' });
const PART = 5 << 20;
let folder = '';
let url = '';
let server: S3rver;
const open: RunningSink[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 's3-large-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const options = { port, address: '127.0.0.1', silent: true, directory: folder };
  server = new S3rver({ ...options, configureBuckets: [{ name: 'logs', configs: [] }] });
  await server.run();
});
afterEach(async () => {
  for (const sink of open.splice(0)) await sink.close();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const opened = async (config: Record<string, unknown>, how: 'open' | 'openArchive' = 'open') => {
  const sink = await s3Sink[how]!(
    { url, bucket: 'logs', ...credentials, ...config },
    new SinkProbe().context,
  );
  open.push(sink);
  return sink;
};
const stored = async (prefix: string): Promise<{ key: string; bytes: ArrayBuffer }[]> => {
  const text = await (await client.fetch(`${url}/logs?list-type=2&prefix=${prefix}`)).text();
  const keys = [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
  return Promise.all(
    keys.map(async (key) => ({ key, bytes: await (await client.fetch(`${url}/logs/${key}`)).arrayBuffer() })),
  );
};

describe('the S3 destination, Parquet', () => {
  it('puts a batch as one Parquet object that is not compressed again', async () => {
    const sink = await opened({ format: 'parquet', prefix: 'table', compression: 'gzip' });
    expect(await sink.write(jsonBatch({ a: 1 }, { b: ['x'] }))).toMatchObject({ bytes: 7 + 11 });
    const [object] = await stored('table');
    expect(object!.key).toMatch(/^table\/\d{8}T\d{9}Z-000000-[0-9a-f]{16}\.parquet$/);
    expect(await parquetReadObjects({ file: object!.bytes })).toEqual([
      { a: 1n, b: null },
      { a: null, b: '["x"]' },
    ]);
  });

  it.each([
    ['ndjson', 'x/date=%F', 'x/'],
    ['parquet', 'date=%F', ''],
  ])('archives as %s below the fixed part of its folder', async (format, prefix, root) => {
    const sourceId = `20000000000000000${format.length}`;
    const sink = await opened({ format, prefix, compression: 'none' }, 'openArchive');
    await sink.write(
      jsonBatch({ received: '2026-11-21T22:00:00.000001Z', source: 'a b', sourceId, message: 'm' }),
    );
    const found = await stored(`${root}source=${sourceId}-`);
    expect(found.map(({ key }) => key)).toEqual([
      expect.stringContaining(`${root}source=${sourceId}-a_b/year=2026/month=11/day=21/hour=22/`),
    ]);
  });
});

describe('the S3 destination, uploads in parts', () => {
  const lines = Array.from({ length: 12 }, (_, n) => `${n}`.padEnd(1 << 20, 'x'));

  it('uploads large objects in parts, once and whole', async () => {
    const sink = await opened({ format: 'text', prefix: 'parts', compression: 'none', partBytes: PART });
    expect((await sink.write(rawBatch(...lines))).later).toBeUndefined();
    const found = await stored('parts');
    expect(found).toHaveLength(1);
    expect(Buffer.from(found[0]!.bytes).toString() === lines.map((line) => `${line}\n`).join('')).toBe(true);
  });

  it('aborts an upload with a refused part, and retries all [R7]', async () => {
    const peer = await new HttpPeer().listen();
    const seen: string[] = [];
    let isDown = true;
    peer.answer = ({ method, path }: Received) => {
      const { pathname, searchParams } = new URL(path, peer.url);
      seen.push(`${method} ${searchParams.get('partNumber') ?? [...searchParams.keys()][0]}`);
      if (method === 'POST' && searchParams.has('uploads'))
        return { body: `<R><Key>${pathname}</Key><UploadId>id&amp;1</UploadId></R>` };
      if (isDown && searchParams.get('partNumber') === '2') return { status: 503 };
      return { headers: { etag: '"tag"' } };
    };
    const sink = await opened({ url: peer.url, format: 'text', compression: 'none', partBytes: PART });
    const batch = rawBatch(...lines);
    expect((await sink.write(batch)).later).toMatchObject({ events: lines.map((_, n) => n) });
    isDown = false;
    expect((await sink.write(batch)).later).toBeUndefined();
    expect(seen).toEqual([
      'POST uploads',
      'PUT 1',
      'PUT 2',
      'DELETE uploadId',
      'POST uploads',
      'PUT 1',
      'PUT 2',
      'PUT 3',
      'POST uploadId',
    ]);
    const keys = new Set(peer.received.map(({ path }) => new URL(path, peer.url).pathname));
    expect(keys.size).toBe(1);
    expect(peer.received.at(-1)!.body.toString()).toContain('<PartNumber>3</PartNumber>');
    expect(new URL(peer.received.at(-1)!.path, peer.url).searchParams.get('uploadId')).toBe('id&1');
    await peer.close();
  });

  it('does not take an error inside a 200 for success', async () => {
    const peer = await new HttpPeer().listen();
    peer.answer = ({ path }: Received) => {
      if (path.includes('uploads')) return { body: '<UploadId>1</UploadId>' };
      return { body: path.includes('partNumber') ? '' : '<Error><Code>InternalError</Code></Error>' };
    };
    const sink = await opened({ url: peer.url, format: 'text', compression: 'none', partBytes: PART });
    expect((await sink.write(rawBatch(...lines))).later?.events).toHaveLength(12);
    await peer.close();
  });
});
