// Slow: writes 20,000 files.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import type { ArchiveCounts, ArchivePlace, ArchiveRows } from '../types/archive-search.ts';
import { searchArchive } from './search.ts';
import { ArchiveFiles, encode, HOUR, SOURCE, START } from './testing/archive-files.ts';

const FILES = 20_000;
const STEP = HOUR / FILES;
const MAX = 5000;
const archive = new ArchiveFiles(makeTempFolder());
const base = { folders: [{ root: archive.root, sourceId: SOURCE }], from: START, to: START + HOUR };
const tools = { deadline: Number.POSITIVE_INFINITY, progress: () => {}, filesMax: MAX };

const rows = async (query: string, span = base, after?: ArchivePlace): Promise<ArchiveRows> => {
  const request = { ...span, want: 'rows' as const, query, limit: 100, maxBytes: 4_000_000, after };
  return (await searchArchive(request, tools)) as ArchiveRows;
};
const numbersOf = (found: ArchiveRows): number[] => found.rows.map(({ text }) => Number(text.split(' ')[1]));

beforeAll(() => {
  for (let at = 0; at < FILES; at++) {
    const micros = START + at * STEP;
    const path = archive.pathOf(micros, 'ndjson');
    if (at === 0) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      encode('ndjson', [{ micros, event: `event ${at}${at % 1000 === 0 ? ' needle' : ''}` }]),
    );
  }
}, 60_000);
afterAll(() => archive.clear());

it('many small files: a page searches the newest', async () => {
  const found = await rows('needle');
  expect(numbersOf(found)).toEqual([19_000, 18_000, 17_000, 16_000, 15_000]);
  expect(found.reading).toMatchObject({ filesRead: MAX, unreadCount: 0 });
  expect(found.next).toBeDefined();
}, 60_000);

it('many small files: next pages go on, and find every row once', async () => {
  const numbers: number[] = [];
  let next: ArchivePlace | undefined;
  let pages = 0;
  do {
    const page = await rows('needle', base, next);
    numbers.push(...numbersOf(page));
    next = page.next;
    pages++;
  } while (next && pages < 10);
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => 19_000 - at * 1000));
  expect(pages).toBeGreaterThan(3);
}, 60_000);

it('many small files: a shorter time reaches the older ones', async () => {
  const span = { ...base, from: START + 9500 * STEP, to: START + 10_500 * STEP };
  expect(numbersOf(await rows('needle', span))).toEqual([10_000]);
}, 60_000);

it('many small files: a count goes on to all of them', async () => {
  const request = { ...base, want: 'counts' as const, query: 'event', bucketSeconds: 60 };
  const counts = (await searchArchive(request, tools)) as ArchiveCounts;
  expect(counts).toMatchObject({ matches: FILES, isComplete: true, reading: { unreadCount: 0 } });
}, 60_000);

it('many small files: a count that has no more time says what it lacks', async () => {
  const request = { ...base, want: 'counts' as const, query: 'event', bucketSeconds: 60 };
  let now = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now++);
  try {
    const counts = (await searchArchive(request, { ...tools, deadline: 7000 })) as ArchiveCounts;
    expect(counts).toMatchObject({ isComplete: false, countedFrom: START + HOUR });
    expect(counts.reading.unreadCount).toBe(FILES - counts.matches);
    expect(counts.reading.unread[0]?.reason).toMatch(
      /of its 20,000 files were not opened: .* shorter time .* larger files\.$/,
    );
  } finally {
    clock.mockRestore();
  }
}, 60_000);
