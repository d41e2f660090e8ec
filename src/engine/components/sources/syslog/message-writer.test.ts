import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Output } from '../../../event/output.ts';
import { type Frames, MessageWriter } from './message-writer.ts';
import { writePlainMessage } from './plain-message.ts';

const writer = new MessageWriter();
const EVERY: Frames = { lines: true, counted: true, mostBytes: 300 };

type Read = { events: string[]; payloadBytes: number; after: number };

function fast(stream: Buffer, frames: Frames): Read {
  const after = writer.read(stream, 3, stream.length, frames);
  const text = writer.bytes.subarray(writer.from, writer.to);
  let start = 0;
  const events = [...writer.ends].map((end) => {
    const event = text.toString('latin1', start, end);
    expect(text[end]).toBe(10);
    start = end + 1;
    return event;
  });
  expect(start).toBe(text.length);
  return { events, payloadBytes: writer.payloadBytes, after };
}

/** One frame after the other, by the function for one message. */
function plain(stream: Buffer, { lines, counted, mostBytes }: Frames): Read {
  const out = new Output(16);
  const read: Read = { events: [], payloadBytes: 0, after: 3 };
  for (;;) {
    const [length] =
      /^[1-9][0-9]{0,8}(?= )/.exec(stream.toString('latin1', read.after, read.after + 10)) ?? [];
    const isCounted = length !== undefined;
    const from = read.after + (isCounted ? length.length + 1 : 0);
    const newline = stream.indexOf(10, from);
    const to = isCounted ? from + Number(length) : newline;
    const isRead = isCounted ? counted : lines;
    if (!isRead || to < 0 || to > stream.length || to - from > mostBytes) return read;
    out.clear();
    if (!writePlainMessage(stream, from, to, out)) return read;
    read.events.push(out.view().toString('latin1'));
    read.payloadBytes += to - from;
    read.after = isCounted ? to : to + 1;
  }
}

const word = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('-', 'web-1', 'checkout', '1', 'a-word-of-sixteen', 'x'.repeat(16)),
  },
  { weight: 1, arbitrary: fc.constantFrom('', 'a"b', 'ä', '[x y="z"]', '--', 'a\\b', '\x7f', '\xff', '\0') },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
);
const time = fc.oneof(
  fc.constantFrom(
    '-',
    '2026-11-21T10:00:00Z',
    '2026-11-21T10:00:00.123456789+01:00',
    '2026-11-21T10:00:00.1234567890Z',
    '2026-11-21T10:00:00.Z',
    '2026-11-21T10:00:00',
    '2026-11-21T10:00:00-0100',
    '2026-11-21T10:00:00Zx',
  ),
  fc.tuple(fc.nat(30), fc.constantFrom('0', '/', ':', 'T', 'Z', '+', '-', '.', 'x', '')).map(([at, char]) => {
    const text = '2026-11-21T10:00:00.25-01:00';
    return text.slice(0, at) + char + text.slice(at + 1);
  }),
);
const priority = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 191 }).map((n) => `<${n}>`) },
  { weight: 1, arbitrary: fc.constantFrom('<192>', '<007>', '<1234>', '<>', '<1', '13', '0<1>', '<1x>') },
);
const message = fc
  .tuple(
    priority,
    fc.constantFrom('1', '1', '1', '1', '2', ''),
    time,
    fc.array(
      fc.oneof({ weight: 5, arbitrary: fc.constantFrom('-', 'h', 'app') }, { weight: 1, arbitrary: word }),
      {
        minLength: 4,
        maxLength: 5,
      },
    ),
    fc.oneof({ weight: 9, arbitrary: fc.constant('-') }, { weight: 1, arbitrary: word }),
    fc.array(word, { maxLength: 9 }),
  )
  .map(([first, version, at, header, data, rest]) =>
    [`${first}${version}`, at, ...header.slice(0, 4), data, ...rest].join(' '),
  );
const frame = fc
  .tuple(
    message,
    fc.constantFrom('line', 'line', 'counted', 'counted', 'miscounted', 'none'),
    fc.integer({ min: -2, max: 2 }),
  )
  .map(([text, kind, off]) => {
    const length = Buffer.byteLength(text, 'latin1');
    if (kind === 'line') return `${text}\n`;
    if (kind === 'counted') return `${length} ${text}`;
    return kind === 'miscounted' ? `${Math.max(0, length + off)} ${text}` : text;
  });
const frames = fc.record({
  lines: fc.boolean(),
  counted: fc.boolean(),
  mostBytes: fc.integer({ min: 20, max: 300 }),
});

describe('plain messages of a stream that are written in one call', () => {
  it('are those that are written one by one, in any framing', () => {
    fc.assert(
      fc.property(
        fc.array(frame, { maxLength: 8 }),
        fc.oneof(fc.constant(EVERY), frames),
        (some, settings) => {
          // Bytes before the stream must be ignored.
          const stream = Buffer.from(`<1>${some.join('')}`, 'latin1');
          expect(fast(stream, settings)).toEqual(plain(stream, settings));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it.each(['line', 'counted'])('are read up to what the memory holds, each %s', (kind) => {
    const text = '<13>1 2026-11-21T10:00:00.000Z web-3 checkout 1003 - - order 3';
    for (const one of [text, '<1>1 - - - - - -', `${text} ${'x'.repeat(70_000)}`]) {
      const framed = kind === 'line' ? `${one}\n` : `${one.length} ${one}`;
      const stream = Buffer.from(`<1>${framed.repeat(Math.ceil(200_000 / framed.length))}`);
      const settings = { ...EVERY, mostBytes: 1 << 20 };
      const wanted = plain(stream, settings);
      const events: string[] = [];
      let { after } = { after: 3 };
      for (;;) {
        const part = fast(stream.subarray(after - 3), settings);
        if (part.events.length === 0) break;
        events.push(...part.events);
        after += part.after - 3;
      }
      if (one.length < 1000)
        expect({ events, after }).toEqual({ events: wanted.events, after: wanted.after });
      else expect(events).toEqual([]);
    }
  });
});
