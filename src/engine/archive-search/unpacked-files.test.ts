import { rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../../../tests/harness/temp-folder.ts';
import { UnpackedFiles } from './unpacked-files.ts';

const MIB = 1 << 20;
const folder = makeTempFolder();

/** Compressed lines of 1 MiB. */
function write(name: string, lines: number, letter = 'x') {
  const path = join(folder, name);
  writeFileSync(path, zstdCompressSync(`${letter.repeat(MIB - 1)}\n`.repeat(lines)));
  return { path, name, writtenAt: 0 };
}

async function read(unpacked: UnpackedFiles, file: ReturnType<typeof write>): Promise<string> {
  let found = '';
  let lines = 0;
  for await (const block of unpacked.read(file, file.path)) {
    found += block.bytes.toString();
    lines += block.lines;
  }
  return `${lines} of ${found[0]}`;
}

test('a file that is written anew under its name is read anew', async () => {
  const unpacked = new UnpackedFiles({ settledMs: 0 });
  const file = write('a.ndjson.zst', 3);
  expect(await read(unpacked, file)).toBe('3 of x');
  expect(await read(unpacked, file)).toBe('3 of x');
  write(basename(file.path), 3, 'y');
  expect(await read(unpacked, file)).toBe('3 of y');
  rmSync(file.path);
  await expect(read(unpacked, file)).rejects.toThrow('ENOENT');
  expect(unpacked.heldBytes).toBe(0);
});

test('one that changed a moment ago may change again: it is not held', async () => {
  const unpacked = new UnpackedFiles();
  expect(await read(unpacked, write('young.ndjson.zst', 2))).toBe('2 of x');
  expect(unpacked.heldBytes).toBe(0);
});

test('of a long search what it reads first is held, within a bound', async () => {
  const unpacked = new UnpackedFiles({ settledMs: 0 });
  const files = Array.from({ length: 6 }, (_, at) => write(`${at}.ndjson.zst`, 10));
  for (let run = 0; run < 2; run++) {
    unpacked.begin();
    for (const file of files) await read(unpacked, file);
    expect(unpacked.heldBytes).toBe(40 * MIB);
  }
  const large = write('large.ndjson.zst', 20);
  unpacked.begin();
  expect(await read(unpacked, large)).toBe('20 of x');
  expect(unpacked.heldBytes).toBe(40 * MIB);
  expect(await read(unpacked, files[0]!)).toBe('10 of x');
});
