import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import type { ArchivePlace, ArchiveRow, ArchiveRows } from '../types/archive-search.ts';
import { comparePositions } from './row-collector.ts';
import { searchArchive } from './search.ts';
import { ArchiveFiles, encode, HOUR, SOURCE, START } from './testing/archive-files.ts';

const DEADLINE = 8000;
/** Files of a begun hour are read until then. */
const HOUR_OVER = DEADLINE + 50_000;
const archive = new ArchiveFiles(makeTempFolder());
afterAll(() => archive.clear());
afterEach(() => void vi.restoreAllMocks());

function runClock(steps: readonly number[]): void {
  let now = 0;
  let at = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => (now += steps[at++ % steps.length]!));
}

type Page = { readonly limit: number; readonly filesMax?: number; readonly steps: readonly number[] };

async function readPage(page: Page, after?: ArchivePlace): Promise<ArchiveRows> {
  const folders = [{ root: archive.root, sourceId: SOURCE }];
  const span = { folders, from: START, to: START + 2 * HOUR };
  runClock(page.steps);
  const tools = { deadline: DEADLINE, progress: () => {}, filesMax: page.filesMax };
  const request = { ...span, want: 'rows' as const, query: 'row', maxBytes: 1e6, limit: page.limit, after };
  return (await searchArchive(request, tools)) as ArchiveRows;
}

async function readAllPages(page: Page): Promise<ArchiveRows[]> {
  const pages = [await readPage(page)];
  for (let next = pages[0]?.next; next && pages.length < 500; next = pages.at(-1)?.next)
    pages.push(await readPage(page, JSON.parse(JSON.stringify(next))));
  return pages;
}

function writeFile(micros: readonly number[], writtenAt: number): void {
  const path = archive.pathOf(micros[0]!, 'ndjson', writtenAt);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    encode(
      'ndjson',
      micros.map((one) => ({ micros: one, event: `row ${one - START}` })),
    ),
  );
}

const numbersOf = (rows: readonly ArchiveRow[]): number[] => rows.map(({ text }) => Number(text.slice(4)));
const SECOND = 1_000_000;

it('an hour that runs out of time: the next page reads its other files', async () => {
  archive.clear();
  for (let at = 1; at <= 6; at++) writeFile([START + at * SECOND], START + at * SECOND);
  const slow = { limit: 100, steps: [HOUR_OVER / 4] };
  const pages = await readAllPages(slow);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flatMap(({ rows }) => numbersOf(rows))).toEqual([6, 5, 4, 3, 2, 1].map((at) => at * SECOND));
  expect(pages.map(({ reading }) => reading.unreadCount)).toEqual(pages.map(() => 0));
});

it('an hour that begins when the time is over already is still read', async () => {
  archive.clear();
  writeFile([START + HOUR - 1], START + HOUR);
  writeFile([START + HOUR], START + HOUR);
  const pages = await readAllPages({ limit: 100, steps: [HOUR_OVER] });
  expect(pages.flatMap(({ rows }) => numbersOf(rows))).toEqual([HOUR, HOUR - 1]);
});

const madeFiles = fc.array(
  fc.record({
    hour: fc.integer({ min: 0, max: 1 }),
    offsets: fc.array(fc.constantFrom(0, 1, 2, 60 * SECOND, 1800 * SECOND, 3599 * SECOND, HOUR - 1), {
      minLength: 1,
      maxLength: 4,
    }),
    writtenLater: fc.constantFrom(0, SECOND, 90 * SECOND, 900 * SECOND, 5 * HOUR),
  }),
  { maxLength: 12 },
);
const madePage = fc.record({
  limit: fc.integer({ min: 1, max: 6 }),
  filesMax: fc.constantFrom(1, 2, 3, 100),
  steps: fc.array(fc.constantFrom(0, 1, DEADLINE, HOUR_OVER), { minLength: 1, maxLength: 7 }),
});

it('property: pages together are all rows once, each page newest first', async () => {
  await fc.assert(
    fc.asyncProperty(madeFiles, madePage, async (files, page) => {
      archive.clear();
      for (const { hour, offsets, writtenLater } of files) {
        const micros = offsets.map((offset) => START + hour * HOUR + offset);
        writeFile(micros, Math.max(...micros) + writtenLater);
      }
      const pages = await readAllPages(page);
      for (const { rows } of pages) expect(rows).toEqual([...rows].sort(comparePositions));
      const expected = files.flatMap(({ hour, offsets }) => offsets.map((offset) => hour * HOUR + offset));
      const ascending = (a: number, b: number) => a - b;
      expect(pages.flatMap(({ rows }) => numbersOf(rows)).sort(ascending)).toEqual(expected.sort(ascending));
    }),
    { numRuns: 200 },
  );
}, 30_000);
