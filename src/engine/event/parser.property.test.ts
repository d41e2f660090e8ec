import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Batch } from './batch.ts';
import { NEWLINE } from './bytes.ts';
import {
  EVENT,
  EVENT_ROOT,
  INFO,
  LIST,
  LIST_CAPACITY,
  LIST_LENGTH,
  MEMBER,
  SPARE_MEMBERS,
} from './layout.ts';
import { createPath } from './path.ts';
import { documentText } from './testing/documents.ts';
import { FastScanner } from './wasm/scanner.ts';

class LookedInto extends Batch {
  /** Where its members are, counted from the event's start, and their flags. */
  members(ev: number): number[] {
    const { events, lists, tape } = this;
    const start = events[ev * EVENT]!;
    const list = events[ev * EVENT + EVENT_ROOT]!;
    const first = lists[list]!;
    const length = lists[list + LIST_LENGTH]!;
    expect(lists[list + LIST_CAPACITY]).toBe(length + SPARE_MEMBERS);
    expect(first + (length + SPARE_MEMBERS) * MEMBER).toBeLessThanOrEqual(this.tapeLength);
    expect(list).toBeLessThan(this.listsLength * LIST);
    const ints = [...tape.subarray(first, first + length * MEMBER)];
    return ints.map((value, i) => (i % MEMBER === INFO ? value : value - start));
  }

  /** How many of its lines are read ahead. */
  readByScanner(scanner: FastScanner): number {
    const { buf, events, tapeLength, listsLength } = this;
    const to = scanner.lastOf(events, 0, this.count);
    scanner.read({ buf, events, tapeLength, listsLength }, 0, to);
    return Array.from({ length: to }, (_, n) => scanner.listOf(n, events[n * EVENT]!)).filter((n) => n >= 0)
      .length;
  }
}

/** A single event is never read ahead. */
function parseAlone(line: Buffer): unknown {
  const batch = new LookedInto(64);
  batch.appendRaw(line);
  return batch.parseJson(0) ?? batch.members(0);
}

function expectSame(lines: readonly Buffer[]): void {
  const batch = new LookedInto(64);
  for (const line of lines) batch.appendRaw(line);
  const reasons = lines.map((_, ev) => batch.parseJson(ev));
  const together = reasons.map((reason, ev) => reason ?? batch.members(ev));
  expect(together).toEqual(lines.map(parseAlone));
  expectSameLoaded(lines.filter((line) => line.toString().trim() !== '' && !line.includes(NEWLINE)));
}

/** Lines that come as JSON are read ahead, too. */
function expectSameLoaded(lines: readonly Buffer[]): void {
  const batch = new LookedInto(64);
  batch.loadJsonLines(Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')])));
  expect(batch.count).toBe(lines.length);
  const loaded = lines.map((_, ev) => (batch.isLive(ev) ? batch.members(ev) : batch.invalidReason(ev)));
  const alone = lines.map((line) => {
    const one = new LookedInto(64);
    one.appendJson(line);
    return one.isLive(0) ? one.members(0) : one.invalidReason(0);
  });
  expect(loaded).toEqual(alone);
}

const byte = fc.constantFrom(
  ...Buffer.from('{}[]",:\\ue0129-+.Etrfalsn \t\r\n/'),
  ...[0, 31, 127, 0xc3, 0xa9],
);
const edit = fc.record({ at: fc.nat(), cut: fc.nat({ max: 3 }), insert: fc.array(byte, { maxLength: 3 }) });
const line = fc.tuple(documentText, fc.array(edit, { maxLength: 2 })).map(([text, edits]) => {
  let bytes: Buffer = Buffer.from(text);
  for (const { at, cut, insert } of edits) {
    const place = at % (bytes.length + 1);
    bytes = Buffer.concat([bytes.subarray(0, place), Buffer.from(insert), bytes.subarray(place + cut)]);
  }
  return bytes;
});

test('lines that are read ahead have the members and the errors of lines read alone', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 4, maxLength: 12 }), (lines) => expectSame(lines)),
    { numRuns: Number(process.env.PENSTOCK_RUNS ?? 800) },
  );
});

const open = (depth: number) => '{"a":'.repeat(depth) + '{}'.padEnd(depth + 2, '}');
const list = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

test('strings of every length, with what ends or breaks them at every place', () => {
  const inside = [
    '',
    '\\n',
    '\\"',
    '\\\\',
    '\\u00e9',
    '\\u00g9',
    '\\x',
    'é',
    '😀',
    '\t',
    '\u0001',
    '\x7f',
    '!',
    '#',
  ];
  const texts = inside.flatMap((part) =>
    Array.from({ length: 40 }, (_, n) => `${'x'.repeat(n)}${part}${'y'.repeat(40 - n + (n % 3))}`),
  );
  const lines = texts.flatMap((text) => [
    `{"${text}":1}`,
    `{"k":"${text}"}`,
    `{"k":{"${text}":["${text}"]}}`,
  ]);
  expectSame(lines.map((text) => Buffer.from(text)));
});

test('nesting as deep as it may be, and deeper', () => {
  const depths = [1, 2, 125, 126, 127, 128, 129, 200];
  const lines = depths.flatMap((depth) => [
    open(depth),
    list(depth),
    `{"b":[${open(depth)},1,${list(depth)}]}`,
  ]);
  expectSame(lines.map((text) => Buffer.from(text)));
});

test('all valid lines are read ahead, as many as there is room for', () => {
  const scanner = new FastScanner();
  const members = Array.from({ length: 40 }, (_, n) => `"":${n % 10}`).join(',');
  const lines = ['{}', `{${members}}`, ' {"a" : [ 1, {"b":null} ] , "c": "é\\n" } \r', open(126)];
  const batch = new LookedInto(64);
  for (let n = 0; n < 2000; n++) batch.appendRaw(Buffer.from(lines[n % lines.length]!));
  const read = batch.readByScanner(scanner);
  expect(read).toBeGreaterThan(200);
  expect(read).toBe(scanner.lastOf(Reflect.get(batch, 'events'), 0, batch.count));
  const shortest = new LookedInto(64);
  for (let n = 0; n < 2000; n++) shortest.appendRaw(Buffer.from('{}'));
  expect(shortest.readByScanner(scanner)).toBe(1024);
  const long = new LookedInto(64);
  long.appendRaw(Buffer.from(`{"a":"${'x'.repeat(65_536)}"}`));
  expect(long.readByScanner(scanner)).toBe(0);
  const dense = new LookedInto(64);
  dense.appendRaw(Buffer.from(`{${'"":1,'.repeat(13_000)}"":1}`));
  expect(dense.readByScanner(scanner)).toBe(1);
});

test('an event that was replaced after reading ahead is read as it is', () => {
  const batch = new LookedInto(64);
  for (let n = 0; n < 30; n++) batch.appendRaw(Buffer.from(`{"n":${n}}`));
  const path = createPath('n');
  expect(batch.parseJson(0)).toBeNull();
  batch.replaceWith(5, Buffer.from('{"m":0,"n":"other"}'), true);
  batch.drop(6);
  batch.moveTail(20, new Batch(64));
  for (let n = 20; n < 25; n++) batch.appendRaw(Buffer.from(`{"n":"new ${n}"}`));
  const read = Array.from({ length: batch.count }, (_, ev) => {
    if (!batch.isLive(ev)) return 'dropped';
    return batch.parseJson(ev) === null ? batch.textAt(ev, path) : 'invalid';
  });
  const before = Array.from({ length: 20 }, (_, n) => String(n));
  before[5] = 'other';
  before[6] = 'dropped';
  expect(read).toEqual([...before, ...[20, 21, 22, 23, 24].map((n) => `new ${n}`)]);
});

test('events of which few are asked for are read alike, in any order', () => {
  const wanted = Array.from({ length: 3000 }, (_, ev) => ev).filter((ev) => ev % 7 === 0 || ev > 2000);
  for (const order of [wanted, wanted.toReversed()]) {
    const batch = new LookedInto(64);
    for (let n = 0; n < 3000; n++) batch.appendRaw(Buffer.from(`{"n":${n}}`));
    const other = new LookedInto(64);
    for (let n = 0; n < 10; n++) other.appendRaw(Buffer.from(`{"other":${n}}`));
    for (const [i, ev] of order.entries()) {
      expect(batch.parseJson(ev)).toBeNull();
      expect(batch.textAt(ev, createPath('n'))).toBe(String(ev));
      if (i % 500 === 0) expect(other.parseJson(i / 500)).toBeNull();
    }
    expect(Array.from({ length: 3000 }, (_, ev) => batch.isRawText(ev)).filter((raw) => !raw).length).toBe(
      wanted.length,
    );
  }
});
