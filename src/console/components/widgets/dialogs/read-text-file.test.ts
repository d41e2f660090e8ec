import { expect, test } from 'vitest';
import { readTextFile } from './read-text-file.ts';

const file = (...parts: BlobPart[]) => new File(parts, 'app.log');

test('a text is read as it is, without its byte order mark', async () => {
  expect(await readTextFile(file('\ufeffa\r\nb ☃'))).toEqual({ text: 'a\r\nb ☃', note: undefined });
});

test('a long file is cut to its first bytes, and says so', async () => {
  const { text, note } = await readTextFile(file('é'.repeat(40), '\n', '☃'.repeat(2000)), 100);
  expect(text).toBe(`${'é'.repeat(40)}\n`);
  expect(note).toBe('app.log has 6.08 KB; the lines within its first 100 B were read.');
});

test.each([
  ['nothing', file(), /app\.log is empty/],
  ['gzip', file(new Uint8Array([0x1f, 0x8b, 8, 0])), /compressed\. Unpack it/],
  ['zip', file('PK\u0003\u0004'), /compressed/],
  ['UTF-16', file(new Uint8Array([0xff, 0xfe, 65, 0])), /not UTF-8/],
  ['a program', file(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1])), /not UTF-8/],
])('%s is refused by name', async (_, chosen, why) => {
  await expect(readTextFile(chosen)).rejects.toThrow(why);
});

test('a line without an end is refused', async () => {
  await expect(readTextFile(file('x'.repeat(500)), 100)).rejects.toThrow(/first line of app\.log/);
});
