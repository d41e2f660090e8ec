// Slow: writes many MB to the disk, and kills a process that does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogFile } from './log-file.ts';
import { LARGE_WRITE, UncachedFile } from './uncached-file.ts';

const KILLS = process.env.PENSTOCK_TEST_LONG ? 200 : 5;
const APPENDS = process.env.PENSTOCK_TEST_LONG ? 100 : 12;
const ON_DISK = join(import.meta.dirname, '../../../../.build');
mkdirSync(ON_DISK, { recursive: true });

/** Lines whose bytes tell their place in the file. */
const linesOf = (length: number, from: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at++) bytes[at] = 33 + ((from + at + ((from + at) >> 9)) % 90);
  for (let at = 199; at < length - 1; at += 200) bytes[at] = 10;
  bytes[length - 1] = 10;
  return bytes;
};
const SIZES = [1, 4095, 4096, 4097, LARGE_WRITE - 1, LARGE_WRITE, LARGE_WRITE + 1, 2 << 20, (2 << 20) + 4095];
const sizeOf = (n: number) => SIZES[n % SIZES.length]! + (n % 4) * 1_050_001;

/** In a file system in memory, any memory and place will do for such writes. */
describe.each([
  ['in the temporary folder', tmpdir()],
  ['on the disk', ON_DISK],
])('large appends %s', (_, parent) => {
  let folder = '';
  let path = '';
  let file: LogFile;
  beforeEach(() => {
    folder = mkdtempSync(join(parent, 'uncached-'));
    path = join(folder, 'out');
    file = new LogFile({ path, maxBytes: 1e9, keepFiles: undefined, isJson: false, mode: 0o640 });
  });
  afterEach(async () => {
    await file.close();
    rmSync(folder, { recursive: true });
  });
  const openUncached = async (): Promise<UncachedFile> => {
    writeFileSync(path, '');
    return (await UncachedFile.open(path, statSync(path)))!;
  };

  it('are in the file byte for byte, and a reader sees no others meanwhile', async () => {
    const sizes = Array.from({ length: APPENDS }, (_, n) => sizeOf(n));
    const all = Buffer.alloc(sizes.reduce((sum, size) => sum + size, 0));
    let size = 0;
    let isWriting = true;
    await file.openNow();
    const watch = async () => {
      const reader = await open(path);
      const seen = Buffer.alloc(8 << 20);
      for (let at = 0, looks = 0; isWriting || looks < 2; looks = isWriting ? 0 : looks + 1) {
        const { bytesRead } = await reader.read(seen, 0, seen.length, at);
        if (!all.subarray(at, at + bytesRead).equals(seen.subarray(0, bytesRead)))
          throw new Error(`other bytes after ${at}`);
        at += bytesRead > 5000 ? bytesRead - 5000 : bytesRead;
      }
      await reader.close();
    };
    const watching = watch();
    for (const length of sizes) {
      const lines = linesOf(length, size);
      lines.copy(all, size);
      size += length;
      await file.append(lines);
      expect(statSync(path).size).toBe(size);
    }
    isWriting = false;
    await watching;
    expect(readFileSync(path).equals(all)).toBe(true);
  });

  it('go on behind what another program has appended meanwhile', async () => {
    const uncached = await openUncached();
    const lines = linesOf(LARGE_WRITE + 77, 0);
    appendFileSync(path, 'foreign\n');
    expect(await uncached.append(lines, 0)).toBe(true);
    expect(readFileSync(path).equals(Buffer.concat([Buffer.from('foreign\n'), lines]))).toBe(true);
    const again = await uncached.append(lines, statSync(path).size);
    expect(statSync(path).size).toBe(8 + lines.length * (again ? 2 : 1));
    await uncached.close();
  });

  it('are left to the caller while others use the memory for them', async () => {
    const lines = linesOf(LARGE_WRITE, 0);
    const files = await Promise.all(
      [1, 2, 3, 4, 5].map(async (n) => {
        writeFileSync(`${path}${n}`, '');
        return (await UncachedFile.open(`${path}${n}`, statSync(`${path}${n}`)))!;
      }),
    );
    const write = () => Promise.all(files.map((one) => one.append(lines, 0)));
    expect(await write()).toEqual([true, true, true, true, false]);
    for (const one of files) await one.close();
  });

  it('are made only to the file that is open', async () => {
    writeFileSync(path, '');
    const { ino, dev } = statSync(path);
    expect(await UncachedFile.open(path, { ino: ino + 1, dev })).toBeNull();
    expect(await UncachedFile.open(join(folder, 'none'), { ino, dev })).toBeNull();
    expect(await UncachedFile.open('/dev/null', statSync('/dev/null'))).toBeNull();
  });

  it('leave the file unchanged when they fail [R10]', async () => {
    const lines = linesOf(LARGE_WRITE, 0);
    await file.append(lines);
    const failing = vi.spyOn(UncachedFile.prototype, 'append').mockImplementationOnce(async (bytes) => {
      appendFileSync(path, bytes.subarray(0, 500_001));
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    });
    await expect(file.append(lines)).rejects.toThrow('full');
    expect(readFileSync(path).equals(lines)).toBe(true);
    await file.append(lines);
    expect(readFileSync(path).equals(Buffer.concat([lines, lines]))).toBe(true);
    failing.mockRestore();
  });

  it(`${KILLS} kills: what was appended is there, in whole lines [R1]`, async () => {
    const script = join(import.meta.dirname, '../testing/append-lines.ts');
    let next = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const child = spawn(process.execPath, [script, path, String(next)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const reports = 1 + (kill % 4);
      let said = '';
      child.stdout.on('data', (data) => {
        said += data;
        if (said.split('\n').length > reports) setTimeout(() => child.kill('SIGKILL'), kill % 11);
      });
      await once(child, 'close');
      const acknowledged = Number(said.split('\n').at(-2));
      const json = new LogFile({ path, maxBytes: 1e9, keepFiles: undefined, isJson: true, mode: 0o640 });
      await json.openNow();
      await json.close();
      const numbers = readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).n);
      const start = numbers.lastIndexOf(next);
      for (let n = next; n <= acknowledged; n++)
        if (numbers[start + n - next] !== n) throw new Error(`${n} is missing`);
      expect(numbers.at(-1)).toBeGreaterThanOrEqual(acknowledged);
      next = acknowledged + 1;
      writeFileSync(path, '');
    }
  });
});
