import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { s3Sink } from '../../src/engine/components/sinks/s3/sink.ts';
import { s3Source } from '../../src/engine/components/sources/s3/source.ts';
import { jsonBatch, SinkProbe, SourceProbe } from '../../src/engine/components/testing/contexts.ts';
import type { RunningSource } from '../../src/engine/components/types.ts';
import { eventually } from '../harness/eventually.ts';
import { credentials, MINIO, Minio, PATIENCE_MS } from './minio.ts';

const COUNT = 1000;
const minio = new Minio();
let source: RunningSource | null = null;

beforeAll(() => minio.start(), 3_600_000);
afterAll(() => minio.stop());
afterEach(async () => {
  await source?.stop();
  source = null;
});

const event = (n: number) => ({ n, text: `line ${n} ü`, nested: { a: [1, { b: 2 }] } });
const events = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => event(from + i));
const open = (bucket: string, config: Record<string, unknown> = {}) =>
  s3Sink.open({ url: minio.url, bucket, ...credentials, ...config }, new SinkProbe().context);
async function read(bucket: string, config: Record<string, unknown> = {}): Promise<SourceProbe> {
  const probe = new SourceProbe();
  source = await s3Source.start(
    { url: minio.url, bucket, ...credentials, pollSeconds: 1, ...config },
    probe.context,
  );
  return probe;
}
const byNumber = (probe: SourceProbe) =>
  probe.events.map((text) => JSON.parse(text)).sort((a, b) => a.n - b.n);

// Unlike s3rver it checks every signature.
describe(`MinIO ${MINIO} as the bucket`, () => {
  it.each<[string, Record<string, unknown>]>([
    ['plain', { compression: 'none' }],
    ['gzip', { compression: 'gzip' }],
    ['zstd', { compression: 'zstd' }],
    ['keys-of-all-kinds', { prefix: "it's (a)/day=%F/+ü*&=?" }],
  ])(`%s: ${COUNT} of ${COUNT} events written are read once each`, async (bucket, config) => {
    await minio.makeBucket(bucket);
    const to = await open(bucket, config);
    for (let from = 0; from < COUNT; from += 100) await to.write(jsonBatch(...events(from, from + 100)));
    await to.close();
    const probe = await read(bucket);
    await eventually(() => expect(probe.events.length).toBe(COUNT), PATIENCE_MS);
    expect(byNumber(probe)).toEqual(events(0, COUNT));
    expect(probe.reports).toEqual([]);
  });

  it('an object of many parts is whole', async () => {
    await minio.makeBucket('parts');
    const to = await open('parts', { compression: 'none', partBytes: 5 << 20 });
    const large = Array.from({ length: 26 }, (_, n) => ({ n, text: String(n % 10).repeat(1 << 20) }));
    await to.write(jsonBatch(...large));
    await to.close();
    expect(await minio.sizeOf('parts')).toBeGreaterThan(26 << 20);
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
    await minio.makeBucket('killed');
    const to = await open('killed');
    await to.write(jsonBatch(...events(0, 100)));
    await minio.kill();
    expect((await to.write(jsonBatch(...events(100, 200)))).later?.events).toHaveLength(100);
    await minio.run();
    await to.write(jsonBatch(...events(100, 200)));
    await to.close();
    const probe = await read('killed');
    await eventually(() => expect(byNumber(probe)).toEqual(events(0, 200)), PATIENCE_MS);
  });
});
