import { appendFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import type { ArchiveCounts, ArchiveRow, ArchiveRows } from '../types/archive-search.ts';
import type { Verdict, Wanted } from './file-index.ts';
import { IndexQueue } from './index-queue.ts';
import type { ArchiveFile } from './list-folder.ts';
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

const archive = new ArchiveFiles(makeTempFolder());
afterEach(() => archive.clear());
const at = (seconds: number, event: Made['event']): Made => ({ micros: START + seconds * 1_000_000, event });
const base = { folders: [{ root: archive.root, sourceId: SOURCE }], from: START, to: START + 4 * HOUR };
const openIndexes = () => new IndexQueue(makeTempFolder(), { fileMinBytes: 0, settledMs: 0 });
const toolsWith = (indexes?: IndexQueue) => ({
  deadline: Number.POSITIVE_INFINITY,
  progress: () => {},
  indexes,
});
const rows = async (query: string, indexes?: IndexQueue, after?: ArchiveRow) =>
  (await searchArchive(
    { ...base, want: 'rows', query, limit: 10, maxBytes: 4_000_000, after },
    toolsWith(indexes),
  )) as ArchiveRows;
const counts = async (query: string, indexes?: IndexQueue) =>
  (await searchArchive(
    { ...base, want: 'counts', query, bucketSeconds: 60 },
    toolsWith(indexes),
  )) as ArchiveCounts;

const SMALL_FILES = 10_000;

class Vanishing extends IndexQueue {
  path = '';

  override consult(file: ArchiveFile, wanted: Wanted): Verdict {
    if (file.path === this.path) rmSync(file.path, { force: true });
    return super.consult(file, wanted);
  }
}

class Late extends IndexQueue {
  now = 0;

  override consult(file: ArchiveFile, wanted: Wanted): Verdict {
    if (file.writtenAt < (START + HOUR) / 1000) this.now = 1;
    return super.consult(file, wanted);
  }
}

describe('search of files that are hard to read', () => {
  it('a file that vanishes while others are read is said', async () => {
    archive.write('ndjson', [at(1, 'stays')]);
    const [path = ''] = archive.write('ndjson', [at(2, 'vanishes')]);
    archive.write('parquet', [at(3, 'stays too')]);
    const indexes = new Vanishing(makeTempFolder());
    indexes.path = path;
    const found = await rows('', indexes);
    expect(found.rows.map(({ text }) => text)).toEqual(['stays too', 'stays']);
    expect(found.reading).toMatchObject({ unreadCount: 1, unread: [{ reason: 'It is no longer there' }] });
  });

  it('a Parquet file that is cut short is said in plain words', async () => {
    archive.write('ndjson', [at(1, 'stays')]);
    const [path = ''] = archive.write('parquet', [at(2, 'is lost')]);
    truncateSync(path, statSync(path).size - 10);
    const found = await rows('');
    expect(found.rows.map(({ text }) => text)).toEqual(['stays']);
    expect(found.reading.unread[0]?.reason).toBe('It is cut short or damaged, and was left out');
  });

  it.each<Format>(['ndjson', 'ndjson.gz', 'parquet'])(
    'values of 5 MB in %s are found, a page each',
    async (format) => {
      const large = (name: string) => `${name} ${'x1'.repeat(2_500_000)} end`;
      archive.write(format, [
        at(1, large('first')),
        at(2, { json: JSON.stringify({ big: large('second') }) }),
      ]);
      const indexes = openIndexes();
      const found = await rows('end', indexes);
      expect(found.rows.map(({ isText }) => isText)).toEqual([false]);
      const next = await rows('end', indexes, found.rows[0]);
      expect(next.rows[0]?.text).toBe(large('first'));
      await indexes.work();
      expect(await counts('first', indexes)).toMatchObject({ matches: 1, reading: { unreadCount: 0 } });
      expect(await counts('end', indexes)).toMatchObject({ matches: 2, reading: { unreadCount: 0 } });
    },
  );

  it('a field of another type in each file is found by its value', async () => {
    const codes = ['500', '"500"', '{"deep":500}', '[1,500]', '5e2', 'null', 'true'];
    const formats: Format[] = ['ndjson', 'ndjson.gz', 'ndjson.zst', 'parquet'];
    for (const [i, code] of codes.entries())
      archive.write(formats[i % formats.length] ?? 'ndjson', [at(i, { json: `{"n":${i},"code":${code}}` })]);
    const indexes = openIndexes();
    const find = async (query: string) =>
      (await rows(query, indexes)).rows.map(({ text }) => JSON.parse(text).n);
    for (const round of ['without indexes', 'with indexes']) {
      expect(await find('code:500'), round).toEqual([4, 3, 1, 0]);
      expect(await find('code>400'), round).toEqual([4, 3, 1, 0]);
      expect(await find('code.deep:500'), round).toEqual([2]);
      expect(await find('code:true'), round).toEqual([6]);
      expect(await counts('code:[400 TO 600]', indexes), round).toMatchObject({ matches: 4 });
      await indexes.work();
    }
  });

  it.each([10, 60_000])('a file of three zstd frames of %i lines each: all are counted', async (lines) => {
    // Not a multiple, so that a stream chunk has the end of one frame and the next.
    const made = Array.from({ length: 3 * lines }, (_, n) =>
      at(n / 100, `line ${n} ${Math.sin(n)}${Math.cos(n)}`),
    );
    const [path = ''] = archive.write('ndjson.zst', made.slice(0, 1));
    const parts = [0, 1, 2].map((n) => encode('ndjson.zst', made.slice(n * lines, (n + 1) * lines)));
    writeFileSync(path, Buffer.concat(parts));
    const indexes = openIndexes();
    for (const round of ['without indexes', 'with indexes']) {
      const found = await counts('line', indexes);
      expect(found, round).toMatchObject({ matches: 3 * lines, reading: { unreadCount: 0 } });
      await indexes.work();
    }
  });

  it('what follows a zstd frame and is none: is said', async () => {
    const [path = ''] = archive.write('ndjson.zst', [at(1, 'one'), at(2, 'two')]);
    appendFileSync(path, 'no frame');
    const found = await counts('');
    expect(found).toMatchObject({ matches: 2, reading: { unreadCount: 1 } });
  });

  it('ten thousand small files in one hour: all counted, and few opened for the newest', async () => {
    const each = 3000 / SMALL_FILES;
    for (let n = 0; n < SMALL_FILES; n++) archive.write('ndjson', [at(n * each, `small ${n}`)]);
    expect(await counts('small')).toMatchObject({
      matches: SMALL_FILES,
      isComplete: true,
      reading: { filesRead: SMALL_FILES, unreadCount: 0 },
    });
    const newest = await rows('small');
    expect(newest.rows[0]?.text).toBe(`small ${SMALL_FILES - 1}`);
    expect(newest.reading.filesRead).toBeLessThan(SMALL_FILES / 5);
  });

  it('a count out of time within an hour says from when it is complete', async () => {
    for (let n = 0; n < 3; n++) archive.write('ndjson', [at(n, 'old'), at(3700 + n, 'new')]);
    const indexes = new Late(makeTempFolder());
    vi.spyOn(Date, 'now').mockImplementation(() => indexes.now);
    const answer = (await searchArchive(
      { ...base, want: 'counts', query: '', bucketSeconds: 60 },
      { ...toolsWith(indexes), deadline: 0 },
    )) as ArchiveCounts;
    vi.restoreAllMocks();
    expect(answer.isComplete).toBe(false);
    expect(answer.countedFrom).toBe(START + HOUR);
  });
});
