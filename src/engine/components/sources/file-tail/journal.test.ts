import { appendFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Batch } from '../../../event/batch.ts';
import { until } from '../../testing/contexts.ts';
import { TailTrial } from '../../testing/tail.ts';
import { Draws } from '../generator/random.ts';
import { fileTailSource } from './source.ts';

let tail: TailTrial;
beforeEach(() => {
  tail = new TailTrial();
});
afterEach(() => tail.end());

const journal = { format: 'journal' };

/** In journald's format, with a length unless the value is one printable line. */
function field(name: string, value: string): Buffer {
  const bytes = Buffer.from(value);
  if (bytes.every((byte) => byte >= 0x20 || byte === 0x09)) return Buffer.from(`${name}=${value}\n`);
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(bytes.length));
  return Buffer.concat([Buffer.from(`${name}\n`), size, bytes, Buffer.from('\n')]);
}
type Fields = readonly (readonly [string, string])[];
const entry = (fields: Fields): Buffer =>
  Buffer.concat([...fields.map(([name, value]) => field(name, value)), Buffer.from('\n')]);
const message = (text: string): Buffer => entry([['MESSAGE', text]]);
const events = () => tail.probe.events.map((text) => JSON.parse(text) as Record<string, unknown>);

describe('file_tail reads the journal export format', () => {
  it('fields by their names, with time and message, several values as a list', async () => {
    const fields: Fields = [
      ['__REALTIME_TIMESTAMP', '1772366400123456'],
      ['PRIORITY', '3'],
      ['MESSAGE', 'no "room" = ü'],
      ['_SYSTEMD_UNIT', 'web.service'],
      ['_SELINUX_CONTEXT', 'a\n'],
      ['OBJECT', 'one'],
      ['OBJECT', 'two'],
      ['OBJECT', 'three'],
      ['EMPTY', ''],
    ];
    writeFileSync(tail.path, Buffer.concat([entry(fields), message('next')]));
    await tail.start(journal);
    await until(() => expect(tail.probe.events).toHaveLength(2));
    expect(events()).toEqual([
      {
        timestamp: '2026-03-01T12:00:00.123456Z',
        message: 'no "room" = ü',
        __REALTIME_TIMESTAMP: '1772366400123456',
        PRIORITY: '3',
        _SYSTEMD_UNIT: 'web.service',
        _SELINUX_CONTEXT: 'a\n',
        OBJECT: ['one', 'two', 'three'],
        EMPTY: '',
      },
      { message: 'next' },
    ]);
    expect(tail.probe.intake.rawBytes).toBe(entry(fields).length + message('next').length);
  });

  it('binary values with line breaks, in pieces, over a crash', async () => {
    const draws = new Draws();
    draws.begin(7, 1);
    const pieces = ['a', '=', '\n', '\n\n', '\r\n', '\r', '\0', 'MESSAGE=x\n', 'ü', '\x0a'.repeat(10)];
    const texts = Array.from({ length: 200 }, (_, n) => {
      const body = Array.from({ length: draws.below(8) }, () => draws.from(pieces)).join('');
      return `${n} ${body}`;
    });
    const all = Buffer.concat(
      texts.map((text) =>
        entry([
          ['N', '1'],
          ['MESSAGE', text],
          ['Z', text],
        ]),
      ),
    );
    writeFileSync(tail.path, '');
    await tail.start(journal);
    const half = Math.floor(all.length / 2);
    for (let at = 0; at < all.length; ) {
      const size = 1 + draws.below(900);
      appendFileSync(tail.path, all.subarray(at, at + size));
      if (at < half && at + size >= half) {
        await until(() => expect(tail.probe.events.length).toBeGreaterThan(50));
        const former = await tail.crashAndStart(journal);
        tail.probe.events.unshift(...former.events);
      }
      at += size;
    }
    await until(() => expect(new Set(events().map((event) => event.message)).size).toBe(texts.length));
    const found = new Map(events().map((event) => [event.message, event]));
    expect([...found.values()]).toEqual(texts.map((text) => ({ message: text, N: '1', Z: text })));
  });

  it('an entry is taken once it is complete, wherever the file ends for now', async () => {
    const bytes = entry([
      ['MESSAGE', 'two\nlines'],
      ['A', 'b'],
    ]);
    writeFileSync(tail.path, message('first'));
    await tail.start(journal);
    await tail.seen('{"message":"first"}');
    for (const byte of bytes) appendFileSync(tail.path, Buffer.from([byte]));
    await tail.seen('{"message":"first"}', '{"message":"two\\nlines","A":"b"}');
  });

  it.each<[string, Buffer]>([
    ['a line that is no field', Buffer.from('plain text of a log\n\n')],
    ['a name in small letters', Buffer.from('message=x\n\n')],
    ['a length that cannot be', Buffer.from('MESSAGE\n\xff\xff\xff\xff\xff\xff\xff\xffx\n\n', 'latin1')],
    ['a value longer than its length', Buffer.from('MESSAGE\n\x01\0\0\0\0\0\0\0xyz\n\n', 'latin1')],
  ])('%s becomes a dead letter, the next entry is read', async (_, broken) => {
    writeFileSync(tail.path, Buffer.concat([message('before'), broken, message('after')]));
    await tail.start(journal);
    await tail.seen('{"message":"before"}', '{"message":"after"}');
    expect(tail.probe.deadLetters).toMatchObject([{ errorName: 'JournalEntryBroken' }]);
  });

  it.each(['dead_letter', 'truncate'])('an entry beyond the limit: %s', async (longLines) => {
    const long = [
      entry([['MESSAGE', 'x'.repeat(5000)]]),
      entry([
        ['MESSAGE', 'y\n'.repeat(5000)],
        ['A', 'b'],
      ]),
    ];
    writeFileSync(tail.path, Buffer.concat([message('before'), ...long, message('after')]));
    await tail.start({ ...journal, maxLineBytes: 1000, longLines });
    await until(() => expect(tail.probe.events.at(-1)).toBe('{"message":"after"}'));
    const kept =
      longLines === 'truncate'
        ? tail.probe.events.slice(1, -1)
        : tail.probe.deadLetters.map(({ text }) => text);
    expect(kept.map((text) => [text.length <= 1000, text.slice(0, 7)])).toEqual([
      [true, 'MESSAGE'],
      [true, 'MESSAGE'],
    ]);
  });

  it('an entry that is tried or replayed is read, an event of the source unchanged', () => {
    const batch = new Batch(1024);
    const append = fileTailSource.read!(journal);
    for (const text of ['MESSAGE=a\n_PID=1', '{"message":"c"}', 'd']) append(batch, Buffer.from(text));
    const read = Array.from({ length: batch.count }, (_, ev) => batch.bytesOf(ev).toString());
    expect(read).toEqual(['{"message":"a","_PID":"1"}', '{"message":"c"}', 'd']);
  });
});
