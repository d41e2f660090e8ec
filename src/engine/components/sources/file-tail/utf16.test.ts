import { appendFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TailTrial } from '../../testing/tail.ts';

let tail: TailTrial;
beforeEach(() => {
  tail = new TailTrial();
});
afterEach(() => tail.end());

const UTF16 = { encoding: 'utf-16' };
const little = (text: string) => Buffer.from(text, 'utf16le');
const big = (text: string) => little(text).swap16();
/** Their bytes include those of a newline. */
const LINES = ['{"n":"grüße 🎉"}', 'ਊ Ċ \u0d0a', 'end'];
const TEXT = `${LINES.join('\r\n')}\r\n`;

it.each([
  ['little-endian', little(`\ufeff${TEXT}`)],
  ['big-endian', big(`\ufeff${TEXT}`)],
  ['without a mark', little(TEXT)],
])('file_tail: UTF-16 becomes UTF-8, %s', async (_, bytes) => {
  writeFileSync(tail.path, bytes);
  await tail.start(UTF16);
  await tail.seen(...LINES);
});

it('file_tail: UTF-16 goes on at the right byte after a restart', async () => {
  const long = 'ü🎉'.repeat(400);
  writeFileSync(tail.path, little(`\ufeffone ü\n${long}\ntwo\n`));
  await tail.start({ ...UTF16, maxLineBytes: 1024 });
  await tail.seen('one ü', 'two');
  expect(tail.probe.deadLetters.map(({ text }) => text.slice(0, 3))).toEqual(['ü🎉']);
  expect(tail.probe.intake.rawBytes).toBe(little(`one ü\n${long}\ntwo\n`).length);
  await tail.stop();
  appendFileSync(tail.path, little('three\n'));
  await tail.start({ ...UTF16, maxLineBytes: 1024 });
  await tail.seen('one ü', 'two', 'three');
});

it('file_tail: of UTF-16, new lines only, from the beginning of a line', async () => {
  writeFileSync(tail.path, big('\ufeffold\nĊ unfin'));
  await tail.start({ ...UTF16, readFrom: 'end' });
  appendFileSync(tail.path, big('ished\n'));
  await tail.seen('Ċ unfinished');
});

it('file_tail: no line of UTF-16 is lost or comes twice, however it is written', async () => {
  const word = fc.constantFrom('a', 'ü', 'ਊ', 'Ċ', '🎉', '\ud83c', ' ');
  const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `x${words.join('')}`);
  const step = fc.record({ lines: fc.array(line, { maxLength: 5 }), restarts: fc.boolean(), odd: fc.nat(7) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      await tail.end();
      tail = new TailTrial();
      writeFileSync(tail.path, little('\ufeff'));
      await tail.start(UTF16);
      const all: string[] = [];
      let rest = Buffer.alloc(0);
      for (const { lines, restarts, odd } of steps) {
        all.push(...lines);
        const bytes = Buffer.concat([rest, little(lines.map((one) => `${one}\n`).join(''))]);
        const now = Math.max(0, bytes.length - odd);
        appendFileSync(tail.path, bytes.subarray(0, now));
        rest = bytes.subarray(now);
        if (!restarts) continue;
        await tail.stop();
        await tail.start(UTF16);
      }
      appendFileSync(tail.path, rest);
      await tail.seen(...all.map((one) => one.toWellFormed()));
    }),
    { numRuns: 15 },
  );
});
