import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { type ArchiveSearches, createArchiveSearches } from '../../src/engine/port.ts';
import { makeTempFolder } from '../harness/temp-folder.ts';
import { peakMiB } from './engine/usage.ts';

const MILLIONS = (process.env.PENSTOCK_BENCH_SEARCH_MILLIONS ?? '1').split(',').map(Number);
const LINES_PER_FILE = 100_000;
const RUNS = 5;
const SOURCE = '200000000000000001';
const DAY_MICROS = 86_400_000_000;
const START = Date.UTC(2026, 10, 21) * 1000;
/** In three lines of the whole archive. */
const NEEDLE = 'needle-7f3a9c';
/** In one line of a hundred. */
const WORD = 'refused';
const INDEX_WAIT_MS = 3_600_000;

type Row = (what: string, figure: string, budget: string) => void;
/** Milliseconds, the median of the runs; `first` is the first of them, before there is an index. */
type Timing = { ms: number; first?: number };
export type SearchBench = {
  millions: number;
  bytes: number;
  format: string;
  timings: Record<string, Timing>;
  indexSeconds: number;
  indexBytes: number;
  peakMemoryMiB: number;
  loadAverage: number;
}[];

/** Whose archive it is, and when it begins, in Unix microseconds. It covers a day. */
type Of = { readonly sourceId: string; readonly start: number };

function* makeLines(from: number, count: number, total: number, { sourceId, start }: Of): Generator<string> {
  for (let n = from; n < from + count; n++) {
    const micros = start + Math.floor((n / total) * DAY_MICROS);
    const time = `${new Date(micros / 1000).toISOString().slice(0, -1)}${String(micros % 1000).padStart(3, '0')}Z`;
    const isNeedle = n === 7 || n === Math.floor(total / 2) || n === total - 7;
    const said = isNeedle ? NEEDLE : n % 100 === 0 ? `connection ${WORD}` : 'request completed';
    const id = Math.imul(n + 1, 0x9e3779b1) >>> 0;
    const event = `{"level":"${n % 10 === 0 ? 'warn' : 'info'}","status":${n % 50 === 0 ? 500 : 200},"trace":"${id.toString(16).padStart(8, '0')}","path":"/api/v1/cart/items","took":${id % 9000},"message":"${said} for 10.0.${n % 16}.${n % 250}"}`;
    yield `{"received":"${time}","source":"web","sourceId":"${sourceId}","event":${event}}\n`;
  }
}

/** @returns bytes, unpacked */
export function writeArchive(
  root: string,
  total: number,
  format: 'ndjson' | 'ndjson.zst',
  of: Of = { sourceId: SOURCE, start: START },
): number {
  let bytes = 0;
  for (let from = 0; from < total; from += LINES_PER_FILE) {
    // A file belongs to one hour: a batch that passes into the next is cut there.
    const byHour = new Map<string, string[]>();
    for (const line of makeLines(from, Math.min(LINES_PER_FILE, total - from), total, of)) {
      const hour = line.slice(13, 26);
      const lines = byHour.get(hour);
      if (lines) lines.push(line);
      else byHour.set(hour, [line]);
    }
    for (const [hour, lines] of byHour) {
      const [year, month, day, h] = hour.split(/[-T]/);
      const folder = join(root, `source=${of.sourceId}-web/year=${year}/month=${month}/day=${day}/hour=${h}`);
      mkdirSync(folder, { recursive: true });
      const content = Buffer.from(lines.join(''));
      bytes += content.length;
      const written = lines.at(-1)!.slice(13, 36).replaceAll(/[-:.]/g, '');
      const path = join(folder, `${written}Z-${String(from).padStart(9, '0')}-0123456789abcdef.${format}`);
      writeFileSync(path, format === 'ndjson' ? content : zstdCompressSync(content));
      utimesSync(path, 1_700_000_000, 1_700_000_000);
    }
  }
  return bytes;
}

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function time(work: () => Promise<unknown>): Promise<Timing> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
  }
  return { ms: median(times), first: times[0] ?? 0 };
}

const listIndexes = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.index'));

function measureIndexes(folder: string): number {
  const result = spawnSync('du', ['-sb', folder], { encoding: 'utf8' });
  return Number(result.stdout.split('\t')[0]);
}

/** @returns seconds */
export async function waitForIndexes(folder: string, count: number): Promise<number> {
  const begin = performance.now();
  while (listIndexes(folder).length < count) {
    if (performance.now() - begin > INDEX_WAIT_MS) throw new Error('the indexes were not built in time');
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return (performance.now() - begin) / 1000;
}

/** All that `writeArchive` wrote. */
export const windowOf = (root: string) => ({
  folders: [{ root, sourceId: SOURCE }],
  from: START,
  to: START + DAY_MICROS,
});

type Counted = { matches: number; isComplete: boolean };

function makeSearch(searches: ArchiveSearches, root: string) {
  const base = windowOf(root);
  return {
    rows: (query: string) => searches.rows({ ...base, query, want: 'rows', limit: 100, maxBytes: 4_000_000 }),
    count: async (query: string): Promise<Counted> =>
      searches.counts({ ...base, query, want: 'counts', bucketSeconds: 1200 }),
    /** Milliseconds until all of it is there; values of fields come later. */
    countShown: async (query: string): Promise<Counted & { ms: number }> => {
      const begin = performance.now();
      let ms: number | undefined;
      const { isComplete, matches } = await searches.counts(
        { ...base, query, want: 'counts', bucketSeconds: 1200 },
        {
          onProgress: (counts) => {
            if (counts.isComplete) ms ??= performance.now() - begin;
          },
        },
      );
      return { ms: ms ?? performance.now() - begin, isComplete, matches };
    },
  };
}

const expectCount = async (counted: Promise<Counted>, matches: number): Promise<void> => {
  const found = (await counted).matches;
  if (found !== matches) throw new Error(`${found} matches were counted, not ${matches}`);
};

/** Ripgrep and DuckDB on the same files; undefined where ripgrep is not installed. */
async function compare(root: string, total: number): Promise<Record<string, Timing>> {
  const timings: Record<string, Timing> = {};
  if (spawnSync('rg', ['--version']).status === 0)
    for (const [what, text] of [
      ['word', WORD],
      ['needle', NEEDLE],
    ] as const)
      timings[`ripgrep ${what}`] = await time(async () => {
        spawnSync('rg', ['-ziFc', text, root]);
      });
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const glob = join(root, '**', '*.ndjson*');
  const from = `read_json('${glob}', format='newline_delimited', columns={received: 'TIMESTAMP', event: 'JSON'})`;
  const run = (sql: string) => time(async () => void (await connection.runAndReadAll(sql)));
  timings['DuckDB count of word'] = await run(
    `select count(*) from ${from} where event::varchar ilike '%${WORD}%'`,
  );
  timings['DuckDB histogram'] = await run(
    `select time_bucket(interval 20 minutes, received) b, count(*) from ${from} group by b`,
  );
  connection.closeSync();
  instance.closeSync();
  if (total <= 0) throw new Error('nothing was searched');
  return timings;
}

/** Searches of archives of `PENSTOCK_BENCH_SEARCH_MILLIONS` lines (`1,10`; 1 by default), in files of 100,000 lines packed by zstd. */
export async function benchSearch(row: Row): Promise<SearchBench> {
  const results: SearchBench = [];
  for (const millions of MILLIONS) {
    const total = millions * 1_000_000;
    const root = makeTempFolder();
    const indexFolder = makeTempFolder();
    const format = 'ndjson.zst';
    const bytes = writeArchive(root, total, format);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith(format),
    ).length;
    const searches = createArchiveSearches({ indexFolder });
    const { rows, count, countShown } = makeSearch(searches, root);
    const timings: Record<string, Timing> = {};
    console.log(
      `\nLog search: ${millions} M lines, ${Math.round(bytes / 1e6)} MB, ${files} files of ${format}`,
    );
    const note = (what: string, timing: Timing, budget = '') => {
      timings[what] = timing;
      row(what, `${timing.ms.toFixed(0)} ms`, budget);
    };
    await rows('warm');
    note('first 100 rows of a word', await time(() => rows(WORD)), millions === 1 ? 'must 50, aim 15' : '');
    const begin = performance.now();
    await expectCount(count(NEEDLE), 3);
    note('needle counted, without index', { ms: performance.now() - begin });
    const indexSeconds = await waitForIndexes(indexFolder, files);
    note('needle counted, with index', await time(() => expectCount(count(NEEDLE), 3)), 'must 1000 of 100 M');
    note('needle, rows', await time(() => rows(NEEDLE)));
    const measureShown = async (query: string, matches: number) => {
      let isComplete = true;
      const shown: number[] = [];
      const whole = await time(async () => {
        const answer = await countShown(query);
        shown.push(answer.ms);
        isComplete &&= answer.isComplete;
        if (answer.isComplete) await expectCount(Promise.resolve(answer), matches);
      });
      return { shown: { ms: median(shown) }, whole, isComplete };
    };
    const word = await measureShown(WORD, total / 100 - 1);
    note('word counted in full', word.shown, millions === 1 ? 'must 100, aim 35' : '');
    note('and its values of fields', word.whole);
    const all = await measureShown('', total);
    const budget = millions === 10 ? 'must 300, aim 100' : '';
    note(
      'histogram of 24 h, all events',
      all.shown,
      all.isComplete ? budget : 'stopped at the limit of time',
    );
    note('and its values of fields, all events', all.whole);
    const indexBytes = measureIndexes(indexFolder);
    row('indexes built in', `${indexSeconds.toFixed(1)} s`, `${Math.round(indexBytes / 1e6)} MB`);
    const peakMemoryMiB = Math.max(...searches.pids.map((pid) => peakMiB([pid])));
    row('memory of a search process, at most', `${Math.round(peakMemoryMiB)} MiB`, 'ended at 1024');
    searches.stop();
    for (const [what, timing] of Object.entries(await compare(root, total))) note(what, timing);
    results.push({
      millions,
      bytes,
      format,
      timings,
      indexSeconds,
      indexBytes,
      peakMemoryMiB,
      loadAverage: loadavg()[0] ?? 0,
    });
    for (const folder of [root, indexFolder]) rmSync(folder, { recursive: true, force: true });
  }
  return results;
}
