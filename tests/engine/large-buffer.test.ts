import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBuffer } from '../../src/engine/buffer/open.ts';

const MIB = 1 << 20;
const SIZE = process.env.PENSTOCK_TEST_LONG ? 1024 * MIB : 64 * MIB;
/** One small log line per frame: the most frames for the size. */
const PAYLOAD = 260;
const FRAME = PAYLOAD + 40;
const EVENTS = 2;
const OPTIONS = { mode: 'durable', maxBytes: 2 * SIZE, whenFull: 'block' } as const;
const AT_ONCE = 10_000;
/** The whole engine may use 1.5 GiB. */
const MOST_GROWN = 64 * MIB;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-large-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function fill(): Promise<number> {
  const buffer = await openBuffer(folder, OPTIONS);
  let frames = 0;
  while (frames * FRAME < SIZE) {
    const appends = Array.from({ length: AT_ONCE }, () => {
      const payload = Buffer.alloc(PAYLOAD, 120);
      payload.writeUInt32LE(frames++);
      return buffer.append([payload], EVENTS);
    });
    await Promise.all(appends);
  }
  await buffer.close();
  return frames;
}

type Part = { path: string; bytes: number; firstFrame: number };

function segments(): Part[] {
  let firstFrame = 0;
  const names = readdirSync(folder).filter((name) => name.startsWith('segment-'));
  return names.toSorted().map((name) => {
    const path = join(folder, name);
    const part = { path, bytes: statSync(path).size, firstFrame };
    firstFrame += part.bytes / FRAME;
    return part;
  });
}

function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

function flip(path: string, at: number): void {
  const file = openSync(path, 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, at);
  byte[0]! ^= 1 << randomInt(8);
  writeSync(file, byte, 0, 1, at);
  closeSync(file);
}

/** Damages each segment, including the last; notes each damaged frame. */
function damage(parts: readonly Part[], isLost: Uint8Array): void {
  const hit = ({ firstFrame }: Part, from: number, to: number) =>
    isLost.fill(1, firstFrame + Math.floor(from / FRAME), firstFrame + Math.floor((to - 1) / FRAME) + 1);
  for (const [n, part] of parts.entries()) {
    const at = randomInt(part.bytes / 2);
    const isLast = n === parts.length - 1;
    if (isLast || n % 16 === 7) {
      truncateSync(part.path, at);
      hit(part, at, part.bytes);
    } else if (n % 16 === 3) {
      overwrite(part.path, at, Buffer.alloc(part.bytes / 2));
      hit(part, at, at + Math.floor(part.bytes / 2));
    } else if (n % 2 === 0) {
      flip(part.path, at);
      hit(part, at, at + 1);
    }
  }
}

it(`${SIZE / MIB} MiB with damage: starts small, counts losses, delivers the rest [R11]`, async () => {
  const frames = await fill();
  const parts = segments();
  expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(frames * FRAME);
  const isLost = new Uint8Array(frames);
  damage(parts, isLost);
  const lost = isLost.reduce((sum, one) => sum + one, 0);

  const child = join(import.meta.dirname, 'harness/open-buffer.ts');
  const said = execFileSync(process.execPath, [child, folder, String(OPTIONS.maxBytes)], {
    encoding: 'utf8',
  });
  const { ms, processorMs, grown, ...found } = JSON.parse(said);
  console.log(
    `R11: ${SIZE / MIB} MiB in ${frames} frames opened in ${ms} ms (${processorMs} ms of a processor), memory grew by ${Math.round(grown / MIB)} MiB, ${found.corruptSegments} of ${parts.length} files damaged, ${found.lostEvents} of ${frames * EVENTS} events lost`,
  );
  expect(found).toMatchObject({ events: (frames - lost) * EVENTS, lostEvents: lost * EVENTS });
  expect(grown).toBeLessThan(MOST_GROWN);
  expect(readdirSync(join(folder, 'quarantine')).length).toBeGreaterThan(0);

  const buffer = await openBuffer(folder, OPTIONS);
  expect(buffer.recovery).toMatchObject({ lostEvents: lost * EVENTS });
  for (let frame = 0; frame < frames; frame++) {
    if (isLost[frame]) continue;
    const read = await buffer.read();
    if (read?.payload.readUInt32LE() !== frame) expect(read?.payload.readUInt32LE()).toBe(frame);
    if (frame % 1000 === 0) await buffer.ack(read!.position);
    read!.release();
  }
  await buffer.close();
}, 1_200_000);
