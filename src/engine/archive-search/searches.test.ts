import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../tests/harness/eventually.ts';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import type { ArchiveCounts } from '../types/archive-search.ts';
import { createIndexBuilder } from './index-builder.ts';
import { formatMicros } from './record.ts';
import { type ArchiveSearchOptions, createArchiveSearches } from './searches.ts';

const SOURCE = '200000000000000001';
const START = Date.UTC(2026, 10, 21, 20) * 1000;
const LINES = 60_000;
/** In /proc/[pid]/stat, after the name. */
const NICENESS_AT = 16;

const root = makeTempFolder();
const folder = join(root, `source=${SOURCE}-web/year=2026/month=11/day=21/hour=20`);
mkdirSync(folder, { recursive: true });
const lines = Array.from(
  { length: LINES },
  (_, i) =>
    `{"received":"${formatMicros(START + i)}","source":"web","sourceId":"${SOURCE}","message":"line ${i}"}\n`,
).join('');
for (let file = 0; file < 4; file++)
  writeFileSync(join(folder, `20261121T2015${file}0000Z-00000${file}-0123456789abcdef.ndjson`), lines);

const listIndexes = (of: string): string[] =>
  existsSync(of)
    ? readdirSync(of, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.index'))
    : [];

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
const create = (options: ArchiveSearchOptions = {}) => {
  const searches = createArchiveSearches(options);
  stops.push(searches.stop);
  return searches;
};
const base = { folders: [{ root, sourceId: SOURCE }], from: START, to: START + 3_600_000_000 };
const counts = { ...base, want: 'counts' as const, bucketSeconds: 60, query: '' };

describe('archive searches', () => {
  it('process: is kept for the next search, and counts grow meanwhile', async () => {
    const searches = create();
    const seen: ArchiveCounts[] = [];
    const answer = await searches.counts(counts, { onProgress: (one) => seen.push(one) });
    expect(answer).toMatchObject({ matches: LINES * 4, isComplete: true, facetEvents: 50_000 });
    for (const one of seen) expect(one.matches).toBeLessThanOrEqual(answer.matches);
    const { pids } = searches;
    const rows = await searches.rows({
      ...base,
      want: 'rows',
      query: '"line 59999"',
      limit: 2,
      maxBytes: 1e6,
    });
    expect(rows.rows.map(({ text }) => text)).toEqual(['line 59999', 'line 59999']);
    expect(searches.pids).toEqual(pids);
  });

  it.skipIf(process.platform !== 'linux')(
    'process: all its threads leave the processors to others',
    async () => {
      const searches = create();
      await searches.counts(counts);
      const folder = `/proc/${searches.pids[0]}/task`;
      const values = readdirSync(folder).map((id) => {
        const stat = readFileSync(join(folder, id, 'stat'), 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[NICENESS_AT]);
      });
      expect(values.length).toBeGreaterThan(4);
      expect(new Set(values)).toEqual(new Set([15]));
    },
  );

  it('query: a fault comes back with its place, and the process stays', async () => {
    const searches = create();
    await expect(searches.counts({ ...counts, query: 'a /(?=b)/' })).rejects.toMatchObject({
      at: 2,
      length: 7,
    });
    expect(searches.pids).toHaveLength(1);
  });

  const cancelOne = (searches: ReturnType<typeof create>, freeze = false) => {
    const control = new AbortController();
    const onProgress = () => {
      if (freeze) process.kill(searches.pids[0]!, 'SIGSTOP');
      control.abort();
    };
    return searches.counts({ ...counts, query: '/[02468]$/' }, { signal: control.signal, onProgress });
  };

  it('cancel: ends the search, and its process serves the next', async () => {
    const searches = create({ cancelLimitMs: 20_000 });
    await expect(cancelOne(searches)).rejects.toThrow(/canceled/);
    const { pids } = searches;
    expect((await searches.counts(counts)).matches).toBe(LINES * 4);
    expect(searches.pids).toEqual(pids);
  });

  it('cancel: kills a process that does not end its search', async () => {
    const searches = create();
    await expect(cancelOne(searches, true)).rejects.toThrow(/canceled/);
    expect(searches.pids).toEqual([]);
  });

  it('kill: another process serves the next search', async () => {
    const searches = create();
    const search = searches.counts(counts);
    process.kill(searches.pids[0]!, 'SIGKILL');
    await expect(search).rejects.toThrow(/ended \(SIGKILL\)/);
    expect((await searches.counts(counts)).matches).toBe(LINES * 4);
  });

  it('limits: memory and time end a search with what to do', async () => {
    await expect(create({ memoryBytes: 1 }).counts(counts)).rejects.toThrow(
      /too much memory. Search a shorter/,
    );
    await expect(create({ timeLimitMs: 1 }).counts(counts)).rejects.toThrow(/ended after 0.001 s/);
  });
});

describe('folder of indexes', () => {
  it.each(['before its process starts', 'while its process waits'])(
    'removed %s: indexes are built there again',
    async (moment) => {
      const indexFolder = join(makeTempFolder(), 'indexes');
      mkdirSync(indexFolder);
      const searches = create({ indexFolder });
      if (moment.startsWith('while')) await searches.counts({ ...counts, query: 'none has this' });
      rmSync(indexFolder, { recursive: true });
      await searches.counts({ ...counts, query: 'nor this' });
      await eventually(() => expect(listIndexes(indexFolder)).toHaveLength(4));
    },
  );
});

describe('indexes of new files', () => {
  it('process: builds them, and ends', async () => {
    const indexFolder = makeTempFolder();
    const builder = createIndexBuilder({ indexFolder });
    stops.push(builder.stop);
    const newFiles = { folders: base.folders, since: START / 1000 };
    expect(await builder.build(newFiles)).toBe(true);
    const searches = create({ indexFolder });
    expect((await searches.counts({ ...counts, query: 'absent' })).reading.filesRead).toBe(0);
    builder.stop();
    await expect(builder.build(newFiles)).rejects.toThrow(/stopping/);
  });
});
