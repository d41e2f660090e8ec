import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import { buildIndex } from '../archive-search/build-index.ts';
import { TestBucket } from '../archive-search/testing/bucket.ts';
import type { QueryRequest } from '../types/query.ts';
import { createQueries, type Queries } from './queries.ts';
import { runQuery } from './run-query.ts';
import {
  encodeRecords,
  type Format,
  HOUR,
  type Made,
  makeRequest,
  makeTable,
  START,
  writeArchiveFile,
} from './testing.ts';

let queries: Queries;
beforeAll(() => {
  queries = createQueries();
});
afterAll(() => queries.stop());

const FORMATS: Format[] = ['ndjson', 'ndjson.gz', 'ndjson.zst', 'parquet'];
const ask = (root: string, sql: string, more: Partial<QueryRequest> = {}) =>
  queries.run(makeRequest(sql, { archives: [makeTable(root)], ...more }));
const rowsOf = async (root: string, sql: string, more: Partial<QueryRequest> = {}) =>
  (await ask(root, sql, more)).rows;
const reasonsOf = async (root: string, sql = 'select count(*) from web') => {
  const { rows, reading } = await ask(root, sql);
  return { count: rows[0]?.[0], reasons: reading.unread.map(({ reason }) => reason) };
};

/** Event `i` has a field that most lack, one whose type changes, and a nested one. */
const makeEvent = (i: number): Made => ({
  micros: START + i * 1000,
  event:
    i % 10 === 9
      ? `line ${i}`
      : { status: i % 7 === 0 ? 500 : 200, user: { id: i % 3 }, ...(i === 998 ? { late: true } : {}) },
});
const EVENTS = Array.from({ length: 1000 }, (_, i) => makeEvent(i));
const isObject = ({ event }: Made) => typeof event !== 'string';

describe('tables of archives', () => {
  it('in the night of a clock change each hour is one bucket, in UTC', async () => {
    const night = Date.parse('2026-03-28T22:00:00Z') * 1000;
    const root = makeTempFolder();
    for (let hour = 0; hour < 6; hour++) {
      const event = { micros: night + hour * HOUR + 1, event: { at: `2026-03-29T0${hour}:30:00+02:00` } };
      writeArchiveFile(root, 'parquet', encodeRecords('parquet', [event]), night + hour * HOUR);
    }
    const sql = `select time_bucket(interval 1 hour, received)::varchar as hour, count(*), min("at"::timestamptz)::varchar
      from web group by hour order by hour`;
    const rows = await rowsOf(root, sql, { from: night, to: night + 6 * HOUR });
    const hours = ['28 22', '28 23', '29 00', '29 01', '29 02', '29 03'];
    expect(rows.map(([hour, count, at]) => `${hour} ${count} ${at}`)).toEqual(
      hours.map((hour) => `2026-03-${hour}:00:00 1 2026-03-${hour}:30:00+00`),
    );
  });

  it('of too many files the newest are read, and the rest is said', async () => {
    const root = makeTempFolder();
    for (const [i, event] of EVENTS.slice(0, 5).entries())
      writeArchiveFile(root, 'ndjson', encodeRecords('ndjson', [event]), START + i * HOUR);
    const request = makeRequest('select count(*) from web', {
      archives: [makeTable(root)],
      to: START + 5 * HOUR,
    });
    const { rows, reading } = await runQuery(request, { tempFolder: makeTempFolder(), filesMax: 2 });
    expect(rows).toEqual([[2]]);
    expect(reading).toMatchObject({ filesRead: 2, unreadCount: 3 });
    expect(reading.unread[0]?.reason).toMatch(/^1 of its 1 files were not opened: .* shorter time/);
  });

  it('of an hour of too many files one sentence says how many', async () => {
    const root = makeTempFolder();
    for (const event of EVENTS.slice(0, 5))
      writeArchiveFile(root, 'ndjson', encodeRecords('ndjson', [event]), START);
    const request = makeRequest('select count(*) from web', { archives: [makeTable(root)] });
    const { rows, reading } = await runQuery(request, { tempFolder: makeTempFolder(), filesMax: 1 });
    expect(rows).toEqual([[1]]);
    expect(reading).toMatchObject({
      unreadCount: 4,
      unread: [{ reason: expect.stringMatching(/^4 of its 5 files were not opened/) }],
    });
  });

  it('a file whose index tells that its times lie outside is not opened', async () => {
    const root = makeTempFolder();
    const indexFolder = makeTempFolder();
    const indexed = createQueries({ indexFolder });
    for (const from of [0, 500]) {
      const path = writeArchiveFile(root, 'ndjson', encodeRecords('ndjson', EVENTS.slice(from, from + 500)));
      await buildIndex(indexFolder, { path, name: path, writtenAt: 0 }, async () => {}, 0);
    }
    const request = makeRequest('select count(*) from web', {
      archives: [makeTable(root)],
      from: START + 600_000,
    });
    try {
      // A file just written has no trusted index.
      await expect
        .poll(async () => (await indexed.run(request)).reading.filesRead, { timeout: 20_000 })
        .toBe(1);
      expect((await indexed.run(request)).rows).toEqual([[400]]);
    } finally {
      indexed.stop();
    }
  });

  it.each(FORMATS)('%s: every row, field and time is there', async (format) => {
    const root = makeTempFolder();
    writeArchiveFile(root, format, encodeRecords(format, EVENTS));
    const answer = await ask(
      root,
      'select status, count(*) as n, min(received) as first from web group by all order by 1',
    );
    const failed = EVENTS.filter((one, i) => isObject(one) && i % 7 === 0).length;
    expect(answer.rows).toEqual([
      [200, EVENTS.filter(isObject).length - failed, '2026-11-21T20:00:00.001Z'],
      [500, failed, '2026-11-21T20:00:00Z'],
      [null, 100, '2026-11-21T20:00:00.009Z'],
    ]);
    expect(answer.columns).toEqual([
      { name: 'status', type: 'BIGINT' },
      { name: 'n', type: 'BIGINT' },
      { name: 'first', type: 'TIMESTAMP' },
    ]);
    expect(answer).toMatchObject({
      tables: ['web'],
      hasMore: false,
      reading: { filesRead: 1, events: 1000 },
    });
    expect(await rowsOf(root, 'select count(*), any_value(received) from web where late')).toEqual([
      [1, '2026-11-21T20:00:00.998Z'],
    ]);
    expect(
      await rowsOf(root, `select message from web where message like 'line 9%' order by received limit 2`),
    ).toEqual([['line 9'], ['line 99']]);
  });

  it('all formats together are one table, in the asked time alone', async () => {
    const root = makeTempFolder();
    for (const [at, format] of FORMATS.entries())
      writeArchiveFile(root, format, encodeRecords(format, EVENTS.slice(at * 250, at * 250 + 250)));
    const later = encodeRecords('ndjson', [{ micros: START + HOUR, event: 'next hour' }]);
    writeArchiveFile(root, 'ndjson', later, START + HOUR);
    expect(await rowsOf(root, 'select count(*) from web')).toEqual([[1000]]);
    const [from, to] = [START + 100_000, START + 600_000];
    expect(await rowsOf(root, 'select count(*) from web', { from, to })).toEqual([[500]]);
    expect(await rowsOf(root, 'select count(*) from web', { to: START + 2 * HOUR })).toEqual([[1001]]);
  });

  it('the count of every status equals that of the lines themselves', async () => {
    const root = makeTempFolder();
    const path = writeArchiveFile(root, 'ndjson', encodeRecords('ndjson', EVENTS));
    const lines = readFileSync(path, 'utf8').split('\n');
    for (const [word, where] of [
      ['"status":500', 'status = 500'],
      ['"id":2', `"user"->>'id' = '2'`],
      ['line 7', `message like '%line 7%'`],
    ] as const)
      expect(await rowsOf(root, `select count(*) from web where ${where}`)).toEqual([
        [lines.filter((line) => line.includes(word)).length],
      ]);
  });

  it('whole numbers of any length keep their digits', async () => {
    const root = makeTempFolder();
    const lines = [
      { wide: 1, huge: 2, mixed: 0.5, large: 'A' },
      { wide: 'B', huge: 'C', mixed: 'D', large: 1.5 },
    ].map((event, i) => ({ micros: START + i, event }));
    const digits = { A: '1e300', B: '-99999999999999999999', C: '9'.repeat(60), D: '9007199254740993' };
    const text = encodeRecords('ndjson', lines)
      .toString()
      .replace(/"([ABCD])"/g, (_, name: keyof typeof digits) => digits[name]);
    writeArchiveFile(root, 'ndjson', text);
    const { columns, rows } = await ask(root, 'select mixed, huge, large, wide from web order by received');
    expect(columns.map(({ type }) => type)).toEqual(['VARCHAR', 'VARCHAR', 'DOUBLE', 'HUGEINT']);
    expect(rows).toEqual([
      ['0.5', '2', 1e300, 1],
      [digits.D, digits.C, 1.5, digits.B],
    ]);
  });

  it('types: what fits all values of a field, and loses none', async () => {
    const root = makeTempFolder();
    const events = [
      { n: 1, x: 1, s: 'a', big: 1, same: 1, o: { a: 1 }, b: true, 'a/b~c "d"': 'odd' },
      { n: 2.5, x: 'two', s: 'b', big: Number.MAX_SAFE_INTEGER, SAME: 2, o: [1], b: false },
    ];
    const made = events.map((event, i) => ({ micros: START + i, event }));
    const text = encodeRecords('ndjson', made).toString().replace('9007199254740991', '18446744073709551615');
    writeArchiveFile(root, 'ndjson', text);
    const { columns, rows } = await ask(
      root,
      'select * exclude (event, received) from web order by received',
    );
    const types = Object.fromEntries(columns.map(({ name, type }) => [name, type]));
    expect(types).toMatchObject({ n: 'DOUBLE', x: 'VARCHAR', s: 'VARCHAR', big: 'HUGEINT', b: 'BOOLEAN' });
    const [first, second] = rows.map((row) =>
      Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])),
    );
    expect(first).toMatchObject({ n: 1, x: '1', big: 1, 'a/b~c "d"': 'odd', o: '{"a":1}' });
    expect(second).toMatchObject({ n: 2.5, x: 'two', big: '18446744073709551615', o: '[1]' });
    expect(await rowsOf(root, `select event->>'same', event->>'SAME' from web order by received`)).toEqual([
      ['1', null],
      [null, '2'],
    ]);
  });
});

it('a field of another type in each file, in all formats, loses no value', async () => {
  const root = makeTempFolder();
  const codes = [500, '500', { deep: 500 }, [1, 500], 1.5, null, true];
  for (const [i, code] of codes.entries()) {
    const format = FORMATS[i % FORMATS.length] ?? 'ndjson';
    writeArchiveFile(root, format, encodeRecords(format, [{ micros: START + i, event: { code } }]));
  }
  const { columns, rows, reading } = await ask(root, 'select code from web order by received');
  expect(columns).toEqual([{ name: 'code', type: 'VARCHAR' }]);
  expect(rows.flat()).toEqual(['500', '500', '{"deep":500}', '[1,500]', '1.5', null, 'true']);
  expect(reading).toMatchObject({ filesRead: codes.length, unreadCount: 0 });
});

it('a field that no event has is said', async () => {
  const root = makeTempFolder();
  writeArchiveFile(root, 'ndjson', encodeRecords('ndjson', [{ micros: START, event: { a: 1 } }]));
  await expect(ask(root, 'select nope from web')).rejects.toThrow(/nope.+no event of this time has it/);
  expect(await rowsOf(root, 'select user, current_user from web')).toEqual([[null, null]]);
});

it('nested fields compared without brackets are refused with what to write', async () => {
  const root = makeTempFolder();
  const event = { micros: START, event: { level: 'error', user: { name: 'Kim' } } };
  writeArchiveFile(root, 'ndjson', encodeRecords('ndjson', [event]), START);
  const count = (where: string) => rowsOf(root, `select count(*) from web where ${where}`);
  const told = "bind less than =, and, or: put a nested field in brackets, as in (event->>'level') = 'error'";
  const [level, name] = ["event->>'level'", `"user"->>'name'`];
  await expect(count(`level = ${level}`)).rejects.toThrow(told);
  await expect(count(`${level} = 'error' and ${name} = 'Kim'`)).rejects.toThrow(told);
  expect(await count(`(${level}) = 'error' and (${name}) = 'Kim'`)).toEqual([[1]]);
  expect(await count(`${level} = 'error'`)).toEqual([[1]]);
});

describe('what cannot be read is said', () => {
  it('a torn last line, and lines that are no records', async () => {
    const root = makeTempFolder();
    const whole = encodeRecords('ndjson', EVENTS.slice(0, 10)).toString();
    const large = encodeRecords('ndjson', [{ micros: START, event: { large: 'x'.repeat(5_000_000) } }]);
    writeArchiveFile(root, 'ndjson', `${whole}not json\n{"received":"2026-11-21T20:00:00Z"}\n${large}{"rec`);
    expect(await reasonsOf(root)).toEqual({ count: 11, reasons: ['3 lines are not records of an archive'] });
    expect(await rowsOf(root, 'select max(length(large)) from web')).toEqual([[5_000_000]]);
  });

  it.each(['ndjson.gz', 'ndjson.zst'] as const)('%s cut short: what came before is there', async (format) => {
    const root = makeTempFolder();
    const many = Array.from({ length: 40_000 }, (_, i) => ({ micros: START + i, event: `${i} ${i ** 3}` }));
    const path = writeArchiveFile(root, format, encodeRecords(format, many));
    truncateSync(path, Math.floor(readFileSync(path).length / 2));
    const { count, reasons } = await reasonsOf(root);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(40_000);
    expect(reasons.join()).toMatch(/compressed data (ends too early|is damaged)/i);
  });

  it('Parquet cut short, one of another kind and an unreadable one leave the rest', async () => {
    const root = makeTempFolder();
    const path = writeArchiveFile(root, 'parquet', encodeRecords('parquet', EVENTS));
    truncateSync(path, 500);
    writeArchiveFile(root, 'parquet', encodeRecords('parquet', EVENTS));
    writeArchiveFile(root, 'parquet', 'no parquet');
    writeArchiveFile(root, 'ndjson.gz', 'no gzip');
    const { count, reasons } = await reasonsOf(root);
    expect(count).toBe(1000);
    expect(reasons.sort()).toEqual([
      'It is cut short or damaged, and was left out',
      'It is cut short or damaged, and was left out',
      expect.stringMatching(/compressed data is damaged/),
    ]);
  });

  it('an empty file of lines', async () => {
    const root = makeTempFolder();
    writeArchiveFile(root, 'ndjson', '');
    writeArchiveFile(root, 'ndjson', encodeRecords('ndjson', EVENTS.slice(0, 10)));
    expect(await reasonsOf(root)).toEqual({ count: 10, reasons: [expect.stringMatching(/^It is empty/)] });
  });

  it('a folder that is gone', async () => {
    const root = makeTempFolder();
    rmSync(root, { recursive: true });
    expect(await reasonsOf(root)).toEqual({ count: 0, reasons: ['It is no longer there'] });
  });
});

describe('answers', () => {
  it('errors name line and column, also after letters beyond ASCII', async () => {
    for (const [sql, line, column] of [
      ['selec 1', 1, 1],
      ['select *\nfrom web\nwhere nope = 1', 3, 7],
      ["select 'é', 'ß',\n  nope from web", 2, 3],
      ["select 1,\n read_text('x')", 2, 2],
      ['select 1\nfrom other', 2, 6],
    ] as const)
      await expect(ask(makeTempFolder(), sql)).rejects.toMatchObject({ place: { line, column } });
  });

  it('rows and bytes are bounded, and that is said', async () => {
    const few = await queries.run(makeRequest('select * from range(10) t(x) order by x', { maxRows: 3 }));
    expect(few).toMatchObject({ rows: [[0], [1], [2]], hasMore: true });
    const all = await queries.run(makeRequest('select * from range(3)', { maxRows: 3 }));
    expect(all).toMatchObject({ hasMore: false });
    const large = await queries.run(
      makeRequest("select concat(x, 'abcdefghijklmnopqrst') from range(1000) t(x)", { maxBytes: 1000 }),
    );
    expect(large.hasMore).toBe(true);
    expect(large.rows.length).toBeLessThan(50);
  });

  it('a first row that is too large is refused with what to do', async () => {
    const root = makeTempFolder();
    const large = { micros: START, event: { large: 'x'.repeat(5_000_000) } };
    writeArchiveFile(root, 'ndjson', encodeRecords('ndjson', [large]));
    await expect(ask(root, 'select large from web')).rejects.toThrow(
      'The first row has more than 1 MB. Choose fewer columns, or the beginning of long texts: left(message, 1000)',
    );
    expect(await rowsOf(root, 'select left(large, 3) from web')).toEqual([['xxx']]);
  });

  it('rows that the service sends are a table with its types', async () => {
    const rowTables = [
      {
        name: 'figures',
        columns: [
          { name: 'time', type: 'TIMESTAMP' },
          { name: 'events', type: 'BIGINT' },
          { name: 'name', type: 'VARCHAR' },
        ],
        rows: [
          ['2026-11-21T20:00:00Z', 3, `it's "quoted"`],
          [null, null, '\u0000<b>'],
        ],
      },
    ];
    const answer = await queries.run(makeRequest('select * from figures order by time', { rowTables }));
    expect(answer.rows).toEqual([
      ['2026-11-21T20:00:00Z', 3, `it's "quoted"`],
      [null, null, '\u0000<b>'],
    ]);
  });

  it('ordinary SQL works: windows, joins, recursion, JSON, times', async () => {
    const root = makeTempFolder();
    writeArchiveFile(root, 'ndjson', encodeRecords('ndjson', EVENTS));
    for (const sql of [
      `with s as (select status, count(*) n from web group by 1) select s.*, sum(n) over (order by n) from s`,
      `select time_bucket(interval 1 second, received) t, approx_quantile(status, 0.9) from web group by all`,
      `select a.status from web a join web b using (received) where a.message is null limit 1`,
      `with recursive r(n) as (select 1 union all select n + 1 from r where n < 9) select max(n) from r`,
      `select u.key, count(*) from web, json_each(web.user) u group by all`,
      `select list_transform([1, 2], x -> x * 2), {'a': 1}, [1, 2][1], extract(hour from received) from web limit 1`,
      `select status, max_by(received, status) filter (where status > 200) from web group by rollup (status)`,
      `from web select columns('s.*') qualify row_number() over (partition by source order by received) = 1`,
      `select received::date, strftime(received, '%H:%M'), message ilike '%X%', message ~ 'a+' from web limit 1`,
      `select w from web w limit 1`,
      `select 1e400, 'it''s', date '2026-01-01', interval 2 hours, null, true`,
    ])
      expect((await ask(root, sql)).rows.length, sql).toBeGreaterThan(0);
  });
});

it('a field whose name has a NUL is no column, and all else is queried', async () => {
  const root = makeTempFolder();
  const event = { status: 200, 'a\0b': 1, 'quo"te\'/~.': 'odd' };
  writeArchiveFile(root, 'ndjson', encodeRecords('ndjson', [{ micros: START, event }]));
  const { columns, rows } = await ask(root, 'select * exclude (received) from web');
  expect(columns.map(({ name }) => name).slice(-2)).toEqual(['quo"te\'/~.', 'status']);
  expect(rows[0]?.slice(-2)).toEqual(['odd', 200]);
  expect(await rowsOf(root, 'select json_keys(event) from web')).toEqual([
    [expect.arrayContaining(['a\0b'])],
  ]);
});

it('objects of a bucket are read where their folder is not there yet', async () => {
  const bucket = await new TestBucket().start();
  const root = makeTempFolder();
  writeArchiveFile(root, 'ndjson.gz', encodeRecords('ndjson.gz', EVENTS.slice(0, 10)));
  await bucket.putAll(root);
  const objectFolder = join(makeTempFolder(), 'objects');
  const own = createQueries({ objectFolder });
  try {
    const table = makeTable('the bucket');
    const folders = table.folders.map((folder) => ({
      ...folder,
      bucket: { ...bucket.config, prefix: '%F' },
    }));
    const request = makeRequest('select count(*) from web', { archives: [{ ...table, folders }] });
    const { rows, reading } = await own.run(request);
    expect(reading.unread).toEqual([]);
    expect(rows).toEqual([[10]]);
  } finally {
    await own.stop();
    await bucket.stop();
  }
});

describe('the process of queries', () => {
  it('is there once somebody queries, stays for the next, and ends when idle', async () => {
    const brief = createQueries({ keepWarmMs: 1 });
    expect(brief.pids).toEqual([]);
    await brief.run(makeRequest('select 1'));
    await expect.poll(() => brief.pids).toEqual([]);
    brief.stop();
    // Queries of its own: the process of the others may be replaced after it has grown.
    const own = createQueries();
    await own.run(makeRequest('select 1'));
    const before = own.pids;
    expect(before).toEqual([expect.any(Number)]);
    await own.run(makeRequest('select 1'));
    expect(own.pids).toEqual(before);
    own.stop();
  });

  it('a kill ends one query with what to do, and another process serves the next', async () => {
    const own = createQueries();
    const query = own.run(makeRequest('select count(*) from range(1000000000000)'));
    process.kill(own.pids[0] ?? 0, 'SIGKILL');
    await expect(query).rejects.toThrow(/ended \(SIGKILL\)\. Try again/);
    expect((await own.run(makeRequest('select 1'))).rows).toEqual([[1]]);
    own.stop();
  });

  it('what a killed service left of its queries is removed at the next start', async () => {
    const tempFolder = join(makeTempFolder(), 'query-temp');
    mkdirSync(join(tempFolder, 'penstock-query-killed'), { recursive: true });
    const own = createQueries({ tempFolder });
    await own.run(makeRequest('select 1'));
    const left = readdirSync(tempFolder);
    own.stop();
    expect(left).toEqual([expect.not.stringContaining('killed')]);
    expect(readdirSync(tempFolder)).toEqual([]);
  });

  it('cancel ends the query and its process', async () => {
    const own = createQueries();
    const control = new AbortController();
    const query = own.run(makeRequest('select count(*) from range(1000000000000)'), control.signal);
    control.abort();
    await expect(query).rejects.toThrow(/canceled/);
    await expect.poll(() => own.pids).toEqual([]);
    own.stop();
  });

  it.each([
    "select length(format('{:1500000000}', 'x'))",
    `select length(${'replace('.repeat(4)}'x'${`, 'x', '${'x'.repeat(200)}')`.repeat(4)})`,
    "with recursive r as (select 'x' as n union all select concat(n, n) from r) select max(length(n)) from r",
    'select length(range(2000000000))',
    'select list(a) from range(30000) a, range(30000) b',
  ])('too much memory ends a query, and the next one runs: %s', async (sql) => {
    await expect(queries.run(makeRequest(sql))).rejects.toThrow(/too much memory/);
    expect((await queries.run(makeRequest('select 1'))).rows).toEqual([[1]]);
  });

  it('recursion without an end is ended, and the next query runs', async () => {
    const slow = createQueries({ timeLimitMs: 500 });
    const sql = 'with recursive r as (select 1 as n union all select n + 1 from r) select count(*) from r';
    await expect(slow.run(makeRequest(sql))).rejects.toThrow(/ended after 0.5 s/);
    expect((await slow.run(makeRequest('select 1'))).rows).toEqual([[1]]);
    slow.stop();
  });

  it('time and memory are limited from outside, also for what DuckDB does not bound', async () => {
    const slow = createQueries({ timeLimitMs: 200 });
    await expect(
      slow.run(
        makeRequest('select count(*) from range(100000000) a(x), range(100000000) b(y) where x + y = 3'),
      ),
    ).rejects.toThrow(/ended after 0.2 s/);
    slow.stop();
    const small = createQueries({ memoryBytes: 200 << 20 });
    await expect(
      small.run(makeRequest('select length(list(x)) from range(100000000000) t(x)')),
    ).rejects.toThrow(/too much memory/);
    small.stop();
    await expect(
      queries.run(
        makeRequest(`select length(string_agg(concat(x, 'abcdefghij'), '')) from range(10000000000) t(x)`),
      ),
    ).rejects.toThrow(/too much memory/);
  });
});
