import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { ContractError } from '../../contract/errors.ts';
import { type ArchiveRow, type ArchiveRowsSearch, ArchiveSearchFailed } from '../../engine/port.ts';
import { createExportText } from './export-text.ts';
import { createLogExports, type FetchTools } from './exports.ts';

const SITE = '100000000000000001';
const ME = 'me';
const READ_WITH = { decoder: new TextDecoder() };

const rowOf = (at: number): ArchiveRow => ({
  micros: 1_800_000_000_000_000 - at * 1_000_000,
  file: 'a.ndjson',
  line: at,
  text: `line ${at}`,
  isText: true,
  source: 'web',
  sourceId: '200000000000000001',
  origin: '',
});
const UNREAD = { file: 'b.ndjson', reason: 'Its last line is cut short' };
const reading = { filesRead: 1, bytes: 1, events: 1, unread: [UNREAD], unreadCount: 1 };
const FREE: FetchTools = { admit: async () => {}, inTurn: (work) => work() };

function begin(count: number, { eventsMax = 100, failsAt = Number.POSITIVE_INFINITY } = {}) {
  const asked: ArchiveRowsSearch[] = [];
  const rows = async (search: ArchiveRowsSearch) => {
    asked.push(search);
    if (asked.length >= failsAt) throw ArchiveSearchFailed.crashed('it was killed');
    const from = search.after ? search.after.line + 1 : 0;
    const size = Math.min(search.limit, count - from);
    const found = Array.from({ length: size }, (_, at) => rowOf(from + at));
    const last = found.at(-1);
    return { rows: found, next: last && from + size < count ? last : undefined, reading };
  };
  const exports = createLogExports({ rows }, pino({ level: 'silent' }), {
    eventsMax,
    page: { limit: 3, maxBytes: 1000 },
  });
  const search = { want: 'rows', query: '', folders: [], from: 0, to: 1 } as const;
  const prepare = (owner = ME) =>
    exports.prepare({ siteId: SITE, owner, search, unread: [], text: createExportText('NDJSON', []) });
  const { id } = prepare();
  const find = () => exports.find(SITE, ME, id);
  const fetch = (tools = FREE) => exports.fetch(SITE, ME, id, tools)?.stream.getReader();
  return { asked, exports, prepare, id, find, fetch };
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<string> {
  let text = '';
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return text;
    text += READ_WITH.decoder.decode(part.value);
  }
}

describe('a file of matches that is written while it is read', () => {
  test('pages follow one another, and what could not be read is said once', async () => {
    const { fetch, find, asked } = begin(7);
    expect(find()).toMatchObject({ state: 'WAITING', eventCount: '0' });
    const text = await readAll(fetch());
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).message),
    ).toEqual(Array.from({ length: 7 }, (_, at) => `line ${at}`));
    expect(asked).toHaveLength(3);
    expect(find()).toMatchObject({
      state: 'DONE',
      eventCount: '7',
      bytes: String(text.length),
      isCut: false,
      unread: [UNREAD],
      unreadCount: 1,
    });
  });

  test('nothing is searched before it is read, nor done before all was taken', async () => {
    const { fetch, find, asked } = begin(6);
    const reader = fetch();
    await setImmediate();
    expect(asked).toHaveLength(0);
    await reader?.read();
    await setImmediate();
    expect(asked).toHaveLength(1);
    await reader?.read();
    await setImmediate();
    expect(find()).toMatchObject({ state: 'RUNNING', eventCount: '6' });
    expect(await reader?.read()).toMatchObject({ done: true });
    expect(find()?.state).toBe('DONE');
  });

  test.each([
    { count: 7, isCut: true },
    { count: 5, isCut: false },
  ])('of $count events it has the newest five: $isCut', async ({ count, isCut }) => {
    const { fetch, find } = begin(count, { eventsMax: 5 });
    expect((await readAll(fetch())).trimEnd().split('\n')).toHaveLength(5);
    expect(find()).toMatchObject({ state: 'DONE', eventCount: '5', isCut });
  });

  test('a search that fails ends it with an error', async () => {
    const { fetch, find } = begin(7, { failsAt: 2 });
    await expect(readAll(fetch())).rejects.toThrow();
    expect(find()).toMatchObject({
      state: 'FAILED',
      eventCount: '3',
      reason: expect.stringContaining('killed'),
    });
  });

  test('a right that is taken away ends it before the next page', async () => {
    const { fetch, find, asked } = begin(7);
    const admit = async () => {
      if (asked.length > 0) throw new ContractError('FORBIDDEN', 'You lack LIVE CAPTURE');
    };
    await expect(readAll(fetch({ ...FREE, admit }))).rejects.toThrow('LIVE CAPTURE');
    expect(asked).toHaveLength(1);
    expect(find()).toMatchObject({ state: 'FAILED', reason: 'You lack LIVE CAPTURE' });
  });

  test('it waits where others search', async () => {
    const { fetch, find } = begin(2);
    let turns = 0;
    const inTurn: FetchTools['inTurn'] = async (work) => {
      turns += 1;
      if (turns === 1) throw new ContractError('TOO_MANY_REQUESTS', 'wait', { retryAfterSeconds: 0 });
      return work();
    };
    await readAll(fetch({ ...FREE, inTurn }));
    expect(turns).toBe(2);
    expect(find()?.state).toBe('DONE');
  });

  test('a reader that is gone, and a person, cancel it', async () => {
    const left = begin(7);
    const reader = left.fetch();
    await reader?.read();
    await reader?.cancel();
    expect(left.find()).toMatchObject({ state: 'CANCELED', eventCount: '3' });
    const { fetch, find, exports, id, asked } = begin(7);
    const other = fetch();
    await other?.read();
    expect(exports.cancel(SITE, 'another', id)).toBeUndefined();
    expect(exports.cancel(SITE, ME, id)?.state).toBe('CANCELED');
    await expect(other?.read()).rejects.toThrow('canceled');
    expect(asked).toHaveLength(1);
    expect(find()).toMatchObject({ state: 'CANCELED', eventCount: '3' });
  });

  test('it is fetched once, by its owner alone, and three at once', async () => {
    const { fetch, exports, id, prepare } = begin(7);
    expect(exports.fetch(SITE, 'another', id, FREE)).toBeUndefined();
    expect(exports.find('100000000000000009', ME, id)).toBeUndefined();
    fetch();
    expect(() => fetch()).toThrow('can be fetched once');
    prepare();
    prepare();
    expect(() => prepare()).toThrow('3 of your exports');
    prepare('another');
    exports.stop();
    expect(exports.find(SITE, ME, id)).toBeUndefined();
  });
});
