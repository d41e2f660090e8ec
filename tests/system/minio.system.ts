import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { s3Sink } from '../../src/engine/components/sinks/s3/sink.ts';
import { s3Source } from '../../src/engine/components/sources/s3/source.ts';
import { freePort, jsonBatch, SinkProbe, SourceProbe } from '../../src/engine/components/testing/contexts.ts';
import type { RunningSource } from '../../src/engine/components/types.ts';
import { eventually } from '../harness/eventually.ts';
import { buildGoProgram } from './go.ts';

const VERSION = 'v0.0.0-20260212201848-7aac2a2c5b7c';
const COUNT = 1000;
const PATIENCE_MS = 60_000;
const credentials = { accessKeyId: 'penstock', secretAccessKey: 'a-long-secret' };

let folder = '';
let url = '';
let program = '';
let daemon: ChildProcess | null = null;
let source: RunningSource | null = null;

async function start(): Promise<void> {
  const { port } = new URL(url);
  const env = {
    ...process.env,
    MINIO_ROOT_USER: credentials.accessKeyId,
    MINIO_ROOT_PASSWORD: credentials.secretAccessKey,
  };
  const args = [
    'server',
    '--address',
    `127.0.0.1:${port}`,
    '--console-address',
    '127.0.0.1:0',
    join(folder, 'data'),
  ];
  daemon = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [daemon.stdout!, daemon.stderr!])
    stream.pipe(createWriteStream(join(folder, 'log'), { flags: 'a' }));
  await eventually(
    async () => expect((await fetch(`${url}/minio/health/ready`)).status).toBe(200),
    PATIENCE_MS,
  );
}

async function kill(): Promise<void> {
  const running = daemon;
  daemon = null;
  if (!running) return;
  running.kill('SIGKILL');
  await once(running, 'exit');
}

beforeAll(async () => {
  program = buildGoProgram('minio', { module: 'github.com/minio/minio', version: VERSION, main: '.' });
  folder = mkdtempSync(join(tmpdir(), 'minio-'));
  url = `http://127.0.0.1:${await freePort()}`;
  await start();
}, 3_600_000);
afterAll(async () => {
  await kill();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await source?.stop();
  source = null;
});

const client = new AwsClient({ ...credentials, service: 's3', region: 'us-east-1' });
async function makeBucket(bucket: string): Promise<string> {
  const { status } = await client.fetch(`${url}/${bucket}`, { method: 'PUT' });
  expect(status).toBe(200);
  return bucket;
}
const sizeOf = async (bucket: string): Promise<number> => {
  const text = await (await client.fetch(`${url}/${bucket}?list-type=2`)).text();
  return [...text.matchAll(/<Size>(\d+)<\/Size>/g)].reduce((sum, [, size]) => sum + Number(size), 0);
};

const event = (n: number) => ({ n, text: `line ${n} ü`, nested: { a: [1, { b: 2 }] } });
const events = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => event(from + i));
const open = (bucket: string, config: Record<string, unknown> = {}) =>
  s3Sink.open({ url, bucket, ...credentials, ...config }, new SinkProbe().context);
async function read(bucket: string, config: Record<string, unknown> = {}): Promise<SourceProbe> {
  const probe = new SourceProbe();
  source = await s3Source.start({ url, bucket, ...credentials, pollSeconds: 1, ...config }, probe.context);
  return probe;
}
const byNumber = (probe: SourceProbe) =>
  probe.events.map((text) => JSON.parse(text)).sort((a, b) => a.n - b.n);

// Unlike s3rver it checks every signature.
describe(`MinIO ${VERSION.slice(7, 15)} as the bucket`, () => {
  it.each<[string, Record<string, unknown>]>([
    ['plain', { compression: 'none' }],
    ['gzip', { compression: 'gzip' }],
    ['zstd', { compression: 'zstd' }],
    ['keys-of-all-kinds', { prefix: "it's (a)/day=%F/+ü*&=?" }],
  ])(`%s: ${COUNT} of ${COUNT} events written are read once each`, async (bucket, config) => {
    await makeBucket(bucket);
    const to = await open(bucket, config);
    for (let from = 0; from < COUNT; from += 100) await to.write(jsonBatch(...events(from, from + 100)));
    await to.close();
    const probe = await read(bucket);
    await eventually(() => expect(probe.events.length).toBe(COUNT), PATIENCE_MS);
    expect(byNumber(probe)).toEqual(events(0, COUNT));
    expect(probe.reports).toEqual([]);
  });

  it('an object of many parts is whole', async () => {
    await makeBucket('parts');
    const to = await open('parts', { compression: 'none', partBytes: 5 << 20 });
    const large = Array.from({ length: 26 }, (_, n) => ({ n, text: String(n % 10).repeat(1 << 20) }));
    await to.write(jsonBatch(...large));
    await to.close();
    expect(await sizeOf('parts')).toBeGreaterThan(26 << 20);
    const probe = await read('parts');
    await eventually(
      () =>
        expect(byNumber(probe).map(({ n, text }) => [n, text.length])).toEqual(
          large.map(({ n }) => [n, 1 << 20]),
        ),
      PATIENCE_MS,
    );
  });

  it('a wrong secret and a bucket that is missing are named', async () => {
    const wrong = await open('plain', { secretAccessKey: 'another-secret' });
    const { later } = await wrong.write(jsonBatch({ n: 1 }));
    expect(later?.problem.message).toMatch(/answered 403: SignatureDoesNotMatch: /);
    await wrong.close();
    const missing = await open('nothing-here');
    const receipt = await missing.write(jsonBatch({ n: 1 }));
    expect(receipt.later?.problem.message).toMatch(/answered 404: NoSuchBucket: /);
    await missing.close();
  });

  it('a killed server: what was not written is written again, and read whole', async () => {
    await makeBucket('killed');
    const to = await open('killed');
    await to.write(jsonBatch(...events(0, 100)));
    await kill();
    expect((await to.write(jsonBatch(...events(100, 200)))).later?.events).toHaveLength(100);
    await start();
    await to.write(jsonBatch(...events(100, 200)));
    await to.close();
    const probe = await read('killed');
    await eventually(() => expect(byNumber(probe)).toEqual(events(0, 200)), PATIENCE_MS);
  });
});
