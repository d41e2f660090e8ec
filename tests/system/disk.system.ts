import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBuffer } from '../../src/engine/buffer/open.ts';
import { tool } from './tools.ts';

const FAULTS = process.env.PENSTOCK_TEST_LONG ? 50 : 10;
const OPTIONS = { mode: 'durable', maxBytes: 1e8, whenFull: 'block' } as const;
/** One file thread and no io_uring, so that faults are counted over all files and strace sees every call. */
const ENV = { ...process.env, UV_THREADPOOL_SIZE: '1', UV_USE_IO_URING: '0' };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-system-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the calls in order of completion, and the output. */
function trace(buffer: string, count: number, ...flags: string[]): { calls: string[]; said: string[] } {
  const log = join(folder, 'strace');
  const script = join(import.meta.dirname, 'append.ts');
  const traced = [
    '-f',
    '-qq',
    '-o',
    log,
    '-e',
    'trace=fdatasync,fsync,write,pwrite64,pwritev,pwritev2',
    ...flags,
  ];
  const { stdout } = spawnSync(tool('strace'), [...traced, process.execPath, script, buffer, String(count)], {
    env: ENV,
    encoding: 'utf8',
  });
  return { calls: readFileSync(log, 'utf8').split('\n'), said: stdout.trimEnd().split('\n') };
}

/** Counts acknowledgments, and those before their own sync. */
function judged(calls: readonly string[]) {
  const found = { acknowledged: 0, early: 0, synced: 0, folders: 0 };
  for (const call of calls) {
    if (/fdatasync(\(| resumed).*= 0$/.test(call)) found.synced++;
    if (/fsync(\(| resumed).*= 0$/.test(call) && !/fdatasync/.test(call)) found.folders++;
    if (!/write\(1, "ACK /.test(call)) continue;
    found.acknowledged++;
    if (found.synced < found.acknowledged) found.early++;
  }
  return found;
}

async function framesIn(buffer: string): Promise<Set<string>> {
  const opened = await openBuffer(buffer, OPTIONS);
  const frames = new Set<string>();
  for (let left = opened.stats().events; left > 0; left--) {
    const frame = await opened.read();
    if (frame) frames.add(frame.payload.toString());
  }
  await opened.close();
  return frames;
}

describe('what the disk is asked', () => {
  it('200 acknowledgements follow an fdatasync each, segments a folder fsync [R2]', () => {
    const { calls, said } = trace(join(folder, 'buffer'), 200);
    expect(said).toHaveLength(200);
    const { acknowledged, early, synced, folders } = judged(calls);
    expect({ acknowledged, early }).toEqual({ acknowledged: 200, early: 0 });
    expect(folders).toBeGreaterThanOrEqual(5);
    console.log(`R2: ${acknowledged} acknowledgements, ${synced} fdatasync, ${folders} fsync of folders`);
  });

  it('negative control: without real syncs every acknowledgement is too early [R2]', () => {
    const { calls } = trace(join(folder, 'buffer'), 50, '-e', 'inject=fdatasync:retval=0');
    const { acknowledged, early } = judged(calls);
    expect({ acknowledged, early }).toEqual({ acknowledged: 50, early: 50 });
  });

  it('large writes of a file bypass the cache and are synced before acknowledgment [R2]', () => {
    const log = join(folder, 'strace');
    const path = join(folder, 'out');
    const script = join(import.meta.dirname, '../../src/engine/components/testing/append-lines.ts');
    const flags = ['-f', '-qq', '-y', '-s', '16', '-o', log, '-e', 'trace=openat,write,fdatasync'];
    const traced = [...flags, process.execPath, script, path, '0', String(FAULTS)];
    const { stdout } = spawnSync(tool('strace'), traced, { env: ENV, encoding: 'utf8' });
    expect(stdout.trimEnd().split('\n')).toHaveLength(FAULTS);
    const calls = readFileSync(log, 'utf8').split('\n');
    const opened = calls.find((call) => call.includes(`"${path}"`) && call.includes('O_DIRECT'));
    const uncached = ` write(${/= (\d+)</.exec(opened ?? '')?.[1]}<${path}>`;
    const sizes: number[] = [];
    let isSynced = false;
    for (const call of calls) {
      if (call.includes(uncached))
        sizes.push(Number(/(\d+)(\) += \d+| <unfinished \.\.\.>)$/.exec(call)?.[1]));
      if (call.includes(`<${path}>`) && call.includes(' write(')) isSynced = false;
      if (/fdatasync(\(| resumed).*= 0$/.test(call)) isSynced = true;
      if (/ write\(1</.test(call)) expect(isSynced).toBe(true);
    }
    expect(sizes.filter((size) => size % 4096 === 0)).toHaveLength(2 * FAULTS);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(statSync(path).size * 0.99);
  });

  it(`${FAULTS} failing fdatasyncs are never acknowledged; later ones are [R3]`, async () => {
    for (let when = 1; when <= FAULTS; when++) {
      const buffer = join(folder, `buffer-${when}`);
      const { said } = trace(buffer, FAULTS + 10, '-e', `inject=fdatasync:error=EIO:when=${when}`);
      expect(said.filter((line) => line.startsWith('FAIL'))).toHaveLength(1);
      const acknowledged = said
        .filter((line) => line.startsWith('ACK'))
        .map((line) => `frame ${line.slice(4)}`);
      expect(acknowledged).toHaveLength(FAULTS + 9);
      const frames = await framesIn(buffer);
      expect(acknowledged.filter((frame) => !frames.has(frame))).toEqual([]);
    }
    console.log(`R3: ${FAULTS} faults, 0 false acknowledgements`);
  }, 900_000);

  it.each([
    ['full', 'ENOSPC'],
    ['read-only', 'EROFS'],
  ])(
    `a %s disk at ${FAULTS} writes is never acknowledged; later ones are [R10]`,
    async (_, error) => {
      const last = FAULTS + 10;
      const moments = Array.from({ length: FAULTS }, (_one, n) => [n + 1, n + 1] as const);
      for (const [from, to] of [...moments, [5, 14] as const]) {
        const buffer = join(folder, `buffer-${error}-${from}-${to}`);
        const { said } = trace(buffer, last, '-e', `inject=pwritev:error=${error}:when=${from}..${to}`);
        const acknowledged = said.filter((line) => line.startsWith('ACK'));
        expect(acknowledged).toHaveLength(last - (to - from + 1));
        expect(said).toHaveLength(last);
        const frames = await framesIn(buffer);
        expect(acknowledged.filter((line) => !frames.has(`frame ${line.slice(4)}`))).toEqual([]);
      }
      console.log(`R10 ${error}: ${FAULTS} writes and ten in a row, 0 false acknowledgements`);
    },
    900_000,
  );

  it('a full disk refuses appends, and takes them with room [R10]', async () => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync(tool('mount'), ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
    try {
      const buffer = await openBuffer(join(disk, 'buffer'), OPTIONS);
      let kept = 0;
      const append = () => buffer.append([Buffer.alloc(50_000, 120)], 1);
      for (let refused: unknown = null; refused === null; )
        await append().then(
          () => kept++,
          (error: unknown) => {
            refused = error;
          },
        );
      await expect(append()).rejects.toThrow();
      execFileSync(tool('mount'), ['-o', 'remount,size=4m', disk]);
      const before = performance.now();
      expect(await append()).toBe('kept');
      console.log(
        `R10: ${kept} kept until full, again ${Math.round(performance.now() - before)} ms after space came`,
      );
      await buffer.close();
      const again = await openBuffer(join(disk, 'buffer'), OPTIONS);
      expect(again.recovery).toMatchObject({ events: kept + 1, lostEvents: 0 });
      await again.close();
    } finally {
      execFileSync(tool('umount'), [disk]);
    }
  });
});
