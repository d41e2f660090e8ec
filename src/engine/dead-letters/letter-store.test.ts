import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { NewLetter } from './letter-rows.ts';
import { LETTERS_FILE, type LetterLimits, LetterStore } from './letter-store.ts';

const NO_LIMITS: LetterLimits = { maxBytes: 1 << 30, maxAgeMs: 0 };
const LETTER_BYTES = 200;

let folder = '';
let store: LetterStore;
const open = (limits: Partial<LetterLimits> = {}) => {
  store = new LetterStore(folder, { ...NO_LIMITS, ...limits });
  return store;
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-letters-'));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const letter = (event: string | Buffer, more: Partial<NewLetter> = {}): NewLetter => ({
  pipelineId: '3',
  componentId: '2',
  nodeId: '2',
  at: 1000,
  errorName: 'NotTaken',
  message: 'Nobody took it',
  isText: true,
  event: Buffer.from(event),
  ...more,
});

const eventsIn = (one: LetterStore) => one.list({}, 0, 1000).letters.map(({ event }) => event);

it('the oldest letters are dropped beyond the bytes of a pipeline, and counted', () => {
  open({ maxBytes: 20 * (LETTER_BYTES + 8) });
  let dropped = 0;
  for (let n = 0; n < 100; n++)
    dropped += store.append([letter(`event ${String(n).padStart(2, '0')}`)])['3'] ?? 0;
  store.append([letter('other', { pipelineId: '4' })]);
  const { letters, count } = store.list({ pipelineId: '3' }, 0, 1000);
  expect(letters.map(({ event }) => event)).toEqual(Array.from({ length: 20 }, (_, n) => `event ${99 - n}`));
  expect({ count, dropped }).toEqual({ count: 20, dropped: 80 });
  expect(store.figures()).toMatchObject({
    3: { count: 20, bytes: 160, dropped: 80 },
    4: { count: 1, dropped: 0 },
  });
});

it('a letter over the limit alone is kept until the next comes', () => {
  open({ maxBytes: 1000 });
  store.append([letter('x'.repeat(5000))]);
  expect(store.figures()['3']).toMatchObject({ count: 1, bytes: 5000 });
  store.append([letter('small')]);
  expect(eventsIn(store)).toEqual(['small']);
});

it('letters over the age limit are deleted and counted', () => {
  open({ maxAgeMs: 1000 });
  store.append([letter('old', { at: 5000 }), letter('new', { at: 7000 })]);
  expect(store.sweep(7500)).toEqual({ 3: 1 });
  expect(eventsIn(store)).toEqual(['new']);
  expect(store.figures()['3']).toMatchObject({ count: 1, dropped: 1, oldestAt: 7000 });
});

it('choices narrow by node, reason, time, id and text of any kind', () => {
  open();
  const hostile = '100%_\\ "\u0000<script>\u202e';
  store.append([
    letter('a', { componentId: '7', at: 1 }),
    letter('b', { errorName: 'Other', at: 2 }),
    letter(hostile, { at: 3 }),
    letter('c', { message: '50% of it', at: 4 }),
  ]);
  const found = (choice: object) => store.list(choice, 0, 10).letters.map(({ at }) => at);
  expect(found({ componentId: '7' })).toEqual([1]);
  expect(found({ errorName: 'Other' })).toEqual([2]);
  expect(found({ from: 2, to: 4 })).toEqual([3, 2]);
  expect(found({ text: '100%_\\' })).toEqual([3]);
  expect(found({ text: '50%' })).toEqual([4]);
  expect(found({ text: "' or 1=1 --" })).toEqual([]);
  const [first] = store.list({ text: '100%' }, 0, 1).letters;
  expect(first?.event).toBe(hostile);
  expect(found({ ids: [first!.id] })).toEqual([3]);
});

it('answers are bounded: a long event is listed and read in part, and exported whole', () => {
  open();
  const long = `é${'ü'.repeat(2_500_000)}`;
  store.append([letter('before'), letter(long), letter('after')]);
  const [, listed] = store.list({}, 0, 10).letters;
  expect(listed).toMatchObject({ isCut: true, bytes: 5_000_002 });
  expect(listed!.event).toMatch(/^éü+$/);
  expect(Buffer.byteLength(listed!.event)).toBeLessThanOrEqual(300);
  const read = store.read(listed!.id)!;
  expect(read.isCut).toBe(true);
  expect(Buffer.byteLength(read.event)).toBeLessThanOrEqual(256 << 10);
  const pages: string[] = [];
  for (let next: number | undefined = 0; next !== undefined; ) {
    const page: { lines: string; next?: number | undefined } = store.export({}, next);
    pages.push(page.lines);
    next = page.next;
  }
  const exported = pages.join('').trimEnd().split('\n');
  expect(exported.map((line) => JSON.parse(line).event)).toEqual(['before', long, 'after']);
  expect(pages.length).toBe(3);
});

it('a replay that a kill interrupted leaves the letter, and says so', () => {
  open();
  store.append([letter('a'), letter('b'), letter('c')]);
  const upTo = store.newestId();
  const { letters } = store.take({}, 0, upTo);
  expect(letters.map(({ event }) => Buffer.from(event).toString())).toEqual(['a', 'b', 'c']);
  expect(store.take({}, 0, upTo).letters).toEqual([]);
  expect(store.discard({})).toBe(0);
  store.settle([letters[0]!.id], true);
  store.settle([letters[1]!.id], false);
  store.close();
  open();
  const kept = store
    .list({}, 0, 10)
    .letters.map(({ event, isUncertain, isReplaying }) => ({ event, isUncertain, isReplaying }));
  expect(kept).toEqual([
    { event: 'c', isUncertain: true, isReplaying: false },
    { event: 'b', isUncertain: false, isReplaying: false },
  ]);
  expect(store.figures()['3']).toMatchObject({ count: 2, replayed: 1 });
});

it('an edit keeps bytes as given, and refuses a stale revision', () => {
  open();
  store.append([letter('{"n":1}', { isText: false })]);
  const { id, revision } = store.list({}, 0, 1).letters[0]!;
  const event = '{"n":9007199254740993, "x":1.0}';
  expect(store.edit(id, revision, Buffer.from(event), 5)).toBe(true);
  expect(store.edit(id, revision, Buffer.from('{}'), 6)).toBe(false);
  expect(store.read(id)).toMatchObject({ event, revision: 1, editedAt: 5, bytes: event.length });
  expect(store.figures()['3']).toMatchObject({ bytes: event.length });
});

it('the origin of an event is kept, listed, exported and given back', () => {
  open();
  const origin = '{"source":"In","sender":"10.0.0.5"}';
  store.append([letter('a', { origin }), letter('b')]);
  expect(store.list({}, 0, 10).letters.map((one) => one.origin)).toEqual([undefined, origin]);
  expect(store.take({}, 0, store.newestId()).letters.map((one) => one.origin)).toEqual([origin, undefined]);
  const [first] = store.export({}, 0).lines.split('\n');
  expect(JSON.parse(first ?? '')).toMatchObject({ event: 'a', origin: { sender: '10.0.0.5' } });
});

it('letters of a file without origins stay, and new ones have theirs', () => {
  open().close();
  const db = new DatabaseSync(join(folder, LETTERS_FILE));
  for (const column of ['origin', 'replay_by']) db.exec(`alter table letters drop column ${column}`);
  db.exec('drop table held');
  db.exec("insert into letters values (7, '3', '2', '2', 1, 'E', 'm', 1, 0, 0, 0, 0, x'61')");
  db.close();
  open().append([letter('b', { origin: '{}' })]);
  expect(store.list({}, 0, 10).letters.map(({ event, origin }) => [event, origin])).toEqual([
    ['b', '{}'],
    ['a', undefined],
  ]);
});

it('two processes share a file: figures agree, each ends its own replays', () => {
  open();
  const other = new LetterStore(folder, NO_LIMITS, { worker: 1, isFirst: false });
  store.append([letter('a'), letter('b')]);
  other.append([letter('c', { pipelineId: '4' }), letter('d', { pipelineId: '4' })]);
  for (const one of [store, other]) expect(one.figures()).toMatchObject({ 3: { count: 2 }, 4: { count: 2 } });
  expect(store.discard({ pipelineId: '4' }, store.list({ text: 'c' }, 0, 1).letters[0]!.id)).toBe(1);
  expect(other.figures()).toMatchObject({ 4: { count: 1, bytes: 1, discarded: 1 } });
  const window = store.window({}, 0);
  expect(window).toMatchObject({ pipelineIds: ['3', '4'], through: store.newestId() });
  store.take({ pipelineIds: ['3'] }, 0, window.upTo);
  other.take({ pipelineIds: ['4'] }, 0, window.upTo);
  other.close();
  const again = new LetterStore(folder, NO_LIMITS, { worker: 1, isFirst: false });
  const replays = again.list({}, 0, 10).letters.map(({ event, isReplaying }) => [event, isReplaying]);
  expect(replays).toEqual([
    ['d', false],
    ['b', true],
    ['a', true],
  ]);
  again.close();
});

it('ids are never used again, also not in a new file', () => {
  open();
  store.append([letter('a')]);
  const first = store.newestId();
  store.discard({});
  store.close();
  rmSync(join(folder, LETTERS_FILE));
  open();
  store.append([letter('b')]);
  expect(store.newestId()).toBeGreaterThan(first);
});

it('the file shrinks once letters are discarded', () => {
  open();
  store.append(Array.from({ length: 100 }, () => letter(Buffer.alloc(100_000, 'x'))));
  expect(store.discard({})).toBe(100);
  store.close();
  expect(statSync(join(folder, LETTERS_FILE)).size).toBeLessThan(1 << 20);
  open();
});

it('files of earlier versions are taken over once, oldest first', () => {
  const line = (event: string) =>
    `${JSON.stringify({ at: '2026-01-01T00:00:00.000Z', componentId: '2', errorName: 'E', message: 'm', event })}\n`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '300.ndjson.1'), line('a'));
  writeFileSync(join(folder, '300.ndjson'), `${line('{"b":1}')}{"at":"cut`);
  open();
  expect(eventsIn(store)).toEqual(['{"b":1}', 'a']);
  expect(store.list({}, 0, 1).letters[0]).toMatchObject({
    pipelineId: '300',
    isText: false,
    at: 1767225600000,
  });
  expect(readdirSync(folder).filter((name) => name.includes('ndjson'))).toEqual([]);
  store.close();
  open();
  expect(store.list({}, 0, 1).count).toBe(2);
});
