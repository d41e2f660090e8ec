import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Output } from '../../../event/output.ts';
import { SyslogError } from './message.ts';
import { writePlainMessage } from './plain-message.ts';
import { readMessage } from './read-message.ts';

/** Null when the message is left to the full parser. */
function written(text: string): string | null {
  // Bytes around the message must be ignored.
  const around = Buffer.from(`<1>1 ${text}- 9 9`);
  const out = new Output(16);
  const isWritten = writePlainMessage(around, 5, 5 + Buffer.byteLength(text), out);
  return isWritten ? out.view().toString() : null;
}

function read(text: string): string {
  try {
    return JSON.stringify(readMessage(text, { format: 'rfc5424', timezone: 'UTC', now: 0 }));
  } catch (error) {
    if (error instanceof SyslogError) return error.message;
    throw error;
  }
}

const word = fc.oneof(
  fc.constantFrom('-', '1', '', 'web-1', 'a"b', 'ä', '[x y="z"]', '--', 'a\\b', '\ufeffb'),
  fc.string({ maxLength: 5 }),
);
const time = fc.constantFrom(
  '-',
  '2026-11-21T10:00:00Z',
  '2026-11-21T10:00:00.123456789+01:00',
  '2026-11-21T10:00:00.1234567890Z',
  '2026-11-21T10:00:00.Z',
  '2026-11-21T10:00:00',
  '2026-11-21T10:00:00-0100',
  '2026-11-21T10:00:00Zx',
);
const priority = fc.oneof(fc.constantFrom('<13>', '<191>', '<192>', '<007>', '<1234>', '<>', '<1', '13'));
const message = fc
  .tuple(priority, fc.constantFrom('1', '1', '1', '2', ''), time, fc.array(word, { maxLength: 8 }))
  .map(([first, version, at, words]) => `${first}${[version, at, ...words].join(' ')}`);

describe('messages that are written at once', () => {
  it('makes the event that reading makes, of every message that it takes', () => {
    fc.assert(
      fc.property(message, (text) => {
        const event = written(text);
        if (event !== null) expect(event).toBe(read(text));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    '<134>1 2026-11-21T10:00:00.000Z web-3 checkout 1003 - - order 3 of user3@example.com',
    '<0>1 - - - - - -',
    '<191>1 2026-11-21T10:00:00+01:00 h a p id - ',
    '<13>1 - h - - ID47 -  two spaces',
  ])('takes %s', (text) => {
    expect(written(text)).toBe(read(text));
  });

  it.each([
    '<13>1 - h - - - - say "hello"',
    '<13>1 - h - - - - grün',
    '<13>1 - h - - - [a b="c"] structured',
    '<13>1 - h - - - -no space',
    '<13>1 - h - - -',
    '<192>1 - h - - - - x',
    '<13>2 - h - - - - x',
  ])('leaves %s to the reader', (text) => {
    expect(written(text)).toBeNull();
  });
});
