import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import type { ArchiveCounts, ArchiveRows } from '../types/archive-search.ts';
import { BucketStores } from './bucket-store.ts';
import { IndexQueue } from './index-queue.ts';
import { ObjectCache } from './object-cache.ts';
import { searchArchive } from './search.ts';
import { ArchiveFiles, HOUR, type Made, SOURCE, START } from './testing/archive-files.ts';
import { type BucketFault, TestBucket } from './testing/bucket.ts';

let bucket: TestBucket;
let archive: ArchiveFiles;
let objects: string;
let indexes: IndexQueue;
beforeEach(async () => {
  bucket = await new TestBucket().start();
  archive = new ArchiveFiles(makeTempFolder());
  objects = makeTempFolder();
  indexes = new IndexQueue(makeTempFolder(), { fileMinBytes: 0, settledMs: 0 });
});
afterEach(() => bucket.stop());

const line = (seconds: number, event: Made['event']): Made => ({
  micros: START + seconds * 1_000_000,
  event,
});
type Asked = { from?: number; to?: number; want?: 'rows' | 'counts'; limitMs?: number; idleSeconds?: number };

async function search(query: string, asked: Asked = {}): Promise<ArchiveRows & ArchiveCounts> {
  const { from = START, to = START + 4 * HOUR, want = 'rows', limitMs = 60_000, idleSeconds } = asked;
  const config = { ...bucket.config, prefix: 'team a/%F' };
  const cache = new ObjectCache({ folder: objects });
  const signal = AbortSignal.timeout(limitMs);
  const buckets = new BucketStores({ cache, signal, idleSeconds });
  const base = { query, from, to, folders: [{ root: 'the bucket', sourceId: SOURCE, bucket: config }] };
  const tools = { deadline: Number.POSITIVE_INFINITY, progress: () => {}, indexes, buckets };
  const request =
    want === 'rows' ? { ...base, want, limit: 1000, maxBytes: 1e9 } : { ...base, want, bucketSeconds: 60 };
  try {
    return (await searchArchive(request, tools)) as ArchiveRows & ArchiveCounts;
  } finally {
    buckets.close();
  }
}
const textsOf = ({ rows }: ArchiveRows) => rows.map(({ text }) => text);
/** At the start and in the middle of each of four hours. */
async function fill(): Promise<void> {
  for (let hour = 0; hour < 4; hour++)
    archive.write('ndjson.gz', [
      line(hour * 3600, `first of ${hour}`),
      line(hour * 3600 + 1800, `half ${hour}`),
    ]);
  await bucket.putAll(archive.root, 'team a/');
  bucket.requests.length = 0;
}
const fetched = () => bucket.requests.filter((path) => path.endsWith('.gz')).length;

describe('archives in buckets', () => {
  it('a window lists and fetches its hours alone, and each object once', async () => {
    await fill();
    const window = { from: START + HOUR, to: START + 2 * HOUR };
    const found = await search('', window);
    expect(textsOf(found)).toEqual(['half 1', 'first of 1']);
    expect(found.reading).toMatchObject({ filesRead: 1, events: 2, unreadCount: 0 });
    expect(found.rows[0]?.file).toMatch(/\/source=200000000000000001-web\/year=2026\/.*hour=21\/2026/);
    expect(fetched()).toBe(1);
    expect(bucket.requests.filter((path) => path.includes('hour%3D') && !path.includes('hour%3D21'))).toEqual(
      [],
    );
    expect(textsOf(await search('half', window))).toEqual(['half 1']);
    expect(fetched()).toBe(1);
  });

  it('a whole day is listed at once', async () => {
    await fill();
    const day = START - (START % (24 * HOUR));
    const found = await search('first', { from: day, to: day + 24 * HOUR });
    expect(textsOf(found)).toEqual(['first of 3', 'first of 2', 'first of 1', 'first of 0']);
    expect(bucket.requests.filter((path) => path.includes('list-type')).length).toBeLessThan(6);
  });

  it('an object that its index rules out or answers is not fetched again', async () => {
    await fill();
    await search('');
    await indexes.work();
    for (const name of readdirSync(objects)) rmSync(join(objects, name));
    bucket.requests.length = 0;
    expect(textsOf(await search('absent'))).toEqual([]);
    expect(fetched()).toBe(0);
    expect(textsOf(await search('"half 2"'))).toEqual(['half 2']);
    expect(fetched()).toBe(1);
    expect(await search('half', { want: 'counts' })).toMatchObject({ matches: 4, isComplete: true });
  });

  it('what a bucket does not send is said, and the rest is shown', async () => {
    await fill();
    bucket.faultOf = (path) =>
      /hour=20\/.*gz$/.test(decodeURIComponent(path))
        ? 'busy'
        : /hour=22\/.*gz$/.test(decodeURIComponent(path))
          ? 'short'
          : undefined;
    const found = await search('half');
    expect(textsOf(found)).toEqual(['half 3', 'half 1']);
    expect(found.reading.unread).toMatchObject([
      {
        file: expect.stringContaining('hour=22'),
        reason: expect.stringMatching(/sent less of it than it has/),
      },
      { file: expect.stringContaining('hour=20'), reason: expect.stringMatching(/503/) },
    ]);
    expect(readdirSync(objects).filter((name) => name.endsWith('.part'))).toEqual([]);
    bucket.faultOf = () => undefined;
    expect(textsOf(await search('half'))).toHaveLength(4);
  });

  it('a bucket that goes away in the middle is said, and the rest is shown', async () => {
    await fill();
    const faults: Record<string, BucketFault> = { 20: 'gone', 21: 'cut', 22: 'stalled' };
    bucket.faultOf = (path) => faults[/hour=(\d\d)\/.*gz$/.exec(decodeURIComponent(path))?.[1] ?? ''];
    const found = await search('half', { idleSeconds: 0.2 });
    expect(textsOf(found)).toEqual(['half 3']);
    const reasons = found.reading.unread.map(({ file, reason }) => [/hour=(\d\d)/.exec(file)?.[1], reason]);
    expect(reasons).toEqual([
      ['22', 'The bucket did not answer in time, or stopped sending'],
      ['21', 'The bucket ended the connection before it had sent all of it'],
      ['20', 'The bucket ended the connection before it had sent all of it'],
    ]);
    expect(readdirSync(objects).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('a bucket that cannot be listed, or does not answer in time, is said', async () => {
    await fill();
    bucket.faultOf = (path) => (path.includes('list-type') ? 'busy' : undefined);
    expect((await search('half')).reading).toMatchObject({ filesRead: 0, unreadCount: 1 });
    bucket.faultOf = (path) => (/hour=21\/.*gz$/.test(decodeURIComponent(path)) ? 'silent' : undefined);
    const found = await search('half', { limitMs: 3000 });
    expect(found.reading.unread).toContainEqual({
      file: expect.stringContaining('hour=21'),
      reason: 'The bucket took too long to answer; what it had not sent was left out',
    });
    expect(textsOf(found)).toEqual(['half 3', 'half 2']);
  });

  it('a listing of several pages is read to its end', async () => {
    const [path = ''] = archive.write('ndjson', [line(1, 'one of many')]);
    const body = archive.read(path);
    const key = `team a/${relative(archive.root, path)}`;
    const keys = Array.from({ length: 25 }, (_, n) => key.replace('-000000-', `-${100_000 + n}-`));
    for (const one of keys) await bucket.put(one, body);
    bucket.pageSize = 10;
    const found = await search('many', { to: START + HOUR, want: 'counts' });
    expect(found).toMatchObject({ matches: 25, reading: { filesRead: 25, unreadCount: 0 } });
    expect(bucket.requests.filter((asked) => asked.includes('continuation-token'))).toHaveLength(2);
  });

  it('objects on the disk are bounded, and those asked for last stay', async () => {
    const cache = new ObjectCache({ folder: objects, maxBytes: 1000 });
    async function* bytes(size: number) {
      yield Buffer.alloc(size);
    }
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
    for (let n = 0; n < 10; n++) {
      await cache.keep(`${n}`, 200, bytes(200));
      if (n < 9) utimesSync(cache.pathOf(`${n}`), ago(1000 - n), ago(n === 2 ? 60 : 1000 - n));
    }
    expect(readdirSync(objects).sort()).toEqual(['2', '7', '8', '9']);
    expect(await cache.has('2', 200)).toBe(true);
    expect(Date.now() - statSync(cache.pathOf('2')).mtimeMs).toBeLessThan(10_000);
    expect(await cache.has('2', 201)).toBe(false);
  });
});
