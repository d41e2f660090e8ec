import { truncateSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import { parseLogQuery } from '../../contract/log-query/index.ts';
import type { ArchiveCounts, ArchivePlace, ArchiveRow, ArchiveRows } from '../types/archive-search.ts';
import { compileMatcher, QueryPatternError } from './matcher.ts';
import { ArchiveEvent } from './record.ts';
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
import { UnpackedFiles } from './unpacked-files.ts';

class Archive extends ArchiveFiles {
  get base() {
    return { folders: [{ root: this.root, sourceId: SOURCE }], from: START, to: START + 4 * HOUR };
  }

  async rows(query: string, others: { limit?: number; maxBytes?: number; after?: ArchivePlace } = {}) {
    const { limit = 10_000, maxBytes = 10_000_000, after } = others;
    const request = { ...this.base, want: 'rows' as const, query, limit, maxBytes, after };
    return (await searchArchive(request, tools)) as ArchiveRows;
  }

  async counts(query: string) {
    const request = { ...this.base, want: 'counts' as const, query, bucketSeconds: 3600 };
    return (await searchArchive(request, tools)) as ArchiveCounts;
  }
}
const tools = {
  deadline: Number.POSITIVE_INFINITY,
  progress: () => {},
  // Later pages and searches reuse what the first one decompressed.
  unpacked: new UnpackedFiles({ settledMs: 0 }),
};

const archive = new Archive(makeTempFolder());
afterAll(() => archive.clear());
const textsOf = ({ rows }: ArchiveRows): string[] => rows.map(({ text }) => text);
const at = (seconds: number, event: Made['event']): Made => ({ micros: START + seconds * 1_000_000, event });
const json = (value: unknown) => ({ json: JSON.stringify(value) });

describe('archive search', () => {
  const EVENTS: Made[] = [
    at(1, 'Failed password for root from 10.0.0.1 port 22'),
    at(2, 'Accepted password for "anna" from 10.0.0.2'),
    at(3, json({ status: 500, path: '/api/pay', user: { name: 'Anna', tags: ['a', 'b'] } })),
    at(4, { json: '{"status":200.0,"path":"/api/list","took":"12.5","note":"caf\\u00e9 \\"x\\""}' }),
    at(5, json({ status: '404', 'http.host': 'web', path: '' })),
    at(6, { json: '{"big":12345678901234567890,"at":"2026-11-21T20:00:00Z"}' }),
    at(7, 'Grüße, GRÜSSE und 50% *'),
  ];
  it.each<[string, number[]]>([
    ['', [7, 6, 5, 4, 3, 2, 1]],
    ['PASSWORD', [2, 1]],
    ['password root', [1]],
    ['password NOT root', [2]],
    ['root OR anna', [3, 2, 1]],
    ['"for root"', [1]],
    ['"for \\"anna"', [2]],
    ['fail*10.0.0.1', [1]],
    ['10.0*fail', []],
    ['café', [4]],
    ['"café \\"x"', [4]],
    ['grüße', [7]],
    ['"50% *"', [7]],
    ['/10\\.0\\.0\\.\\d\\sport/', [1]],
    ['/^failed/', []],
    ['/^failed/i', [1]],
    ['status:500', [3]],
    ['status:200', [4]],
    ['status:404', [5]],
    ['status>=404', [5, 3]],
    ['status:[200 TO 404]', [5, 4]],
    ['took>12', [4]],
    ['NOT status:*', [7, 6, 2, 1]],
    ['path:""', [5]],
    ['path:/api/*', [4, 3]],
    ['path:*pay', [3]],
    ['path:/^.api.l/', [4]],
    ['user.name:anna', [3]],
    ['user.tags:b', [3]],
    ['http.host:web', [5]],
    ['"http.host":web', [5]],
    ['message:*root*', [1]],
    ['@source:web status:500', [3]],
    ['at>"2026-11-20"', [6]],
    ['12345678901234567890', [6]],
    ['big:12345678901234567890', [6]],
    ['big:12345678901234567000', []],
    ['big>12345678901234567889', [6]],
    ['big>12345678901234567890', []],
    ['(root OR status:500) NOT "10.0.0.1"', [3]],
    ['nowhere:x', []],
  ])('query: %s finds what it says in every format', async (query, seconds) => {
    for (const format of ['ndjson', 'ndjson.gz', 'ndjson.zst', 'parquet'] as const) {
      archive.clear();
      archive.write(format, EVENTS);
      const { rows, reading } = await archive.rows(query);
      expect(rows.map(({ micros }) => (micros - START) / 1_000_000)).toEqual(seconds);
      expect((await archive.counts(query)).matches).toBe(seconds.length);
      expect(reading).toMatchObject({ filesRead: 1, events: EVENTS.length, unreadCount: 0 });
    }
  });

  it('query: a bad regular expression is refused with its place', async () => {
    const refused = archive.rows('a m:/(?<=x)y/').catch((error: unknown) => error);
    expect(await refused).toBeInstanceOf(QueryPatternError);
    expect(await refused).toMatchObject({ at: 2, length: 11 });
  });

  const events = fc.array(
    fc.record({
      seconds: fc.integer({ min: 0, max: 4 * 3600 - 1 }),
      event: fc.oneof(
        fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'B', 'ä', '"', '\\', ' ', '1', '/', '\n') }),
        fc.record({
          a: fc.oneof(fc.integer({ max: 20 }), fc.constantFrom('x', 'É', 'a"b', null, true)),
          b: fc.constantFrom('A', 'b/c'),
        }),
      ),
      isEscaped: fc.boolean(),
      format: fc.constantFrom<Format>('ndjson', 'ndjson.gz', 'ndjson.zst', 'parquet'),
    }),
    { maxLength: 30 },
  );
  const queries = fc.constantFrom(
    '',
    'a',
    'b "1"',
    'a:x',
    'a:null OR b',
    'NOT a',
    'a>3',
    'a*1',
    'b:b/c',
    'ä',
    '"a\\""',
    'a:é',
    '/[aB]1/',
    'b:A OR a:true',
    'a:t*',
    'a:*ue',
    'b:*c OR a:x*',
    'a:"a\\"b"',
    'a:*',
  );
  const escapeAll = (text: string) =>
    text.replaceAll(/[A-Za-zÀ-ÿ]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

  it('property: pages of a long file are newest first, in whatever order its lines are', async () => {
    const seconds = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 100, maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(
        seconds,
        fc.integer({ min: 20, max: 150 }),
        fc.boolean(),
        async (times, limit, isJson) => {
          archive.clear();
          const made = times.map((time, line) =>
            at(time, isJson ? json({ level: line % 3 === 0 ? 'warn' : 'info', line }) : `level warn ${line}`),
          );
          archive.write('ndjson.zst', made);
          const found: ArchiveRow[] = [];
          let after: ArchivePlace | undefined;
          do {
            const page = await archive.rows(isJson ? 'level:warn line>10' : 'warn', { limit, after });
            found.push(...page.rows);
            after = page.next;
          } while (after);
          const expected = times
            .map((time, line) => ({ time, line }))
            .filter(({ line }) => !isJson || (line % 3 === 0 && line > 10))
            .sort((a, b) => b.time - a.time || a.line - b.line);
          expect(found.map(({ line }) => line)).toEqual(expected.map(({ line }) => line));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('property: pages together are all matches, newest first, whatever the format', async () => {
    await fc.assert(
      fc.asyncProperty(events, queries, fc.integer({ min: 1, max: 7 }), async (list, query, limit) => {
        archive.clear();
        const made = list.map(({ seconds, event, isEscaped, format }, number) => ({
          format,
          micros: START + seconds * 1_000_000 + number,
          event:
            typeof event === 'string'
              ? event
              : {
                  json: isEscaped
                    ? `{${Object.entries(event)
                        .map(
                          ([key, value]) =>
                            `"${escapeAll(key)}":${typeof value === 'string' ? `"${escapeAll(JSON.stringify(value).slice(1, -1))}"` : JSON.stringify(value)}`,
                        )
                        .join()}}`
                    : JSON.stringify(event),
                },
        }));
        for (const [format, some] of Map.groupBy(made, (one) => one.format)) archive.write(format, some);
        const { test } = compileMatcher(parseLogQuery(query).query!);
        const expected = made
          .filter(({ micros, event }) => {
            const isText = typeof event === 'string';
            const text = isText ? event : event.json;
            return test(
              new ArchiveEvent({ micros, text, isText, source: 'web', sourceId: SOURCE, origin: '' }),
            );
          })
          .sort((a, b) => b.micros - a.micros)
          .map(({ event }) => (typeof event === 'string' ? event : event.json));
        const found: string[] = [];
        let page = await archive.rows(query, { limit });
        found.push(...textsOf(page));
        while (page.next) {
          page = await archive.rows(query, { limit, after: page.next as ArchiveRow });
          found.push(...textsOf(page));
        }
        expect(found).toEqual(expected);
        const counts = await archive.counts(query);
        expect(counts).toMatchObject({ matches: expected.length, isComplete: true, countedFrom: START });
        expect(counts.buckets.reduce((sum, [, count]) => sum + count, 0)).toBe(expected.length);
        expect(counts.reading.unreadCount).toBe(0);
      }),
      { numRuns: 60 },
    );
  }, 30_000);

  it('window: hours outside are not opened, and bounds are exact', async () => {
    archive.clear();
    archive.write('ndjson', [
      at(-1, 'before'),
      at(0, 'first'),
      at(4 * 3600 - 1, 'last'),
      at(4 * 3600, 'after'),
    ]);
    const answer = await archive.rows('');
    expect(textsOf(answer)).toEqual(['last', 'first']);
    expect(answer.reading.filesRead).toBe(2);
  });

  it('rows: older files are left closed once a page is full', async () => {
    archive.clear();
    for (let minute = 0; minute < 30; minute++) archive.write('ndjson', [at(minute * 60, `m${minute}`)]);
    const answer = await archive.rows('', { limit: 2 });
    expect(textsOf(answer)).toEqual(['m29', 'm28']);
    expect(answer.reading.filesRead).toBeLessThan(10);
  });

  it('rows: an answer is bounded in bytes, and the rest follows', async () => {
    archive.clear();
    archive.write('ndjson', [at(1, 'x'.repeat(3000)), at(2, 'y'.repeat(3000)), at(3, 'z'.repeat(9000))]);
    const first = await archive.rows('', { maxBytes: 7000 });
    expect(textsOf(first).map((text) => text[0])).toEqual(['z']);
    const rest = await archive.rows('', { maxBytes: 7000, after: first.next as ArchiveRow });
    expect(textsOf(rest).map((text) => text[0])).toEqual(['y', 'x']);
    expect(rest.next).toBeUndefined();
  });

  it('time: after the deadline the answer says how far it came', async () => {
    archive.clear();
    archive.write('ndjson', [at(10, 'old'), at(3 * 3600, 'new')]);
    const late = { ...tools, deadline: 0 };
    const base = { ...archive.base, query: '' };
    const rows = (await searchArchive(
      { ...base, want: 'rows', limit: 5, maxBytes: 1e6 },
      late,
    )) as ArchiveRows;
    expect(textsOf(rows)).toEqual(['new']);
    expect(rows.next?.micros).toBe(START + HOUR - 1);
    const counts = (await searchArchive(
      { ...base, want: 'counts', bucketSeconds: 60 },
      late,
    )) as ArchiveCounts;
    expect(counts).toMatchObject({ isComplete: false, matches: 0, countedFrom: archive.base.to });
  });

  it('groups: all matches are counted by the values of a field, by time', async () => {
    archive.clear();
    archive.write('ndjson', [
      at(1, json({ host: 'a', level: 'error' })),
      at(61, json({ host: ['a', 'b', 'a'], level: 'error' })),
      at(62, json({ host: 7, level: 'error' })),
      at(63, json({ host: { name: 'c' }, level: 'error' })),
      at(64, json({ host: 'x'.repeat(201), level: 'error' })),
      at(65, json({ host: 'a', level: 'info' })),
    ]);
    const request = { ...archive.base, want: 'counts' as const, query: 'level:error', bucketSeconds: 60 };
    const { groups } = (await searchArchive({ ...request, groupBy: 'host' }, tools)) as ArchiveCounts;
    const [first, second] = [START / 1e6, START / 1e6 + 60];
    expect(groups).toEqual({
      values: [
        {
          value: 'a',
          buckets: [
            [first, 1],
            [second, 1],
          ],
        },
        { value: 'b', buckets: [[second, 1]] },
        { value: '7', buckets: [[second, 1]] },
      ],
      leftOut: 1,
    });
    expect(((await searchArchive(request, tools)) as ArchiveCounts).groups).toBeUndefined();
  });

  it('facets: count events by value, with types', async () => {
    archive.clear();
    archive.write('ndjson', [
      at(1, json({ level: 'warn', n: 1, tags: ['a', 'a', 'b'] })),
      at(2, json({ level: 'info', n: 2, deep: { er: 'x' }, took: null })),
      at(3, json({ level: 'info', n: 'x', took: 3 })),
      at(4, 'a line'),
    ]);
    const { facets, facetEvents } = await archive.counts('');
    expect(facetEvents).toBe(4);
    const byName = Object.fromEntries(facets.map((facet) => [facet.field, facet]));
    expect(byName.level).toMatchObject({
      type: 'text',
      events: 3,
      values: [
        { value: 'info', count: 2 },
        { value: 'warn', count: 1 },
      ],
    });
    expect(byName.n).toMatchObject({ type: 'mixed', distinct: 3 });
    expect(byName.took).toMatchObject({ type: 'number', events: 2 });
    expect(byName.tags?.values).toEqual([
      { value: 'a', count: 1 },
      { value: 'b', count: 1 },
    ]);
    expect(byName['deep.er']?.events).toBe(1);
    expect(byName['@source']?.events).toBe(4);
  });
});

describe('archive search of damaged files', () => {
  const GOOD = [at(1, 'one'), at(2, 'two'), at(3, 'three')];

  it.each<[string, Format, (path: string) => void, string[], RegExp]>([
    [
      'a torn last line',
      'ndjson',
      (path) => truncateSync(path, encode('ndjson', GOOD).length - 5),
      ['two', 'one'],
      /last line is cut short/,
    ],
    [
      'a foreign line',
      'ndjson',
      (path) =>
        writeFileSync(path, Buffer.concat([encode('ndjson', GOOD), Buffer.from('{"a":1}\nnonsense\n')])),
      ['three', 'two', 'one'],
      /2 lines are not records/,
    ],
    ['a truncated Parquet file', 'parquet', (path) => truncateSync(path, 200), [], /./],
    ['an empty Parquet file', 'parquet', (path) => writeFileSync(path, ''), [], /./],
    ['an empty file of lines', 'ndjson', (path) => writeFileSync(path, ''), [], /^It is empty/],
  ])('file: %s is said, and the rest is found', async (_, format, damage, found, reason) => {
    archive.clear();
    const [path = ''] = archive.write(format, GOOD);
    damage(path);
    archive.write('ndjson', [at(3600, 'other hour')]);
    const answer = await archive.rows('');
    expect(textsOf(answer)).toEqual(['other hour', ...found]);
    expect(answer.reading.unreadCount).toBe(1);
    expect(answer.reading.unread[0]?.reason).toMatch(reason);
    expect(answer.reading.unread[0]?.file).toContain(`source=${SOURCE}-web`);
  });

  it.each(['ndjson.gz', 'ndjson.zst'] as const)('file: a %s cut short is said', async (format) => {
    archive.clear();
    const many = Array.from({ length: 20_000 }, (_, i) => at(i / 10, `line ${i} ${Math.sin(i)}`));
    const [path = ''] = archive.write(format, many);
    truncateSync(path, Math.floor(encode(format, many).length / 2));
    const counts = await archive.counts('');
    expect(counts.reading.unreadCount).toBe(1);
    expect(counts.reading.unread[0]?.reason).toMatch(/what came before was read/);
    expect(counts.matches).toBeLessThan(20_000);
    expect(counts.matches).toBeGreaterThan(0);
  });

  it('folder: one that is missing or no archive is said', async () => {
    const answer = (await searchArchive(
      {
        ...archive.base,
        folders: [{ root: '/nonexistent/archive', sourceId: SOURCE }],
        want: 'rows',
        query: '',
        limit: 1,
        maxBytes: 1e6,
      },
      tools,
    )) as ArchiveRows;
    expect(answer.reading.unread[0]?.reason).toMatch(/not there|no longer there/);
  });

  it('bytes: hostile texts come back as they were', async () => {
    archive.clear();
    const hostile = [
      '\u0000\u001b[31m',
      '{"received":"x"}',
      '\u2028"\\',
      '🙂 \ud83d',
      'a'.repeat(200_000),
      '__proto__',
    ];
    archive.write(
      'ndjson',
      hostile.map((text, i) => at(i, text)),
    );
    expect(textsOf(await archive.rows(''))).toEqual(hostile.toReversed());
    archive.write('ndjson', [at(100, { json: '{"__proto__":{"x":1},"constructor":"c"}' })]);
    expect((await archive.rows('__proto__.x:1')).rows).toHaveLength(1);
    expect((await archive.counts('constructor:c')).facets.map(({ field }) => field)).toContain('constructor');
  });
});

describe('archive search: events of hostile senders', () => {
  const archive = new Archive(makeTempFolder());
  afterAll(() => archive.clear());
  it('names that are too long are not counted, and keep nothing else from it', async () => {
    archive.clear();
    const names = Array.from({ length: 20 }, (_, index) => `${index}${'x'.repeat(20_000)}`);
    archive.write('ndjson', [
      ...names.map((name, index) => at(index, json({ [name]: 1, in: { [name]: { [name]: 2 } } }))),
      at(100, json({ level: 'info' })),
    ]);
    const { facets, matches } = await archive.counts('');
    expect(matches).toBe(21);
    expect(facets.map(({ field }) => field)).toEqual(['@source', 'level']);
  });

  it('an event nested too deep does not hide the events behind it', async () => {
    archive.clear();
    const deep = (open: string, close: string) => ({
      json: `{"a":${open.repeat(30_000)}1${close.repeat(30_000)}}`,
    });
    archive.write('ndjson', [at(1, deep('[', ']')), at(2, deep('{"a":', '}')), at(3, json({ a: 'found' }))]);
    const { rows, reading } = await archive.rows('a:/^found/');
    expect(rows.map(({ text }) => text)).toEqual(['{"a":"found"}']);
    expect(reading.unread.map(({ reason }) => reason)).toContain(
      'An event is nested too deep to be searched',
    );
  });

  it('a field of many parts is not slow among many objects', async () => {
    const { query, error } = parseLogQuery(`${'a.'.repeat(31)}a:1`);
    if (error) throw new Error(error.message);
    const text = JSON.stringify({ a: Array.from({ length: 30_000 }, () => ({ a: {} })) });
    const record = { micros: START, text, isText: false, source: '', sourceId: '', origin: '' };
    const before = performance.now();
    expect(compileMatcher(query).test(new ArchiveEvent(record))).toBe(false);
    expect(performance.now() - before).toBeLessThan(5000);
    expect(parseLogQuery(`${'a.'.repeat(32)}a:1`).error?.message).toBe('A field may have at most 32 parts');
  });
});
