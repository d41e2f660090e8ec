import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlainLineReader } from './plain-line.ts';
import { parseRecord } from './record.ts';

const HEAD = '","source":"web","sourceId":"7",';
const write = (rest: string, time = '2026-11-21T22:15:30.123456Z', head = HEAD) =>
  `{"received":"${time}${head}${rest}}`;

/** Result after a line of the same source; undefined when left to the full reader. */
function read(line: string, before = write('"message":"first"', '2026-11-21T22:15:07.000001Z')) {
  const reader = new PlainLineReader();
  reader.learn(parseRecord(before)!);
  const bytes = Buffer.from(`${before}\n${line}\n`);
  const from = Buffer.byteLength(before) + 1;
  reader.read(bytes, 0, from - 1);
  if (!reader.read(bytes, from, bytes.length - 1)) return undefined;
  return { micros: reader.micros, text: bytes.toString('utf8', reader.from, reader.to) };
}

describe('plain lines of archives', () => {
  it.each([
    ['a text', write('"message":"GET /café 200"')],
    ['an empty text', write('"message":""')],
    ['an object', write('"event":{"a":[1,{"b":null}],"c":"x y"}')],
    ['an object with where it came from', write('"origin":{"address":"10.0.0.1"},"event":{"a": -1.5e3}')],
    ['another minute', write('"message":"x"', '2027-01-01T00:00:59.999999Z')],
  ])('%s is read where it stands', (_, line) => {
    const record = parseRecord(line)!;
    expect(read(line)).toEqual({ micros: record.micros, text: record.text });
  });

  it.each([
    ['another source', write('"message":"x"', undefined, '","source":"db","sourceId":"8",')],
    ['a time that is none', write('"message":"x"', '2026-11-21T22:15:3x.123456Z')],
    ['a time with other marks', write('"message":"x"', '2026-11-21T22:15:30,123456Z')],
    ['a member more', write('"message":"x","more":1')],
    ['an event that is no object', write('"event":[1]')],
    ['an open text', write('"message":"x')],
    ['a control character', write('"message":"a\tb"')],
    ['two values', write('"event":{"a":1}{"b":2}')],
    ['a torn line', write('"event":{"a":1}').slice(0, -2)],
  ])('%s is left to the other reader', (_, line) => {
    expect(read(line)).toBeUndefined();
  });

  it('property: what it reads is what the other reader reads', () => {
    const valid = fc.oneof(
      fc.json({ maxDepth: 3 }).map((event) => write(`"event":{"k":${event}}`)),
      fc.string().map((text) => write(`"message":${JSON.stringify(text)}`)),
    );
    const line = fc
      .tuple(valid, fc.nat(200), fc.nat(3), fc.string({ maxLength: 2 }))
      .map(([text, at, count, put]) => text.slice(0, at) + put + text.slice(at + count));
    fc.assert(
      fc.property(fc.oneof(valid, line), (text) => {
        fc.pre(!text.includes('\\') && !text.includes('\n'));
        const found = read(text);
        const record = parseRecord(Buffer.from(text).toString());
        if (found) expect(found).toEqual({ micros: record?.micros, text: record?.text });
      }),
      { numRuns: 2000 },
    );
  });
});
