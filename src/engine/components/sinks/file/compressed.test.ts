import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rawBatch, SinkProbe, until } from '../../testing/contexts.ts';
import { fileSink } from './sink.ts';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sink-'));
  path = join(folder, 'out');
});
afterEach(() => rmSync(folder, { recursive: true }));

const openSink = (config: Record<string, unknown> = {}, probe = new SinkProbe()) =>
  fileSink.open({ path, format: 'text', maxFileBytes: 1024, keepFiles: 3, ...config }, probe.context);
const line = (n: number) => `${n}`.padStart(99, '0');
const lines = (from: number, count: number) => Array.from({ length: count }, (_, n) => line(from + n));
const READERS: Record<string, (bytes: Buffer) => Buffer> = {
  '.gz': (bytes) => gunzipSync(bytes),
  '.zst': (bytes) => zstdDecompressSync(bytes),
};
const readNumbers = (file: string): number[] => {
  const read = Object.entries(READERS).find(([ending]) => file.endsWith(ending))?.[1];
  const bytes = readFileSync(join(folder, file));
  return (read ? read(bytes) : bytes).toString().trimEnd().split('\n').map(Number);
};

it.each([
  ['gzip', '.gz'],
  ['zstd', '.zst'],
])('full files are compressed with %s and rotated, every line once', async (compression, ending) => {
  const sink = await openSink({ compression });
  for (let n = 0; n < 45; n += 5) await sink.write(rawBatch(...lines(n, 5)));
  const files = ['out', `out.1${ending}`, `out.2${ending}`, `out.3${ending}`];
  await until(() => expect(readdirSync(folder).sort()).toEqual(files));
  await sink.close();
  expect([...files].reverse().flatMap(readNumbers)).toEqual(Array.from({ length: 35 }, (_, n) => n + 10));
});

it('an interrupted compression is repeated without loss or duplicates [R1]', async () => {
  writeFileSync(path, `${lines(30, 10).join('\n')}\n`);
  writeFileSync(`${path}.1`, `${lines(20, 10).join('\n')}\n`);
  // The first was compressed but not removed; the second was interrupted.
  writeFileSync(`${path}.1.gz`, gzipSync(`${lines(20, 10).join('\n')}\n`));
  writeFileSync(`${path}.1.gz.part`, 'cut o');
  writeFileSync(`${path}.2.zst`, 'of another setting');
  const sink = await openSink({ compression: 'gzip' });
  await until(() => expect(existsSync(`${path}.1`)).toBe(false));
  await sink.write(rawBatch(...lines(40, 5)));
  await until(() => expect(existsSync(`${path}.1`)).toBe(false));
  await sink.close();
  expect(readdirSync(folder).sort()).toEqual(['out', 'out.1.gz', 'out.2.gz', 'out.3.zst']);
  expect(['out.2.gz', 'out.1.gz', 'out'].flatMap(readNumbers)).toEqual(
    Array.from({ length: 25 }, (_, n) => n + 20),
  );
});

it('a file that cannot be compressed stays, and the reason is reported', async () => {
  const probe = new SinkProbe();
  const sink = await openSink({ compression: 'gzip' }, probe);
  // A folder blocks the path.
  mkdirSync(`${path}.1.gz.part`);
  await sink.write(rawBatch(...lines(0, 15)));
  await until(() => expect(probe.reports).toHaveLength(1));
  await sink.close();
  expect(['out.1', 'out'].flatMap(readNumbers)).toEqual(Array.from({ length: 15 }, (_, n) => n));
});
