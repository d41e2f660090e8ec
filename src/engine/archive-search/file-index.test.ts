import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import type { ArchiveCounts, ArchiveCountsSearch, ArchiveRows } from '../types/archive-search.ts';
import { findIndexPath, sweepIndexes } from './file-index.ts';
import { indexNewFiles } from './index-new-files.ts';
import { IndexQueue } from './index-queue.ts';
import { searchArchive } from './search.ts';
import {
  ArchiveFiles,
  encode,
  type Format,
  HOUR,
  type Made,
  SOURCE,
  START,
} from './testing/archive-files.ts';

let archive: ArchiveFiles;
let folder: string;
let indexes: IndexQueue;
beforeEach(() => {
  archive = new ArchiveFiles(makeTempFolder());
  folder = makeTempFolder();
  indexes = openIndexes();
});
afterEach(() => archive.clear());
const openIndexes = () => new IndexQueue(folder, { fileMinBytes: 0, settledMs: 0 });

type Window = { from?: number; to?: number };
const search = (
  query: string,
  want: 'rows' | 'counts',
  queue?: IndexQueue,
  window: Window = {},
  more: Partial<ArchiveCountsSearch> = {},
) => {
  const { from = START, to = START + 4 * HOUR } = window;
  const base = { folders: [{ root: archive.root, sourceId: SOURCE }], from, to, query };
  const tools = { deadline: Number.POSITIVE_INFINITY, progress: () => {}, indexes: queue };
  return want === 'rows'
    ? searchArchive({ ...base, want, limit: 10_000, maxBytes: 1e9 }, tools)
    : searchArchive({ ...base, ...more, want: 'counts', bucketSeconds: 60 }, tools);
};
const rows = async (query: string, queue?: IndexQueue, window?: Window) =>
  (await search(query, 'rows', queue, window)) as ArchiveRows;
const countTold = async (query: string): Promise<ArchiveCounts | undefined> => {
  const told: ArchiveCounts[] = [];
  const base = { folders: [{ root: archive.root, sourceId: SOURCE }], from: START, to: START + 4 * HOUR };
  await searchArchive(
    { ...base, query, want: 'counts', bucketSeconds: 60 },
    { deadline: Number.POSITIVE_INFINITY, progress: (counts) => void told.push(counts), indexes },
  );
  return told.find(({ isComplete }) => isComplete);
};
const textsOf = (found: ArchiveRows) => found.rows.map(({ text }) => text);
const line = (seconds: number, event: Made['event']): Made => ({
  micros: START + seconds * 1_000_000,
  event,
});

/** As files are written, before any search. */
const buildNew = (since = 0): Promise<boolean> => {
  const folders = [{ root: archive.root, sourceId: SOURCE }];
  const limits = { deadline: Number.POSITIVE_INFINITY, fileMinBytes: 0, settledMs: 0 };
  return indexNewFiles(folder, { folders, since }, limits);
};

/** Reads all files once and builds their indexes. */
const build = async () => {
  await rows('', indexes);
  await indexes.work();
};

describe('index of files', () => {
  it.each<Format>(['ndjson', 'ndjson.gz', 'ndjson.zst', 'parquet'])(
    '%s: a rare word opens only the file that holds it',
    async (format) => {
      for (let hour = 0; hour < 4; hour++)
        archive.write(format, [
          line(hour * 3600, hour === 2 ? 'a needle-7f3a9c in it' : 'nothing of it'),
          line(hour * 3600 + 1, { json: '{"name":"caf\\u00e9","code":"\\u0041bcdefg"}' }),
        ]);
      await build();
      const found = await rows('NEEDLE-7f3a9c', indexes);
      expect(textsOf(found)).toEqual(['a needle-7f3a9c in it']);
      expect(found.reading).toMatchObject({ filesRead: 1, events: 8 });
      expect((await rows('code:abcdefg', indexes)).rows).toHaveLength(4);
      expect((await rows('code:abcdef', indexes)).reading.filesRead).toBe(0);
      expect((await rows('caf', indexes)).rows).toHaveLength(4);
      expect((await rows('absent', indexes)).reading.filesRead).toBe(0);
    },
  );

  it.each<Format>(['ndjson', 'ndjson.gz', 'ndjson.zst', 'parquet'])(
    '%s: new files have their index before any search',
    async (format) => {
      for (let hour = 0; hour < 4; hour++)
        archive.write(format, [line(hour * 3600, hour === 2 ? 'a needle' : 'nothing of it')]);
      expect(await buildNew()).toBe(true);
      expect((await rows('needle', indexes)).reading).toMatchObject({ filesRead: 1, events: 4 });
    },
  );

  it('new files: older ones are left to searches, and damaged ones stay without', async () => {
    const [damaged = ''] = archive.write('ndjson', [line(10 * 3600, 'some words'), line(10 * 3600, 'cut')]);
    truncateSync(damaged, statSync(damaged).size - 3);
    archive.write('ndjson', [line(10 * 3600 + 1, 'some words')]);
    archive.write('ndjson', [line(0, 'old words')]);
    await buildNew(START / 1000 + 10 * 3_600_000);
    const indexCount = readdirSync(folder).flatMap((part) => readdirSync(join(folder, part))).length;
    expect(indexCount).toBe(1);
    const found = await rows('absent', indexes, { to: START + 20 * HOUR });
    expect(found.reading).toMatchObject({ filesRead: 2, unread: [{ reason: 'Its last line is cut short' }] });
  });

  it('times of a file tell that a window needs none of it', async () => {
    archive.write('ndjson', [line(10, 'a'), line(20, 'b')]);
    await build();
    const window = { from: START + 21_000_000, to: START + 60_000_000 };
    expect((await rows('', indexes, window)).reading.filesRead).toBe(0);
    expect(textsOf(await rows('', indexes, { from: START + 20_000_000 }))).toEqual(['b']);
  });

  it('a file that was changed, replaced or damaged since is read again', async () => {
    const [path = ''] = archive.write('ndjson', [line(1, 'first words'), line(2, 'other words')]);
    await build();
    writeFileSync(path, encode('ndjson', [line(1, 'second text'), line(2, 'other words')]));
    expect(textsOf(await rows('second', indexes))).toEqual(['second text']);
    await build();
    expect((await rows('absent', indexes)).reading.filesRead).toBe(0);
    truncateSync(path, statSync(path).size - 3);
    const found = await rows('absent', indexes);
    expect(found.reading.unread).toMatchObject([{ reason: 'Its last line is cut short' }]);
    await indexes.work();
    expect((await rows('absent', indexes)).reading.filesRead).toBe(1);
  });

  it('a file that was written just now gets its index once it has settled', async () => {
    archive.write('ndjson', [line(1, 'some words')]);
    const patient = new IndexQueue(folder, { fileMinBytes: 0, settledMs: 300 });
    await rows('', patient);
    await patient.work();
    expect((await rows('absent', patient)).reading.filesRead).toBe(0);
  });

  it('whole files are counted by their indexes, and read only for values of fields', async () => {
    for (let hour = 0; hour < 3; hour++)
      archive.write('ndjson', [line(hour * 3600 + 59, 'a'), line(hour * 3600 + 60, 'b')]);
    await build();
    const told: ArchiveCounts[] = [];
    const window = { from: START + 60_000_000, to: START + 4 * HOUR };
    const base = { folders: [{ root: archive.root, sourceId: SOURCE }], ...window, query: '' };
    const counted = (await searchArchive(
      { ...base, want: 'counts', bucketSeconds: 3600 },
      {
        deadline: Number.POSITIVE_INFINITY,
        progress: (counts) => void told.push(counts),
        indexes,
      },
    )) as ArchiveCounts;
    expect(told).toMatchObject([{ matches: 5, isComplete: true, facetEvents: 1, reading: { filesRead: 1 } }]);
    expect(counted).toMatchObject({ matches: 5, facetEvents: 5, reading: { filesRead: 3, events: 6 } });
    expect(new Map(counted.buckets).values().toArray().sort()).toEqual([1, 2, 2]);
  });

  it.each<Format>(['ndjson', 'ndjson.zst', 'parquet'])(
    '%s: a word is counted by indexes before any file is opened',
    async (format) => {
      for (let hour = 0; hour < 3; hour++)
        archive.write(format, [
          line(hour * 3600, 'Connection REFUSED'),
          line(hour * 3600 + 61, { json: '{"why":"unrefused \\u0072efused","at":"door"}' }),
          line(hour * 3600 + 62, { json: '{"why":"\\u0072efused"}' }),
          line(hour * 3600 + 63, 'taken'),
        ]);
      await build();
      const counted = await countTold('refused');
      expect(counted).toMatchObject({
        matches: 9,
        isComplete: true,
        facetEvents: 0,
        reading: { filesRead: 0 },
      });
      expect(counted?.buckets.map(([, count]) => count)).toEqual([1, 2, 1, 2, 1, 2]);
      expect(await countTold('refused door')).toMatchObject({ matches: 3 });
      expect(await countTold('NOT fused')).toMatchObject({ matches: 3 });
      expect(await countTold('taken OR connection')).toMatchObject({ matches: 6 });
    },
  );

  it('a count without values of fields opens no file that its index answers', async () => {
    archive.write('ndjson', [line(1, 'refused'), line(2, 'taken')]);
    await build();
    const counted = await search('refused', 'counts', indexes, {}, { skipsFacets: true });
    expect(counted).toMatchObject({ matches: 1, facets: [], reading: { filesRead: 0, events: 2 } });
  });

  it('words of a file whose minutes do not rise are counted by reading it', async () => {
    archive.write('ndjson', [line(130, 'refused'), line(1, 'refused'), line(70, 'taken')]);
    await build();
    const counted = await search('refused', 'counts', indexes);
    expect(counted).toMatchObject({ matches: 2, reading: { filesRead: 1 } });
  });

  it('an index that is cut short or missing is as none, and built again', async () => {
    const [path = ''] = archive.write('ndjson', [line(1, 'some words')]);
    await build();
    const index = findIndexPath(folder, path);
    truncateSync(index, statSync(index).size - 1);
    expect(textsOf(await rows('words', indexes))).toEqual(['some words']);
    expect((await rows('absent', indexes)).reading.filesRead).toBe(1);
    await indexes.work();
    expect((await rows('absent', indexes)).reading.filesRead).toBe(0);
    rmSync(index);
    expect((await rows('absent', indexes)).reading.filesRead).toBe(1);
    await indexes.work();
    expect((await rows('absent', indexes)).reading.filesRead).toBe(0);
  });

  it('an index of an earlier version is as none, and built again', async () => {
    const [path = ''] = archive.write('ndjson', [line(1, 'some words')]);
    await build();
    const index = findIndexPath(folder, path);
    writeFileSync(index, Buffer.concat([Buffer.from('PSTKIDX3'), readFileSync(index).subarray(8)]));
    expect((await rows('absent', indexes)).reading.filesRead).toBe(1);
    await indexes.work();
    expect((await rows('absent', indexes)).reading.filesRead).toBe(0);
  });

  it('an index of a file that is gone is removed', async () => {
    const [path = ''] = archive.write('ndjson', [line(1, 'some words')]);
    archive.write('ndjson', [line(3601, 'other words')]);
    await build();
    rmSync(path);
    await sweepIndexes(folder, async () => {});
    const left = readdirSync(folder).flatMap((part) => readdirSync(join(folder, part)));
    expect(left).toHaveLength(1);
  });

  const word = fc.constantFrom(
    'timeout',
    'connection reset',
    'Größe',
    'tab\there',
    'say "hi" twice',
    'back\\slash',
    '10.0.0.17',
    'message',
    'trace-4bf92f3577b34da6',
    'nullable',
    '\u0001control',
    'emoji 😀 end',
  );
  const escapeSome = (text: string) =>
    text.replaceAll(/[a-m]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
  const made = fc.array(
    fc.record({
      seconds: fc.integer({ min: 0, max: 2 * 3600 - 1 }),
      format: fc.constantFrom<Format>('ndjson', 'ndjson.gz', 'ndjson.zst', 'parquet'),
      event: fc.oneof(
        word,
        fc
          .tuple(fc.dictionary(fc.constantFrom('message', 'user.name', 'status'), word), fc.boolean())
          .map(([fields, isEscaped]) => {
            const json = JSON.stringify(fields);
            return { json: isEscaped ? escapeSome(json) : json };
          }),
      ),
    }),
    { maxLength: 10 },
  );
  const part = fc
    .tuple(word, fc.nat(12), fc.integer({ min: 3, max: 12 }))
    .map(([text, from, length]) => JSON.stringify(text.slice(from, from + length)))
    .filter((text) => !/[\\]u|[\\]t/.test(text));
  const letters = fc.constantFrom(
    'timeout',
    'reset',
    'conn',
    'mess',
    'twice',
    'moji',
    'able',
    'here',
    'absent',
  );
  const query = fc.oneof(
    part,
    part.map((text) => `message:${text}`),
    part.map((text) => `user.name:${text}*`),
    fc.tuple(part, part).map(([a, b]) => `${a} OR ${b}`),
    fc.tuple(part, part).map(([a, b]) => `${a} NOT ${b}`),
    fc.tuple(letters, letters).map(([a, b]) => `NOT ${a} OR ${b}`),
    fc.tuple(letters, letters).map(([a, b]) => `${a} ${b.toUpperCase()}`),
    fc.constantFrom('', 'message:*', 'status:*', 'MESSAGE', 'status:>a', '/[a-c]+/'),
  );

  it('property: with and without indexes the same rows and counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        made,
        fc.array(query, { minLength: 1, maxLength: 4 }),
        fc.nat(1),
        fc.boolean(),
        async (list, asked, hour, isNew) => {
          archive.clear();
          const unique = list.map(({ seconds, event, format }, at) => ({
            format,
            micros: START + seconds * 1_000_000 + at,
            event,
          }));
          for (const [format, some] of Map.groupBy(unique, (one) => one.format)) archive.write(format, some);
          const queue = openIndexes();
          if (isNew) await buildNew();
          else {
            await rows('', queue);
            await queue.work();
          }
          const window = { from: START + hour * HOUR + HOUR / 3 };
          for (const one of asked) {
            const [plain, indexed] = [await rows(one), await rows(one, queue)];
            expect(indexed.rows).toEqual(plain.rows);
            expect((await rows(one, queue, window)).rows).toEqual((await rows(one, undefined, window)).rows);
            const { reading: _, ...counts } = (await search(one, 'counts')) as ArchiveCounts;
            expect(await search(one, 'counts', queue)).toMatchObject(counts);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});
