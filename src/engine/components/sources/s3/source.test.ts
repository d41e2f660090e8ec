import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { AwsClient } from 'aws4fetch';
import S3rver from 's3rver';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Batch } from '../../../event/batch.ts';
import { validateConfig } from '../../catalogue.ts';
import { PART_BYTES } from '../../shared/s3/bucket.ts';
import { freePort, SourceProbe, until } from '../../testing/contexts.ts';
import { HttpPeer } from '../../testing/http-peer.ts';
import type { RunningSource, SourceContext } from '../../types.ts';
import { Progress } from './progress.ts';
import { s3Source } from './source.ts';

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const client = new AwsClient({ ...credentials, service: 's3', region: 'us-east-1' });
let folder = '';
let url = '';
let server: S3rver;
let probe = new SourceProbe();
let running: RunningSource | null = null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 's3-source-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const options = { port, address: '127.0.0.1', silent: true, directory: folder };
  server = new S3rver({ ...options, configureBuckets: [{ name: 'logs', configs: [] }] });
  await server.run();
  probe = new SourceProbe();
});
afterEach(async () => {
  await stop();
  await server.close();
  rmSync(folder, { recursive: true });
  expect(probe.incomplete).toEqual([]);
});

const settings = (config: Record<string, unknown> = {}) => ({
  url,
  bucket: 'logs',
  ...credentials,
  pollSeconds: 1,
  ...config,
});
const start = async (config: Record<string, unknown> = {}) => {
  running = await s3Source.start(settings(config), probe.context);
};
const stop = async () => {
  await running?.stop();
  running = null;
};
const put = async (key: string, body: string | Buffer): Promise<void> => {
  const content = typeof body === 'string' ? body : new Uint8Array(body);
  const { status } = await client.fetch(`${url}/logs/${key}`, { method: 'PUT', body: content });
  expect(status).toBe(200);
};
const keys = async (): Promise<string[]> => {
  const text = await (await client.fetch(`${url}/logs?list-type=2`)).text();
  return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
};
const seen = (...events: string[]) => until(() => expect(probe.events).toEqual(events));
const numbered = (count: number, text = '') =>
  Array.from({ length: count }, (_, n) => `{"n":${n},"text":"${text}"}`);

const page = (key: string, more: string, modified = '2026-01-01T00:00:00.000Z') =>
  `<R><IsTruncated>${more !== ''}</IsTruncated><NextContinuationToken>${more}</NextContinuationToken><Contents><Key>${key}</Key><LastModified>${modified}</LastModified><ETag>&quot;e&quot;</ETag><Size>3</Size></Contents></R>`;

describe('the S3 source', () => {
  it('takes no byte order mark for a part of the first line or document', async () => {
    await put('a.ndjson', '\ufeff{"n":1}\n');
    await put('b.json', '\ufeff[{"n":2}]');
    await put('c.log', '\ufeffthree\n');
    await start();
    await seen('{"n":1}', '{"n":2}', 'three');
  });

  it('reads lines, objects and arrays, compressed or not, by content', async () => {
    await put('a.log', 'one\r\n\ntwo');
    await put('b.ndjson.gz', Buffer.concat([gzipSync('{"n":1}\n'), gzipSync('{"n":2}\n')]));
    await put('c.zst', zstdCompressSync('{"n":3}'));
    await put('d.json', ' [ {"n": 4},\n{"n":5} ]\n');
    await put('folder/', '');
    probe.tracksOrigin = true;
    await start();
    await until(() => expect(probe.events).toHaveLength(7));
    expect(probe.origins[probe.events.indexOf('{"n":3}')]).toEqual({ file: 's3://logs/c.zst' });
    expect([...probe.events].sort()).toEqual(
      ['one', 'two', '{"n":1}', '{"n":2}', '{"n":3}', '{"n": 4}', '{"n":5}'].sort(),
    );
    expect(probe.intake.payloadBytes).toBe(probe.events.join('').length);
    expect(probe.reports).toEqual([]);
  });

  it('reads later objects of the prefix once, and their replacements', async () => {
    await put('x/1', 'one');
    await put('y/1', 'other');
    await start({ prefix: 'x/' });
    await seen('one');
    await put("x/it's (a) ü+&", 'two');
    await seen('one', 'two');
    await stop();
    await start({ prefix: 'x/' });
    await put('x/1', 'anew');
    await seen('one', 'two', 'anew');
  });

  it('reads a large object in parts of bounded size, in order', async () => {
    const lines = numbered(60_000, 'x'.repeat(200));
    const body = Buffer.from(`${lines.join('\n')}\n`);
    expect(body.length).toBeGreaterThan(3 * PART_BYTES);
    await put('large', body);
    await start();
    await until(() => expect(probe.events).toHaveLength(lines.length));
    expect(probe.events).toEqual(lines);
    expect(probe.intake.rawBytes).toBe(body.length);
  });

  it('resumes inside an object after a crash, without loss or duplicates [R1]', async () => {
    const lines = numbered(20_000, 'y'.repeat(100));
    await put('a.gz', gzipSync(lines.join('\n')));
    let deliveries = 0;
    const cut = Promise.withResolvers<void>();
    probe.answer = async () => {
      if (++deliveries <= 3) return 'accepted';
      cut.resolve();
      return new Promise(() => {});
    };
    await start();
    await cut.promise;
    await until(() => expect(probe.saved).toMatch(/"lines":[1-9]/));
    const before = probe.events.length;
    expect(before).toBeLessThan(lines.length);
    await stop();
    probe.answer = async () => 'accepted';
    await start();
    await until(() => expect(probe.events.length).toBeGreaterThanOrEqual(lines.length));
    expect(probe.events).toEqual(lines);
  });

  it('reads an object again from the last acknowledged line', async () => {
    const lines = numbered(10_000, 'z'.repeat(100));
    await put('a', lines.join('\n'));
    let deliveries = 0;
    probe.answer = async () => (++deliveries === 2 ? 'unavailable' : 'accepted');
    await start();
    await until(() => expect(new Set(probe.events).size).toBe(lines.length));
  });

  it('an event id is the line of its object, each time [R4]', async () => {
    await put('a.ndjson', '{"n":1}\n\n{"n":2}\n');
    await put('b.json', '[{"n":3},{"n":4}]');
    const read = async (): Promise<string[]> => {
      const ids: string[] = [];
      probe = new SourceProbe();
      const context: SourceContext = {
        ...probe.context,
        identifies: true,
        deliver: async (batch) => {
          for (let ev = 0; ev < batch.count; ev++) ids.push(batch.ids?.[ev] ?? 'none');
          return 'accepted';
        },
      };
      running = await s3Source.start(settings(), context);
      await until(() => expect(ids).toHaveLength(4));
      await stop();
      return ids;
    };
    const first = await read();
    expect(new Set(first).size).toBe(4);
    expect(first).not.toContain('none');
    expect(await read()).toEqual(first);
  });

  it('deletes objects once every event is safe, and no sooner', async () => {
    await put('a', 'one');
    const gate = Promise.withResolvers<void>();
    probe.answer = async () => {
      await gate.promise;
      return 'accepted';
    };
    await start({ afterwards: 'delete' });
    await until(() => expect(probe.saved).not.toBeNull());
    expect(await keys()).toEqual(['a']);
    gate.resolve();
    await seen('one');
    while ((await keys()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  });

  it('broken parts are dead letters after what can be read', async () => {
    const torn = gzipSync(numbered(5000, 'q').join('\n'), { level: 0 });
    await put('1.gz', torn.subarray(0, torn.length - 100));
    await put('2.json', '[{"n":1}, broken');
    await put('3.gz', Buffer.from([0x1f, 0x8b, 0, 1, 2, 3]));
    await put('4', `short\n${'l'.repeat(2000)}\nafter`);
    await start({ maxLineBytes: 1000 });
    await until(() => expect(probe.events.at(-1)).toBe('after'));
    expect(probe.refused.map(({ errorName }) => errorName)).toEqual([
      'ObjectNotReadable',
      'ObjectNotReadable',
      'ObjectNotReadable',
    ]);
    expect(probe.deadLetters).toEqual([{ text: 'l'.repeat(1000), errorName: 'LineTooLong' }]);
    expect(probe.events.length).toBeGreaterThan(1000);
    const before = probe.events.length;
    await stop();
    await put('5', 'end');
    await start({ maxLineBytes: 1000 });
    await until(() => expect(probe.events.at(-1)).toBe('end'));
    expect(probe.events.length).toBe(before + 1);
  });

  it.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ] as const)('an object of several %s parts is read whole', async (_name, pack) => {
    await put('appended', Buffer.concat(['one\n', 'two\n', 'three\n'].map((text) => pack(text))));
    await start();
    await until(() => expect(probe.events).toEqual(['one', 'two', 'three']));
  });

  it.each([
    ['gzip', (bytes: Buffer) => gzipSync(bytes, { level: 1 })],
    ['zstd', zstdCompressSync],
  ] as const)('a %s bomb is one line that is too long, and takes no memory [R13]', async (_name, pack) => {
    await put('bomb', pack(Buffer.alloc(300 << 20, 'x')));
    await put('later', 'after');
    const before = process.memoryUsage.rss();
    let most = before;
    const look = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 5);
    await start();
    await until(() => expect(probe.events).toEqual(['after']), 30_000);
    clearInterval(look);
    expect(probe.deadLetters.map(({ errorName }) => errorName)).toEqual(['LineTooLong']);
    expect(most - before).toBeLessThan(200 << 20);
  });

  it('tries again while the service refuses or fails [R7]', async () => {
    const peer = await new HttpPeer().listen();
    const refusals = [403, 503, 429, 500];
    peer.answer = ({ path }) => {
      const status = refusals.shift();
      if (status !== undefined) return { status };
      return path.includes('list-type') ? { body: page('abc', '') } : { status: 206, body: 'abc' };
    };
    await start({ url: peer.url });
    await seen('abc');
    expect(probe.errorNames).toHaveLength(4);
    await stop();
    await peer.close();
  });

  it('reads only what is stored from now on where asked', async () => {
    const peer = await new HttpPeer().listen();
    peer.answer = ({ path }) => {
      if (!path.includes('list-type')) return { status: 206, body: path.slice(-3) };
      return { body: page('old', '') + page('new', '', '2999-01-01T00:00:00Z') };
    };
    await start({ url: peer.url, startAt: 'new' });
    await seen('new');
    await stop();
    await peer.close();
  });

  it('follows the pages of a listing and the names in it', async () => {
    const peer = await new HttpPeer().listen();
    const asked: string[] = [];
    peer.answer = ({ path }) => {
      asked.push(path);
      if (!path.includes('list-type')) return { status: 206, body: path.slice(-3) };
      return { body: path.includes('token=t%26') ? page('b&#x26;&lt;', '') : page('abc', 't&amp;') };
    };
    await start({ url: peer.url });
    await until(() => expect(probe.events).toEqual(['abc', '%3C']));
    expect(asked.filter((path) => !path.includes('list-type')).at(-1)).toBe('/logs/b%26%3C');
    await stop();
    await peer.close();
  });

  it('says in a test what it would read, or why it cannot', async () => {
    await put('a', 'one');
    expect(await s3Source.check!(settings())).toEqual([
      { label: 'Objects', value: '1 in the bucket' },
      { label: 'First', value: 'a' },
    ]);
    await expect(s3Source.check!(settings({ bucket: 'missing' }))).rejects.toMatchObject({
      problem: { message: expect.stringContaining('404') },
    });
  });

  it('reads events to be tried, and refuses settings by name', () => {
    const batch = new Batch(64);
    for (const payload of ['{"a":1}', 'text']) s3Source.read!({})(batch, Buffer.from(payload));
    expect([0, 1].map((ev) => batch.bytesOf(ev).toString())).toEqual(['{"a":1}', 'text']);
    const { details } = validateConfig('SOURCE', 's3', {
      ...settings(),
      url: 'http://169.254.169.254/',
      bucket: 'A',
    });
    expect(details?.map(({ field }) => field).sort()).toEqual(['bucket', 'url']);
    expect(validateConfig('SOURCE', 's3', settings({ url: 'ftp://x' })).details?.[0]?.field).toBe('url');
  });
});

it('S3 state stays small and finds objects that appear late', () => {
  const object = (n: number, modified: number) => ({ key: `k${n}`, etag: 'e', size: 1, modified });
  let progress = new Progress(null, 0, 60_000);
  for (let n = 29_000; n < 30_000; n++) progress.finished(object(n, n * 1000));
  expect(progress.toString().length).toBeLessThan(8000);
  const late = object(-1, 29_950_000);
  expect(progress.isDue(late)).toBe(true);
  expect(progress.isDue(object(-2, 29_000_000))).toBe(false);
  expect(progress.isDue(object(29_999, 29_999_000))).toBe(false);
  progress = new Progress(null, 0, 1e12);
  for (let n = 0; n < 10_500; n++) progress.finished(object(n, n));
  const again = new Progress(progress.toString(), 0, 1e12);
  expect(progress.toString().length).toBeLessThan(500_000);
  expect(Array.from({ length: 10_500 }, (_, n) => again.isDue(object(n, n))).some(Boolean)).toBe(false);
  expect(new Progress('broken', 5, 1).isDue(object(1, 5))).toBe(true);
});
